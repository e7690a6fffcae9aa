import type { Address } from '#src/contract/account.ts'
import { ADDRESS_LIMITS } from '#src/contract/values.ts'
import { validatePincode } from '#src/rules/account-validation.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import type { ValidationResult } from '../../form/form-values.ts'

export type AddressValues = Omit<Address, 'isDefault'>
export type AddressFieldName = keyof AddressValues

/** An address in the list being edited; `key` stays with it while others come and go. */
export interface EditableAddress {
  key: number
  address: Address
}

export const EMPTY_ADDRESS: AddressValues = {
  address: '',
  city: '',
  state: '',
  pincode: '',
  country: '',
}

/** The five fields of an address, in the order of their form. */
export const ADDRESS_FIELDS = [
  {
    name: 'address',
    label: 'Address',
    maxLength: ADDRESS_LIMITS.address,
    autoComplete: 'address-line1',
  },
  { name: 'city', label: 'City', maxLength: ADDRESS_LIMITS.city, autoComplete: 'address-level2' },
  {
    name: 'state',
    label: 'State',
    maxLength: ADDRESS_LIMITS.state,
    autoComplete: 'address-level1',
  },
  {
    name: 'pincode',
    label: 'Pincode',
    maxLength: ADDRESS_LIMITS.pincode,
    autoComplete: 'postal-code',
  },
  {
    name: 'country',
    label: 'Country',
    maxLength: ADDRESS_LIMITS.country,
    autoComplete: 'country-name',
  },
] as const satisfies {
  name: AddressFieldName
  label: string
  maxLength: number
  autoComplete: string
}[]

export const isBlank = (address: AddressValues): boolean =>
  ADDRESS_FIELDS.every(({ name }) => address[name].trim() === '')

export const trimAddress = (address: AddressValues): AddressValues => ({
  address: address.address.trim(),
  city: address.city.trim(),
  state: address.state.trim(),
  pincode: address.pincode.trim(),
  country: address.country.trim(),
})

/** Complaints of one address by the names of its controls: street and city at least (spec §5). */
export function validateAddress(prefix: string, address: AddressValues): ValidationResult {
  const complaints: ValidationResult = {}
  for (const { name, maxLength } of ADDRESS_FIELDS)
    if (address[name].trim().length > maxLength)
      complaints[`${prefix}.${name}`] = accountMessages.account.tooLong(maxLength)
  const missing = (['address', 'city'] as const).find((part) => !address[part].trim())
  if (missing) complaints[`${prefix}.${missing}`] = accountMessages.profile.addressIncomplete
  if (address.pincode.trim())
    complaints[`${prefix}.pincode`] ??= validatePincode(address.pincode, address.country)
  return complaints
}
