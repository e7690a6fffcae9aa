/** Tokens in braces for facts that are stored in one place, e.g. `{phone}`. */
export const CONTENT_TOKENS = {
  name: 'Name of the shop',
  email: 'Email address',
  phone: 'Telephone number',
  hours: 'Opening hours',
  city: 'City',
  seller: 'Legal name of the seller',
  sellerAddress: 'Address of the seller',
  grievanceOfficer: 'Name of the Grievance Officer',
  grievanceEmail: 'Email address for complaints',
  returnDays: 'Days to return a piece',
  collectionDays: 'Working days until a piece is collected',
  refundDays: 'Working days until the money is sent',
  exchangeDays: 'Days to exchange a size',
  resizingDays: 'Days of the first resizing of a ring',
  abroadMinDays: 'Working days to other countries, at least',
  abroadMaxDays: 'Working days to other countries, at most',
  deliveryCountries: 'The countries to which the shop delivers (DELIVERY_COUNTRIES)',
  deliveryAbroad: 'How long a parcel to another country takes, or that the shop sends none',
  partnerDays: 'Days until a partner has an answer',
  paymentMethods: 'The ways to pay, with their limits, e.g. “in cash on delivery below ₹2,00,000”',
  orderSteps:
    'What a shopper can do on the page of an order; empty where the shop has never taken one',
} as const
export type ContentToken = keyof typeof CONTENT_TOKENS

const TOKEN = /\{(\w+)\}/g

type OwnTokens = Record<string, string>

/** The tokens that a record can have, with what each stands for: tokens of its kind, and the facts. */
export const listTokens = (own: OwnTokens): [name: string, label: string][] =>
  Object.entries({ ...own, ...CONTENT_TOKENS })

/** The unknown words in braces of a record, or of a part of it. */
export function findUnknownTokens(own: OwnTokens, part: unknown): string[] {
  if (typeof part === 'string') {
    const known = listTokens(own).map(([name]) => `{${name}}`)
    return [...part.matchAll(TOKEN)].flatMap(([token]) => (known.includes(token) ? [] : token))
  }
  if (typeof part !== 'object' || part === null) return []
  return Object.values(part).flatMap((inner) => findUnknownTokens(own, inner))
}

/** A copy of a record with the facts instead of their tokens. */
export function fillTokens<T>(value: T, facts: Record<string, string>): T
export function fillTokens(value: unknown, facts: Record<string, string>): unknown {
  if (typeof value === 'string')
    return value.replace(TOKEN, (token, name: string) => facts[name] ?? token)
  if (Array.isArray(value)) return value.map((part) => fillTokens(part, facts))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, fillTokens(part, facts)]),
  )
}

/** A word in braces, also an unknown one. */
const ANY_TOKEN = /\{\w+\}/

/**
 * Whether a text is a template with something instead of each word in braces. Walks the text once: a
 * pattern of `.+` would try each way to divide it, which does not end for six words.
 */
export function isFilledFrom(template: string, text: string): boolean {
  const [first = '', ...others] = template.split(ANY_TOKEN)
  const last = others.pop()
  if (last === undefined) return text === template
  if (!text.startsWith(first)) return false
  let end = first.length
  for (const part of others) {
    const start = text.indexOf(part, end + 1)
    if (start === -1) return false
    end = start + part.length
  }
  return text.length - last.length > end && text.endsWith(last)
}
