import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { Address } from '#src/contract/account.ts'
import { ADDRESS_LIMITS } from '#src/contract/form-limits.ts'
import { validatePincode } from '#src/rules/account/account-validation.ts'
import { formatAddress, makeDefault, withOneDefault } from '#src/rules/account/addresses.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { checkIcon } from '#src/ui/icons.ts'
import {
  type FieldErrors,
  type FieldReader,
  toFieldErrors,
  type ValidationResult,
} from '../form/use-form.ts'
import {
  ADDRESS_FIELDS,
  type AddressFieldName,
  AddressFields,
  type AddressValues,
  readAddress,
} from './profile-fields.tsx'

/** An address of the list needs a street and a city (spec §5). */
const REQUIRED_FIELDS = ['address', 'city'] as const satisfies AddressFieldName[]

export const isBlank = (address: AddressValues): boolean =>
  ADDRESS_FIELDS.every(({ name }) => address[name] === '')

/** Reads the address whose controls have this prefix, e.g. `addresses.0`. */
export const readPrefixed = (prefix: string, read: FieldReader): AddressValues =>
  readAddress((name) => read(`${prefix}.${name}`))

/** Returns the errors of one address by the names of its controls. */
export function validateAddress(prefix: string, address: AddressValues): ValidationResult {
  const errors: ValidationResult = {}
  for (const { name } of ADDRESS_FIELDS)
    if (address[name].length > ADDRESS_LIMITS[name])
      errors[`${prefix}.${name}`] = accountMessages.account.tooLong(ADDRESS_LIMITS[name])
  const missing = REQUIRED_FIELDS.find((name) => !address[name])
  if (missing) errors[`${prefix}.${missing}`] = accountMessages.profile.addressIncomplete
  if (address.pincode)
    errors[`${prefix}.pincode`] ??= validatePincode(address.pincode, address.country)
  return errors
}

/** An address of the edited list. The form has its values. */
interface AddressItem {
  /** Identifies it while others are added and removed. */
  key: number
  /** Initial values of its fields. */
  values: AddressValues
  isDefault: boolean
}

/** Returns the prefix of the names of an address of the list. */
export const toPrefix = (index: number): string => `addresses.${index}`

/** The edited list of addresses, with exactly one default. */
export function useAddresses(saved: readonly Address[]) {
  const nextKey = useRef(saved.length)
  const [rows, setRows] = useState<readonly AddressItem[]>(() =>
    saved.map(({ isDefault, ...values }, key) => ({ key, values, isDefault })),
  )
  return {
    rows,
    makeDefault: (index: number) => setRows((current) => makeDefault(current, index)),
    remove: (key: number) =>
      setRows((current) => withOneDefault(current.filter((row) => row.key !== key))),
    add: (values: AddressValues) => {
      const key = nextKey.current++
      setRows((current) => withOneDefault([...current, { key, values, isDefault: false }]))
    },
  }
}

interface AddressRowProps {
  /** Position in the list, from 0. */
  index: number
  values: AddressValues
  isDefault: boolean
  getError: (name: string) => string | undefined
  onMakeDefault: () => void
  onRemove: () => void
}

/** An address of the list: its text, Make Default, Remove, and its fields in a closed row. */
export function AddressRow({
  index,
  values,
  isDefault,
  getError,
  onMakeDefault,
  onRemove,
}: AddressRowProps) {
  const number = index + 1
  const prefix = toPrefix(index)
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState(() => formatAddress(values))
  const isShown = isOpen || ADDRESS_FIELDS.some(({ name }) => getError(`${prefix}.${name}`))
  return (
    <li className="flex flex-col gap-3 border-t border-line py-6 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h3 className="flex flex-wrap items-center gap-x-3 font-sans text-base font-medium tracking-normal">
          Address {number}
        </h3>
        <div className="mx-[max(-0.75rem,-12px)] flex flex-wrap gap-x-2 max-sm:basis-full">
          <Button
            variant="quiet"
            size="narrow"
            aria-expanded={isShown}
            aria-controls={`${prefix}-fields`}
            onClick={() => setOpen(!isShown)}
          >
            Edit<span className="sr-only"> address {number}</span>
          </Button>
          <Button
            variant="quiet"
            size="narrow"
            className="aria-pressed:text-muted aria-pressed:no-underline"
            aria-pressed={isDefault}
            onClick={onMakeDefault}
          >
            {/* The pressed button reads "Default", but keeps its name. */}
            {isDefault && <Icon path={checkIcon} className="size-4 text-accent" />}
            <span>
              <span className={isDefault ? 'sr-only' : undefined}>Make </span>Default
              <span className="sr-only"> address {number}</span>
            </span>
          </Button>
          <Button variant="quiet" size="narrow" onClick={onRemove}>
            Remove<span className="sr-only"> address {number}</span>
          </Button>
        </div>
      </div>
      <p className="text-body-sm wrap-anywhere text-muted">{text}</p>
      <div
        id={`${prefix}-fields`}
        hidden={!isShown}
        className="pt-4 pb-2"
        onInput={({ currentTarget }) => {
          // Stays open when the error that opened it is corrected.
          setOpen(true)
          setText(formatAddress(readPrefixed(prefix, createControlReader(currentTarget))))
        }}
      >
        <AddressFields
          autoCompleteSection={`section-addresses-${index}`}
          required={REQUIRED_FIELDS}
          values={values}
          field={(name) => ({
            name: `${prefix}.${name}`,
            error: getError(`${prefix}.${name}`),
          })}
        />
      </div>
    </li>
  )
}

/** Reads the controls of a part of a form. */
const createControlReader =
  (part: Element): FieldReader =>
  (name) =>
    part.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)?.value ?? ''

/** Prefix of the new address's control names. */
export const NEW_ADDRESS_PREFIX = 'new'

interface NewAddressProps {
  /** Values from before a reload. */
  initial?: AddressValues | undefined
  /** The error of the surrounding form for a control. */
  getError: (name: string) => string | undefined
  onAdd: (address: AddressValues) => void
  /** Called once the fields are empty again. */
  onEmptied: () => void
}

/** Adds an address to the list; saving the profile stores it. */
export function NewAddress({ initial, getError, onAdd, onEmptied }: NewAddressProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isTyped, setTyped] = useState(initial !== undefined && !isBlank(initial))
  /** Number of times that the fields were emptied. */
  const [emptied, setEmptied] = useState(0)

  const read = (part: Element) => readPrefixed(NEW_ADDRESS_PREFIX, createControlReader(part))

  function add() {
    if (!fieldset.current) return
    const address = read(fieldset.current)
    const nextErrors = toFieldErrors(validateAddress(NEW_ADDRESS_PREFIX, address))
    setErrors(nextErrors)
    const first = ADDRESS_FIELDS.map(({ name }) => `${NEW_ADDRESS_PREFIX}.${name}`).find(
      (name) => name in nextErrors,
    )
    if (first) return fieldset.current.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    onAdd(address)
    clear()
    toast.success(accountMessages.profile.addressAdded)
  }

  function clear() {
    setErrors({})
    setTyped(false)
    setEmptied((times) => times + 1)
    onEmptied()
  }

  function handleInput({ target, currentTarget }: FormEvent<HTMLFieldSetElement>) {
    setTyped(!isBlank(read(currentTarget)))
    const { name } = target as HTMLInputElement | HTMLSelectElement
    setErrors(({ [name]: _, ...others }) => others)
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
      onInput={handleInput}
      onKeyDown={addOnEnter}
      aria-label="New address"
    >
      <AddressFields
        key={emptied}
        {...(initial && emptied === 0 && { values: initial })}
        autoCompleteSection={`section-${NEW_ADDRESS_PREFIX}`}
        required={REQUIRED_FIELDS}
        field={(name) => ({
          name: `${NEW_ADDRESS_PREFIX}.${name}`,
          error:
            errors[`${NEW_ADDRESS_PREFIX}.${name}`] ?? getError(`${NEW_ADDRESS_PREFIX}.${name}`),
        })}
      />
      <div className="flex flex-wrap gap-x-2 gap-y-3">
        <Button variant="secondary" onClick={add}>
          Add Address
        </Button>
        {isTyped && (
          <Button variant="quiet" onClick={clear}>
            Clear
          </Button>
        )}
      </div>
    </fieldset>
  )
}
