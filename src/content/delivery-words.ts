import type { Facts } from '#src/contract/content.ts'
import { isIndia } from '#src/rules/account/pincode.ts'

/** Returns names as a part of a sentence, e.g. `India, Nepal and Bhutan`. */
export const joinNames = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')

/** Returns how long a parcel to another country takes, or that none goes there. */
export function describeAbroad(
  countries: readonly string[],
  { abroadMinDays, abroadMaxDays }: Facts['others'],
): string {
  const abroad = countries.filter((country) => !isIndia(country))
  if (abroad.length === 0) return 'At present we do not deliver to other countries.'
  return `A parcel to ${joinNames(abroad)} takes ${abroadMinDays} to ${abroadMaxDays} working days. Import duty, if a country asks for it, is paid by the recipient.`
}
