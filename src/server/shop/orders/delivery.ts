import { isValidPhoneNumber } from 'libphonenumber-js/max'
import type { z } from 'zod'
import type {
  correctDeliveryRequest,
  OrderAddress,
  placeOrderRequest,
} from '#src/contract/orders.ts'
import {
  normalizePhone,
  validatePhone,
  validatePincode,
} from '#src/rules/account/account-validation.ts'
import { estimateDelivery } from '#src/rules/account/delivery.ts'
import { findPincode, isIndia } from '#src/rules/account/pincode.ts'
import { isGstin } from '#src/rules/orders/gstin.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { resolveState, toStateCode } from '../../core/indian-states.ts'
import { readFacts } from '../../core/mail/compose-mail.ts'
import { toAddressKey } from './buyer-limits.ts'
import type { OrderTransaction } from './order-transaction.ts'

// Where a parcel goes: the same checks for a new order and for a correction.

export type Delivery = z.output<typeof correctDeliveryRequest>
type Contact = Delivery & Pick<z.output<typeof placeOrderRequest>, 'billingAddress' | 'gstin'>

/** @throws HttpError 400 for a telephone number, a country or an address that cannot be right. */
export function parseDelivery({ env }: Deps, { address, phone }: Delivery) {
  assertField(validatePhone(phone), 'phone')
  const storedPhone = normalizePhone(phone)
  if (!isValidPhoneNumber(storedPhone, 'IN'))
    assertField('Please check the telephone number: the courier cannot call it.', 'phone')
  const countries = env.DELIVERY_COUNTRIES
  if (!countries.some((country) => isSameCountry(country, address.country)))
    assertField(`We deliver to ${countries.join(', ')} only.`, 'address.country')
  const shipTo = parseAddress(address, 'address')
  return {
    phone: storedPhone,
    ship_to: JSON.stringify(shipTo),
    address_key: toAddressKey(shipTo),
  }
}

/** @throws HttpError 400 for what `parseDelivery` refuses, and for a GST number that cannot be right. */
export function parseContact(deps: Deps, { billingAddress, gstin, ...delivery }: Contact) {
  const parsed = parseDelivery(deps, delivery)
  const bill_to = billingAddress
    ? JSON.stringify(parseAddress(billingAddress, 'billingAddress'))
    : parsed.ship_to
  const number = (gstin ?? '').replace(/\s/g, '').toUpperCase()
  if (number) assertField(findGstinError(number, JSON.parse(bill_to), deps.env.GSTIN), 'gstin')
  return { ...parsed, bill_to, buyer_gstin: number }
}

function assertField(message: string | undefined, field: string): void {
  if (message) throw new HttpError(400, message, { field })
}

/** The address with the canonical name of its state. */
function parseAddress(address: OrderAddress, name: string): OrderAddress {
  assertField(validatePincode(address.pincode, address.country), `${name}.pincode`)
  const found = resolveState(address)
  if ('error' in found) throw new HttpError(400, found.error, { field: `${name}.${found.field}` })
  return { ...address, state: found.state }
}

/** Why a GST number cannot be that of a bill to this address; undefined if it can. */
function findGstinError(
  number: string,
  { state, country }: OrderAddress,
  ownNumber: string | undefined,
): string | undefined {
  if (!isGstin(number))
    return 'Please check the GST number: it has 15 characters such as 08AABCK1234M1ZK.'
  if (number === ownNumber) return 'This is our own GST number. Please enter yours.'
  const code = toStateCode(state, country)
  return number.startsWith(code)
    ? undefined
    : `A GST number of ${state} begins with ${code}. Please correct the number or the billing address.`
}

const isSameCountry = (country: string, other: string): boolean =>
  isIndia(country) ? isIndia(other) : country.trim().toLowerCase() === other.trim().toLowerCase()

/** The days on which a parcel to this address arrives; null if the pincode is not known. */
export async function estimatePromise(
  { deps, db }: Pick<OrderTransaction, 'deps' | 'db'>,
  address: OrderAddress,
  { personalised, placedAt }: { personalised: boolean; placedAt: number },
) {
  const pincode = findPincode(address)
  const { delivery } = await readFacts(deps, db)
  const closedDays = delivery.closedDays.map(({ day }) => day)
  const estimate = pincode
    ? estimateDelivery(pincode, placedAt, { personalised, closedDays })
    : null
  return { promised_from: estimate?.from ?? null, promised_to: estimate?.to ?? null }
}
