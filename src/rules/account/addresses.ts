import type { Address } from '#src/contract/account.ts'

/** The primary address: the default one, otherwise the first, otherwise none (spec §4). */
export const findPrimaryAddress = (addresses: readonly Address[]): Address | null =>
  addresses.find((address) => address.isDefault) ?? addresses[0] ?? null

/** The chosen address by its text: addresses have no id, and another tab may remove one. By default the primary one. */
export const findChosenAddress = (addresses: readonly Address[], chosen: string): Address | null =>
  addresses.find((address) => formatAddress(address) === chosen) ?? findPrimaryAddress(addresses)

/** The list with the address at `index` as its only default. */
export const makeDefault = <Item extends Pick<Address, 'isDefault'>>(
  addresses: readonly Item[],
  index: number,
): Item[] => addresses.map((address, position) => ({ ...address, isDefault: position === index }))

/** The list with one default: its first default, otherwise its first address. */
export const withOneDefault = <Item extends Pick<Address, 'isDefault'>>(
  addresses: readonly Item[],
): Item[] =>
  makeDefault(
    addresses,
    Math.max(
      0,
      addresses.findIndex((address) => address.isDefault),
    ),
  )

/** The address on one line, without its empty parts. */
export const formatAddress = ({
  address,
  city,
  state,
  pincode,
  country,
}: Omit<Address, 'isDefault'>): string =>
  [address, city, state, pincode, country].filter(Boolean).join(', ')

/** Lines of a postal address: street, city, "state - pincode", country; without the empty ones. */
export function formatAddressLines({
  address,
  city,
  state,
  pincode,
  country,
}: Omit<Address, 'isDefault'>): string[] {
  const region = [state, pincode].filter(Boolean).join(' - ')
  return address ? [address, city, region, country].filter(Boolean) : []
}
