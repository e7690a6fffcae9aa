import { call } from '#src/api-client/call.ts'
import type { DeviceSession } from '#src/contract/account.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { errorText, type FormResult, toFormResult } from './outcome.ts'
import { createQuery } from './query.ts'
import { $uid } from './session.ts'

const { account } = accountMessages

const query = createQuery<readonly DeviceSession[]>({
  $key: $uid,
  async fetch() {
    const outcome = await call('GET /users/sessions')
    return outcome.kind === 'ok' && Array.isArray(outcome.body.sessions)
      ? { data: outcome.body.sessions.toSorted(currentFirst) }
      : { error: errorText(outcome, account.devicesFailed) }
  },
})

const currentFirst = (a: DeviceSession, b: DeviceSession): number =>
  Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt)

/** The browsers in which the user is signed in: this one first, then the latest. */
export const { $state: $devices, invalidate: reloadDevices } = query

/** Signs one other device out. */
export async function endDevice(id: string): Promise<FormResult> {
  const outcome = await call('DELETE /users/sessions/:id', { param: id })
  await query.invalidate()
  return toFormResult(outcome, account.deviceSignOutFailed)
}

/** Signs every other device out. */
export const endOtherDevices = (): Promise<FormResult> => endDevice('others')
