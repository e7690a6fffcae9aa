import type { Facts } from '#src/contract/content.ts'
import { brand } from '#src/rules/brand.ts'
import type { ContentToken } from '#src/rules/content-tokens.ts'

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
  numbers: string | undefined
  officer: string | undefined
  grievanceEmail: string | undefined
}

/** Who sells, and who settles complaints; without settings the name and the address of the shop. */
export const toLegal = (
  { name, numbers, officer, grievanceEmail }: LegalSettings,
  { address: { street, city, state, pincode }, contact }: Facts,
) => ({
  name: name || brand.name,
  /** Company and tax numbers; empty where none are set. */
  numbers: numbers ?? '',
  address: `${street}, ${city}, ${state} ${pincode}, ${brand.country}`,
  /** Empty where none is set. */
  officer: officer ?? '',
  grievanceEmail: grievanceEmail || contact.email,
})

/** What stands in place of the tokens of every text. */
export function toTokens(settings: LegalSettings, facts: Facts): Record<ContentToken, string> {
  const legal = toLegal(settings, facts)
  const { returnDays, collectionDays, refundDays } = facts.returns
  const numbers = { returnDays, collectionDays, refundDays, ...facts.exchange, ...facts.others }
  return {
    name: brand.name,
    ...facts.contact,
    city: facts.address.city,
    seller: legal.name,
    sellerAddress: legal.address,
    grievanceOfficer: legal.officer || 'our Grievance Officer',
    grievanceEmail: legal.grievanceEmail,
    ...(Object.fromEntries(
      Object.entries(numbers).map(([name, number]) => [name, String(number)]),
    ) as Record<keyof typeof numbers, string>),
  }
}
