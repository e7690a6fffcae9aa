import { type KeyboardEvent, useRef, useState } from 'react'
import type { Address } from '#src/contract/account.ts'
import { ADDRESS_LIMITS } from '#src/contract/values.ts'
import { validatePincode } from '#src/rules/account/account-validation.ts'
import { formatAddress, makeDefault, withOneDefault } from '#src/rules/account/addresses.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { type FieldErrors, toFieldErrors, type ValidationResult } from '../form/use-form.ts'
import {
  ADDRESS_FIELDS,
  type AddressFieldName,
  AddressFields,
  type AddressValues,
  readAddress,
} from './profile-fields.tsx'

/** An address of the edited list; `key` identifies it while others are added and removed. */
interface EditableAddress {
  key: number
  address: Address
}

const EMPTY_ADDRESS: AddressValues = {
  address: '',
  city: '',
  state: '',
  pincode: '',
  country: '',
}

/** An address of the list needs a street and a city (spec §5). */
const REQUIRED_FIELDS = ['address', 'city'] as const satisfies AddressFieldName[]

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

interface AddressRowProps {
  /** Position in the list, from 0. */
  index: number
  address: Address
  getError: (name: string) => string | undefined
  onChange: (name: AddressFieldName, value: string) => void
  onMakeDefault: () => void
  onRemove: () => void
}

/** An address of the list: its text, Make Default, Remove, and its fields in a closed row. */
export function AddressRow({
  index,
  address,
  getError,
  onChange,
  onMakeDefault,
  onRemove,
}: AddressRowProps) {
  const number = index + 1
  const prefix = `addresses.${index}`
  const [isOpen, setOpen] = useState(false)
  const hasError = ADDRESS_FIELDS.some(({ name }) => getError(`${prefix}.${name}`))
  return (
    <li className="flex flex-col gap-3 border-t border-line py-6 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h3 className="flex flex-wrap items-center gap-x-3 font-sans text-base font-medium tracking-normal">
          Address {number}
          {address.isDefault && (
            <span className="border border-accent px-2 text-[0.8125rem] leading-6 text-accent">
              Default
            </span>
          )}
        </h3>
        <div className="mx-[max(-0.75rem,-12px)] flex flex-wrap gap-x-2">
          <Button
            variant="quiet"
            size="narrow"
            className="aria-pressed:text-muted aria-pressed:no-underline"
            aria-pressed={address.isDefault}
            onClick={onMakeDefault}
          >
            {address.isDefault && <Icon name="check" className="size-4" />}
            Make Default<span className="sr-only"> address {number}</span>
          </Button>
          <Button variant="quiet" size="narrow" onClick={onRemove}>
            Remove<span className="sr-only"> address {number}</span>
          </Button>
        </div>
      </div>
      <p className="text-body-sm wrap-anywhere text-muted">{formatAddress(address)}</p>
      <details
        open={isOpen || hasError}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className="inline-flex min-h-11 cursor-pointer items-center link">
          Edit<span className="sr-only"> address {number}</span>
        </summary>
        <div className="pt-4 pb-2">
          <AddressFields
            autoCompleteSection={`section-addresses-${index}`}
            required={REQUIRED_FIELDS}
            field={(name) => ({
              name: `${prefix}.${name}`,
              error: getError(`${prefix}.${name}`),
              value: address[name],
              onChange: (event) => onChange(name, event.target.value),
            })}
          />
        </div>
      </details>
    </li>
  )
}

/** Prefix of the new address's control names. */
export const NEW_ADDRESS_PREFIX = 'new'

interface NewAddressProps {
  draft: AddressValues
  /** The error of the surrounding form for a control. */
  getError: (name: string) => string | undefined
  onDraftChange: (draft: AddressValues) => void
  onAdd: (address: AddressValues) => void
}

/** Adds an address to the list; saving the profile stores it. */
export function NewAddress({ draft, getError, onDraftChange, onAdd }: NewAddressProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})

  function add() {
    const nextErrors = toFieldErrors(validateAddress(NEW_ADDRESS_PREFIX, draft))
    setErrors(nextErrors)
    const [first] = Object.keys(nextErrors)
    if (first) return fieldset.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    onAdd(readAddress((name) => draft[name]))
    toast.success(accountMessages.profile.addressAdded)
  }

  function clear() {
    setErrors({})
    onDraftChange(EMPTY_ADDRESS)
  }

  // Enter adds this address instead of submitting the whole profile.
  function addOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    add()
  }

  return (
    <fieldset
      ref={fieldset}
      className="flex min-w-0 flex-col gap-6"
      onKeyDown={addOnEnter}
      aria-label="New address"
    >
      <AddressFields
        autoCompleteSection={`section-${NEW_ADDRESS_PREFIX}`}
        required={REQUIRED_FIELDS}
        field={(name) => ({
          name: `${NEW_ADDRESS_PREFIX}.${name}`,
          error:
            errors[`${NEW_ADDRESS_PREFIX}.${name}`] ?? getError(`${NEW_ADDRESS_PREFIX}.${name}`),
          value: draft[name],
          onChange: (event) => {
            const { [`${NEW_ADDRESS_PREFIX}.${name}`]: _, ...others } = errors
            setErrors(others)
            onDraftChange({ ...draft, [name]: event.target.value })
          },
        })}
      />
      <div className="flex flex-wrap gap-x-2 gap-y-3">
        <Button variant="secondary" onClick={add}>
          Add Address
        </Button>
        {!isBlank(draft) && (
          <Button variant="quiet" onClick={clear}>
            Clear
          </Button>
        )}
      </div>
    </fieldset>
  )
}
