import { type KeyboardEvent, useRef, useState } from 'react'
import { accountMessages } from '#src/rules/messages/account.ts'
import { say } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/Button.tsx'
import { type FieldErrors, toFieldErrors } from '../../form/form-values.ts'
import { AddressFields } from './AddressFields.tsx'
import {
  type AddressValues,
  EMPTY_ADDRESS,
  isBlank,
  trimAddress,
  validateAddress,
} from './addresses-draft.ts'

/** Begins the names of the new address's controls. */
export const NEW_ADDRESS_PREFIX = 'new'

interface Props {
  draft: AddressValues
  /** What the form around it says of a control here. */
  getError: (name: string) => string | undefined
  onDraftChange: (draft: AddressValues) => void
  onAdd: (address: AddressValues) => void
}

/** Adds one address to the list; it is kept when the profile is saved. */
export function NewAddress({ draft, getError, onDraftChange, onAdd }: Props) {
  const part = useRef<HTMLFieldSetElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})

  function add() {
    const found = toFieldErrors(validateAddress(NEW_ADDRESS_PREFIX, draft))
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) return part.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    onAdd(trimAddress(draft))
    say.success(accountMessages.profile.addressAdded)
  }

  function clear() {
    setErrors({})
    onDraftChange(EMPTY_ADDRESS)
  }

  // Enter belongs to this address here, not to the whole profile.
  function addOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    add()
  }

  return (
    <fieldset
      ref={part}
      className="flex min-w-0 flex-col gap-6"
      onKeyDown={addOnEnter}
      aria-label="New address"
    >
      <AddressFields
        prefix={NEW_ADDRESS_PREFIX}
        value={draft}
        getError={(name) => errors[name] ?? getError(name)}
        onChange={(key, text) => {
          const { [`${NEW_ADDRESS_PREFIX}.${key}`]: _, ...others } = errors
          setErrors(others)
          onDraftChange({ ...draft, [key]: text })
        }}
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
