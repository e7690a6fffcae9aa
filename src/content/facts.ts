import type { Facts } from '#src/contract/content.ts'
import type { ContentToken } from '#src/editing/content-tokens.ts'
import { brand } from '#src/rules/brand.ts'
import type { PaymentLimits } from '#src/rules/orders/payment-methods.ts'
import { describeAbroad, joinNames } from './delivery-words.ts'
import { describePaymentMethods } from './payment-words.ts'
import { KEPT_WORDS, type PeriodToken } from './retention.ts'

/** Default facts of the shop. The days of returns come from the specification (§9). */
export const defaultFacts: Facts = {
  contact: {
    email: 'care@kairavi.example',
    phone: '+91 141 555 0142',
    hours: 'Mon – Sat 9 AM – 7 PM',
  },
  address: {
    street: '14, Chandni Haveli, Amer Road',
    city: 'Jaipur',
    state: 'Rajasthan',
    pincode: '302002',
  },
  delivery: { closedDays: [] },
  returns: { returnDays: 7, returnFee: 0, collectionDays: 2, refundDays: 5 },
  exchange: { exchangeDays: 30, resizingDays: 60 },
  others: { abroadMinDays: 6, abroadMaxDays: 12, partnerDays: 10 },
}

/** Settings about the seller; empty if none is set. */
interface LegalSettings {
  name: string | undefined
  officer: string | undefined
  grievanceEmail: string | undefined
  /** Methods that place an order, separated by commas (ORDERS); empty if there are none. */
  paymentMethods?: string
  paymentLimits?: Partial<PaymentLimits>
  /** Countries that parcels are sent to (DELIVERY_COUNTRIES). */
  deliveryCountries?: readonly string[]
  /** Whether the shop has a page of orders, because it takes or took them. */
  keepsOrders?: boolean
}

/** Sentences about orders, for a shop with a page of orders. */
const ORDER_PAGE_TEXTS = {
  orderSteps: ' Open the order in your profile to track it, pay, cancel or request a return.',
  orderKept: ', of which name and address stay for the books and nothing else does',
}
/** Sentences for a checkout that places orders, and for one that does not. */
const PLACING_WORDS = {
  panPurpose: 'The report that income-tax law asks of us',
  panKept: `${KEPT_WORDS.ordersKept}, encrypted`,
  orderDraft:
    ' While an order is being placed, the tab keeps what you have entered for it but a PAN, until the answer is there.',
}
const NO_PLACING_WORDS: typeof PLACING_WORDS = {
  panPurpose: 'The report that income-tax law asks of us',
  panKept: KEPT_WORDS.ordersKept,
  orderDraft: '',
}
export type OrderToken = keyof typeof ORDER_PAGE_TEXTS | keyof typeof PLACING_WORDS

/** Returns the texts for the tokens of all records. Without settings, the seller is the shop itself. */
export function toTokens(
  legal: LegalSettings,
  facts: Facts,
): Record<ContentToken | PeriodToken | OrderToken, string> {
  const { street, city, state, pincode } = facts.address
  const { returnDays, collectionDays, refundDays } = facts.returns
  const countries = legal.deliveryCountries ?? [brand.country]
  const numbers = { returnDays, collectionDays, refundDays, ...facts.exchange, ...facts.others }
  return {
    // Only the privacy notice contains these.
    ...KEPT_WORDS,
    ...(legal.keepsOrders ? ORDER_PAGE_TEXTS : { orderSteps: '', orderKept: '' }),
    ...(legal.paymentMethods ? PLACING_WORDS : NO_PLACING_WORDS),
    paymentMethods: describePaymentMethods(legal.paymentMethods ?? '', legal.paymentLimits ?? {}),
    deliveryCountries: joinNames(countries),
    deliveryAbroad: describeAbroad(countries, facts.others),
    name: brand.name,
    ...facts.contact,
    city,
    seller: legal.name || brand.name,
    sellerAddress: `${street}, ${city}, ${state} ${pincode}, ${brand.country}`,
    grievanceOfficer: legal.officer
      ? `${legal.officer}, Grievance Officer`
      : 'our Grievance Officer',
    grievanceEmail: legal.grievanceEmail || facts.contact.email,
    ...(Object.fromEntries(
      Object.entries(numbers).map(([name, number]) => [name, String(number)]),
    ) as Record<keyof typeof numbers, string>),
  }
}
