import { type KeyboardEvent, useRef, useState } from 'react'
import { accountMessages } from '#src/rules/messages/account.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/Button.tsx'
import { type FieldErrors, toFieldErrors } from '../../form/form-values.ts'
import { AddressFields, type AddressValues, readAddress } from '../profile-fields.tsx'
import { EMPTY_ADDRESS, isBlank, REQUIRED_FIELDS, validateAddress } from './use-addresses.ts'

/** Prefix of the new address's control names. */
export const NEW_ADDRESS_PREFIX = 'new'

interface Props {
  draft: AddressValues
  /** The error of the surrounding form for a control. */
  getError: (name: string) => string | undefined
  onDraftChange: (draft: AddressValues) => void
  onAdd: (address: AddressValues) => void
}

/** Adds an address to the list; saving the profile stores it. */
export function NewAddress({ draft, getError, onDraftChange, onAdd }: Props) {
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
