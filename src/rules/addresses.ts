import type { Address } from '#src/contract/account.ts'

/** The primary address: the default one, else the first, else none (spec §4). */
export const findPrimaryAddress = (addresses: readonly Address[]): Address | null =>
  addresses.find((one) => one.isDefault) ?? addresses[0] ?? null

/** The list with exactly one default, the one at `index`. */
export const makeDefault = (addresses: readonly Address[], index: number): Address[] =>
  addresses.map((one, place) => ({ ...one, isDefault: place === index }))

/** The list with exactly one default, whatever it had: its first default, else its first. */
export const withOneDefault = (addresses: readonly Address[]): Address[] =>
  makeDefault(
    addresses,
    Math.max(
      0,
      addresses.findIndex((one) => one.isDefault),
    ),
  )

/** The address on one line; what is empty leaves no comma behind. */
export const formatAddress = ({ address, city, state, pincode, country }: Address): string =>
  [address, city, state, pincode, country].filter(Boolean).join(', ')

/** The address as on an envelope: street, city, state - pincode, country; what is empty is left out. */
export function formatAddressLines(to: Omit<Address, 'isDefault'>): string[] {
  const place = [to.state, to.pincode].filter(Boolean).join(' - ')
  return to.address ? [to.address, to.city, place, to.country].filter(Boolean) : []
}
