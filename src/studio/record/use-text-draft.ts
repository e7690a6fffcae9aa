import { useState } from 'react'
import { useCall } from '../app/api.ts'
import { useLeaveGuard } from '../app/router.ts'
import { readDraft, removeDraft, storeDraft, toTexts } from './drafts.ts'

const toText = (values: unknown): string | undefined =>
  typeof values === 'string' ? values : undefined

/**
 * What is typed into a text field outside of a record's form, e.g. a reply. It is kept on this device until
 * it is cleared, so that no link, reload or end of the session loses it; without room there, leaving asks.
 * @param name of the text among the drafts, e.g. `reply/` and the id of a message.
 * @returns the text, undefined when nothing has been typed, and what sets or clears it.
 */
export function useTextDraft(
  name: string,
): [text: string | undefined, set: (text: string | undefined) => void] {
  const uid = useCall('GET /users/getUserProfile').data?.user?.uid ?? ''
  // The user is unknown once the session has ended.
  const [userId] = useState(uid)
  const key = { userId, recordId: name }
  const [text, setText] = useState(() => toText(readDraft(key)?.values))
  const [isKept, setKept] = useState(true)
  useLeaveGuard(!isKept)
  const set = (next: string | undefined) => {
    setText(next)
    if (next !== undefined) {
      setKept(storeDraft(key, { revision: 0, keptAt: new Date().toISOString(), values: next }))
      return
    }
    setKept(true)
    // Another tab may have kept another text meanwhile. Without room, an earlier state of this one is kept.
    if (!isKept || toText(readDraft(key)?.values) === text) removeDraft(key)
  }
  return [text, set]
}

type Fields = Record<string, string>

function parseFields(text: string | undefined): Fields {
  try {
    return toTexts(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}

/**
 * The same for the fields of a small form, e.g. of a dialog.
 * @returns what is typed by the names of the fields, what changes it, and what clears it once it is sent.
 */
export function useFieldDrafts(
  name: string,
): [typed: Partial<Fields>, change: (fields: Fields) => void, clear: () => void] {
  const [text, setText] = useTextDraft(name)
  const typed: Partial<Fields> = parseFields(text)
  return [
    typed,
    (fields) => setText(JSON.stringify({ ...typed, ...fields })),
    () => setText(undefined),
  ]
}
