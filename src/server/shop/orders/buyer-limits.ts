import { createHash } from 'node:crypto'
import type { OrderAddress } from '#src/contract/orders.ts'
import { findPincode } from '#src/rules/account/pincode.ts'
import { DAY_MS, HOUR_MS } from '#src/rules/constants.ts'
import { IST_OFFSET_MS } from '#src/rules/dates.ts'
import { formatRupees, toRupees } from '#src/rules/money.ts'
import { EXPIRED } from '#src/rules/orders/order-states.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import { HttpError } from '../../core/errors.ts'
import type { OrderTransaction } from './order-transaction.ts'
import * as queries from './queries.ts'
import type { OrderRow } from './tables.ts'

/** Orders of an account that wait for their payment. */
const MAX_UNPAID = 2
/** Orders of an account that expire unpaid within the pause before the next one. */
const MAX_EXPIRED = 2
const PAUSE_MS = HOUR_MS
/** Cash orders of an account, a telephone number or an address that are not delivered yet. */
const MAX_OPEN_CASH = 3

/** The same for the same address, whatever its spaces, marks and letter case. */
export const toAddressKey = ({ address, pincode }: OrderAddress): string =>
  createHash('sha256')
    .update(
      `${address} ${pincode}`
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}]+/gu, ''),
    )
    .digest('base64url')

const refuse = (message: string) => new HttpError(409, message, { field: 'method' })

/**
 * Checks what a new order takes from other buyers, and what the law allows in cash.
 * @throws HttpError 409 with the way that works.
 */
export async function assertBuyerLimits(
  transaction: OrderTransaction,
  order: OrderRow,
): Promise<void> {
  if (order.state === 'awaiting_payment') await assertFewUnpaid(transaction, order)
  await assertCash(transaction, order, 'Please choose another payment method.')
}

/** Pieces that are held for a payment cannot be bought by others. */
async function assertFewUnpaid({ deps, db, now }: OrderTransaction, { user_id }: OrderRow) {
  if (!deps.env.LIMITS || user_id === null) return
  if ((await queries.countUnpaid(db, user_id)) >= MAX_UNPAID)
    throw refuse(
      `${MAX_UNPAID} of your orders are not paid yet. Please pay or cancel one of them first.`,
    )
  const expired = { reason: EXPIRED, since: now - PAUSE_MS }
  if ((await queries.countUnpaidSince(db, user_id, expired)) >= MAX_EXPIRED)
    throw refuse(
      `${MAX_EXPIRED} of your orders were not paid in time. Please order again in an hour.`,
    )
}

/**
 * Checks what an order takes in cash, new or corrected.
 * @param way the way that works, as the shopper reads it.
 * @throws HttpError 409.
 */
export async function assertCash(
  { deps, db }: OrderTransaction,
  order: OrderRow,
  way: string,
): Promise<void> {
  if (METHOD_RULES[order.method].settles !== 'on_delivery') return
  const { LIMITS, CASH_EXCLUDED_PINCODES, PUBLIC_COD_LIMIT } = deps.env
  const { name } = METHOD_RULES[order.method]
  const pincode = findPincode(JSON.parse(order.ship_to) as OrderAddress)
  if (pincode === null) throw refuse(`${name} needs an address in India. ${way}`)
  if (CASH_EXCLUDED_PINCODES.some((prefix) => pincode.startsWith(prefix)))
    throw refuse(`${name} is not available for ${pincode}. ${way}`)
  if (LIMITS && (await queries.countOpenCash(db, order, MAX_OPEN_CASH)) >= MAX_OPEN_CASH)
    throw refuse(
      `${name} is possible again once one of ${MAX_OPEN_CASH} open cash orders has arrived.`,
    )
  // Section 269ST of the Income-tax Act counts what one person pays in cash on one day.
  const day = Math.floor((order.placed_at + IST_OFFSET_MS) / DAY_MS) * DAY_MS - IST_OFFSET_MS
  const sum = toRupees(order.total_paise + (await queries.sumCashOfDay(db, order, day)))
  if (sum >= PUBLIC_COD_LIMIT)
    throw refuse(
      `${name} is not available: your cash orders of one day would reach ${formatRupees(sum)}. The law allows less than ${formatRupees(PUBLIC_COD_LIMIT)} a day (Income-tax Act, section 269ST).`,
    )
}
