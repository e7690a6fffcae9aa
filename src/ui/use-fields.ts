import { useState } from 'react'
import { afterPress } from './after-press.ts'

type Texts<Id extends string> = { readonly [id in Id]?: string | undefined }

/** Focuses a field after its error is rendered, and with it a field that appears for it. */
const focusField = (id: string) => setTimeout(() => document.getElementById(id)?.focus())

/**
 * Holds back the errors of a small form until a field is left with a value, or the form is sent.
 * @param errors by the ids of the fields, in their order on the page.
 * @param values with them, an error of the server ends when its field changes.
 */
export function useFields<Id extends string>(errors: Texts<Id>, values: Texts<Id> = {}) {
  const [shown, setShown] = useState<readonly string[]>([])
  const [rejected, setRejected] = useState<{ id: Id; value: string | undefined; text: string }>()
  const ids = Object.keys(errors) as Id[]
  return {
    /** The error of a field, as soon as it may be shown. */
    errorOf: (id: Id): string | undefined =>
      (shown.includes(id) && errors[id]) ||
      (rejected?.id === id && rejected.value === values[id] ? rejected.text : undefined),
    /** Handles the blur of a field. */
    leave(id: Id, value: string): void {
      if (value !== '') afterPress(() => setShown((all) => [...all, id]))
    },
    /** Shows all errors, and focuses the first field that has one. @returns whether there is none. */
    check(): boolean {
      setShown(ids)
      setRejected(undefined)
      const wrong = ids.find((id) => errors[id])
      if (wrong) focusField(wrong)
      return !wrong
    },
    /** Shows an error that the server found, and focuses its field. */
    reject(id: Id, text: string): void {
      setRejected({ id, value: values[id], text })
      focusField(id)
    },
  }
}

/** Returns the error of a text that is required. */
export const findMissing = (text: string, error = 'Fill this in.'): string | undefined =>
  text.trim() === '' ? error : undefined
