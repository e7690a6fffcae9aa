import { useRef, useState } from 'react'
import type { Address } from '#src/contract/account.ts'
import { ADDRESS_LIMITS } from '#src/contract/values.ts'
import { validatePincode } from '#src/rules/account-validation.ts'
import { makeDefault, withOneDefault } from '#src/rules/addresses.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import type { ValidationResult } from '../../form/form-values.ts'
import { ADDRESS_FIELDS, type AddressFieldName, type AddressValues } from '../profile-fields.tsx'

/** An address of the edited list; `key` identifies it while others are added and removed. */
interface EditableAddress {
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

/** An address of the list needs a street and a city (spec §5). */
export const REQUIRED_FIELDS = ['address', 'city'] as const satisfies AddressFieldName[]

export const isBlank = (address: AddressValues): boolean =>
  ADDRESS_FIELDS.every(({ name }) => address[name].trim() === '')

/** Errors of one address by the names of its controls. */
export function validateAddress(prefix: string, address: AddressValues): ValidationResult {
  const errors: ValidationResult = {}
  for (const { name } of ADDRESS_FIELDS)
    if (address[name].trim().length > ADDRESS_LIMITS[name])
      errors[`${prefix}.${name}`] = accountMessages.account.tooLong(ADDRESS_LIMITS[name])
  const missing = REQUIRED_FIELDS.find((name) => !address[name].trim())
  if (missing) errors[`${prefix}.${missing}`] = accountMessages.profile.addressIncomplete
  if (address.pincode.trim())
    errors[`${prefix}.pincode`] ??= validatePincode(address.pincode, address.country)
  return errors
}

type Rows = readonly EditableAddress[]

const toAddresses = (rows: Rows): Address[] => rows.map(({ address }) => address)

/** The same rows with other addresses. */
const withAddresses = (rows: Rows, addresses: Address[]): EditableAddress[] =>
  rows.flatMap((row, index) => {
    const address = addresses[index]
    return address ? [{ ...row, address }] : []
  })

const ensureOneDefault = (rows: Rows): EditableAddress[] =>
  withAddresses(rows, withOneDefault(toAddresses(rows)))

/** The edited list of addresses, with exactly one default, and the draft of a new one. */
export function useAddresses(saved: readonly Address[]) {
  const nextKey = useRef(saved.length)
  const [rows, setRows] = useState<Rows>(() => saved.map((address, key) => ({ key, address })))
  const [draft, setDraft] = useState(EMPTY_ADDRESS)

  return {
    rows,
    draft,
    setDraft,
    update: (key: number, name: AddressFieldName, value: string) =>
      setRows((current) =>
        current.map((row) =>
          row.key === key ? { ...row, address: { ...row.address, [name]: value } } : row,
        ),
      ),
    makeDefault: (index: number) =>
      setRows((current) => withAddresses(current, makeDefault(toAddresses(current), index))),
    remove: (key: number) =>
      setRows((current) => ensureOneDefault(current.filter((row) => row.key !== key))),
    add: (address: AddressValues) => {
      const key = nextKey.current++
      setRows((current) =>
        ensureOneDefault([...current, { key, address: { ...address, isDefault: false } }]),
      )
      setDraft(EMPTY_ADDRESS)
    },
  }
}
