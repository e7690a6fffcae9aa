import { useState } from 'react'
import { useTyped } from '#src/ui/use-typed.ts'
import { useCall } from '../app/api.ts'
import { useLeaveGuard } from '../app/router.ts'
import { readDraft, removeDraft, storeDraft, toTexts } from './drafts.ts'

/**
 * Keeps what is typed outside of a record's form, e.g. a reply, on this device until it is cleared. No link, reload
 * or end of the session loses it. If the browser cannot keep it, leaving asks.
 * @param name among the drafts, e.g. `reply/` and the id of a message.
 */
export function useDraft(name: string) {
  const uid = useCall('GET /users/getUserProfile').data?.user?.uid ?? ''
  // The user is unknown once the session has ended.
  const [userId] = useState(uid)
  const key = { userId, recordId: name }
  const [isKept, setKept] = useState(true)
  useLeaveGuard(!isKept)
  const read = () => toTexts(readDraft(key)?.values)
  return useTyped<string>(read, (values, before) => {
    if (Object.keys(values).length > 0) {
      setKept(storeDraft(key, { revision: 0, keptAt: new Date().toISOString(), values }))
      return
    }
    setKept(true)
    // Another tab may have kept another text meanwhile. Without room, an earlier state of this one is kept.
    if (!isKept || JSON.stringify(read()) === JSON.stringify(before)) removeDraft(key)
  })
}
