import type { Facts } from '#src/contract/content.ts'
import { brand } from '#src/rules/brand.ts'
import type { ContentToken } from '#src/rules/content-tokens.ts'
import { KEPT_WORDS, type PeriodToken } from '#src/rules/retention.ts'

/** What the shop comes with; the returns are those of the specification (§9). */
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
  returns: { returnDays: 7, returnFee: 0, collectionDays: 2, refundDays: 5 },
  exchange: { exchangeDays: 30, resizingDays: 60 },
  others: { abroadMinDays: 6, abroadMaxDays: 12, partnerDays: 10 },
}

/** Settings about the seller; empty where none is set. */
interface LegalSettings {
  name: string | undefined
  officer: string | undefined
  grievanceEmail: string | undefined
  /** The checkout places orders (ORDERS). */
  takesOrders?: boolean
  /** Orders have a page: they are taken, or were. */
  keepsOrders?: boolean
}

/** What texts say of orders that have a page. */
const KEPT_ORDER_WORDS = {
  orderSteps:
    ' Each order has a page, which your profile leads to: it says how far the order is, and there you pay where a payment is awaited, cancel until it leaves us, or ask for a return.',
  orderKept: ', of which name and address stay for the books and nothing else does',
}
/** What texts say of a checkout that places orders, and of one that places none. */
const PLACING_WORDS = {
  panPurpose: 'To see that it is complete when you order',
  panKept: 'We do not store it',
  orderDraft:
    ' While an order is being placed, the tab keeps what you have entered for it, until the answer is there.',
}
const NO_PLACING_WORDS: typeof PLACING_WORDS = {
  panPurpose: 'The report that income-tax law asks of us',
  panKept: KEPT_WORDS.ordersKept,
  orderDraft: '',
}
export type OrderToken = keyof typeof KEPT_ORDER_WORDS | keyof typeof PLACING_WORDS

/** What stands in place of the tokens of every text; without settings the name and the address of the shop. */
export function toTokens(
  legal: LegalSettings,
  facts: Facts,
): Record<ContentToken | PeriodToken | OrderToken, string> {
  const { street, city, state, pincode } = facts.address
  const { returnDays, collectionDays, refundDays } = facts.returns
  const numbers = { returnDays, collectionDays, refundDays, ...facts.exchange, ...facts.others }
  return {
    // Only the privacy notice has these.
    ...KEPT_WORDS,
    ...(legal.keepsOrders ? KEPT_ORDER_WORDS : { orderSteps: '', orderKept: '' }),
    ...(legal.takesOrders ? PLACING_WORDS : NO_PLACING_WORDS),
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
