import type { Address } from '#src/contract/account.ts'
import { LIMITS, pincodeComplaint } from '#src/rules/account-rules.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import type { Complaints } from '../form-values.ts'

export type AddressText = Omit<Address, 'isDefault'>
export type AddressPart = keyof AddressText

/** An address in the list being edited; `key` stays with it while others come and go. */
export interface Row {
  key: number
  address: Address
}

export const NO_ADDRESS: AddressText = {
  address: '',
  city: '',
  state: '',
  pincode: '',
  country: '',
}

/** The five fields of an address, in the order of their form. */
export const ADDRESS_PARTS = [
  { part: 'address', label: 'Address', most: LIMITS.street, token: 'address-line1' },
  { part: 'city', label: 'City', most: LIMITS.city, token: 'address-level2' },
  { part: 'state', label: 'State', most: LIMITS.city, token: 'address-level1' },
  { part: 'pincode', label: 'Pincode', most: LIMITS.pincode, token: 'postal-code' },
  { part: 'country', label: 'Country', most: LIMITS.city, token: 'country-name' },
] as const satisfies { part: AddressPart; label: string; most: number; token: string }[]

export const isBlank = (address: AddressText): boolean =>
  ADDRESS_PARTS.every(({ part }) => address[part].trim() === '')

export const trimmed = (address: AddressText): AddressText => ({
  address: address.address.trim(),
  city: address.city.trim(),
  state: address.state.trim(),
  pincode: address.pincode.trim(),
  country: address.country.trim(),
})

/** Complaints of one address by the names of its controls: street and city at least (spec §5). */
export function addressComplaints(prefix: string, address: AddressText): Complaints {
  const complaints: Complaints = {}
  for (const { part, most } of ADDRESS_PARTS)
    if (address[part].trim().length > most)
      complaints[`${prefix}.${part}`] = accountMessages.account.tooLong(most)
  const missing = (['address', 'city'] as const).find((part) => !address[part].trim())
  if (missing) complaints[`${prefix}.${missing}`] = accountMessages.profile.addressNeeds
  if (address.pincode.trim())
    complaints[`${prefix}.pincode`] ??= pincodeComplaint(address.pincode, address.country)
  return complaints
}
