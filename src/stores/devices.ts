import { computed } from 'nanostores'
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
      : { error: errorText(outcome, { rejected: account.devicesFailed }) }
  },
})

const currentFirst = (a: DeviceSession, b: DeviceSession): number =>
  Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt)

export type Devices =
  | { kind: 'loading' }
  | { kind: 'loaded'; devices: readonly DeviceSession[] }
  | { kind: 'failed'; message: string }

/** Where the user is signed in: this browser first, then the latest. */
export const $devices = computed(query.$state, ({ data, error }): Devices => {
  if (error !== null) return { kind: 'failed', message: error }
  return data ? { kind: 'loaded', devices: data } : { kind: 'loading' }
})

export const loadDevices = query.invalidate

/** Names every other session of the user. */
const OTHERS = 'others'

/** Signs one other device out. */
export async function endDevice(id: string): Promise<FormResult> {
  const outcome = await call('DELETE /users/sessions/:id', { param: id })
  await query.invalidate()
  return toFormResult(outcome, { rejected: account.deviceSignOutFailed })
}

/** Signs every other device out. */
export const endOtherDevices = (): Promise<FormResult> => endDevice(OTHERS)
