import { useState } from 'react'
import { useCall } from '../app/api.ts'
import { readDraft, removeDraft, storeDraft } from './drafts.ts'

/**
 * What is typed into a text field outside of a record's form, e.g. a reply. It is kept on this device until
 * it is cleared, so that no link, reload or end of the session loses it.
 * @param name of the text among the drafts, e.g. `reply/` and the id of a message.
 * @returns the text, undefined when nothing has been typed, and what sets or clears it.
 */
export function useTextDraft(
  name: string,
): [text: string | undefined, set: (text: string | undefined) => void] {
  const userId = useCall('GET /users/getUserProfile').data?.user?.uid ?? ''
  const key = { userId, recordId: name }
  const [text, setText] = useState(() => {
    const values = readDraft(key)?.values
    return typeof values === 'string' ? values : undefined
  })
  const set = (next: string | undefined) => {
    setText(next)
    if (next === undefined) removeDraft(key)
    else storeDraft(key, { revision: 0, keptAt: new Date().toISOString(), values: next })
  }
  return [text, set]
}
