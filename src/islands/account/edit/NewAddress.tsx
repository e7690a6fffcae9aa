import { type KeyboardEvent, useRef, useState } from 'react'
import { accountMessages } from '#src/rules/messages/account.ts'
import { say } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/Button.tsx'
import { type Errors, errorsOf } from '../form-values.ts'
import { AddressFields } from './AddressFields.tsx'
import {
  type AddressText,
  addressComplaints,
  isBlank,
  NO_ADDRESS,
  trimmed,
} from './addresses-draft.ts'

/** Begins the names of the new address's controls. */
export const NEW_ADDRESS = 'new'

interface Props {
  draft: AddressText
  /** What the form around it says of a control here. */
  errorOf: (name: string) => string | undefined
  onDraft: (draft: AddressText) => void
  onAdd: (address: AddressText) => void
}

/** Adds one address to the list; it is kept when the profile is saved. */
export function NewAddress({ draft, errorOf, onDraft, onAdd }: Props) {
  const part = useRef<HTMLFieldSetElement>(null)
  const [errors, setErrors] = useState<Errors>({})

  function add() {
    const found = errorsOf(addressComplaints(NEW_ADDRESS, draft))
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) return part.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    onAdd(trimmed(draft))
    say.success(accountMessages.profile.addressAdded)
  }

  function clear() {
    setErrors({})
    onDraft(NO_ADDRESS)
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
        prefix={NEW_ADDRESS}
        value={draft}
        errorOf={(name) => errors[name] ?? errorOf(name)}
        onChange={(key, text) => {
          const { [`${NEW_ADDRESS}.${key}`]: _, ...others } = errors
          setErrors(others)
          onDraft({ ...draft, [key]: text })
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
