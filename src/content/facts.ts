import { brand } from '#src/rules/brand.ts'
import type { ContentToken } from '#src/rules/content-tokens.ts'

const { street, city, state, pincode, country } = brand.address

/** Settings about the seller; empty where none is set. */
interface LegalSettings {
  name: string | undefined
  numbers: string | undefined
  officer: string | undefined
  grievanceEmail: string | undefined
}

/** Who sells, and who settles complaints; without settings the name and the address of the brand. */
export const toLegal = ({ name, numbers, officer, grievanceEmail }: LegalSettings) => ({
  name: name || brand.name,
  /** Company and tax numbers; empty where none are set. */
  numbers: numbers ?? '',
  address: `${street}, ${city}, ${state} ${pincode}, ${country}`,
  /** Empty where none is set. */
  officer: officer ?? '',
  grievanceEmail: grievanceEmail || brand.email,
})

/** What stands in place of the tokens of every text. */
export function toFacts(settings: LegalSettings): Record<ContentToken, string> {
  const legal = toLegal(settings)
  return {
    name: brand.name,
    email: brand.email,
    phone: brand.phone,
    hours: brand.hours,
    city,
    seller: legal.name,
    sellerAddress: legal.address,
    grievanceOfficer: legal.officer || 'our Grievance Officer',
    grievanceEmail: legal.grievanceEmail,
  }
}
