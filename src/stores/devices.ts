import { computed } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { DeviceSession } from '#src/contract/account.ts'
import { MAX_RETRIES } from '#src/rules/constants.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { type FormResult, toFormResult } from './forms.ts'
import { createRemote, type Fetched } from './remote.ts'
import { $uid } from './session.ts'

const { account } = accountMessages

const remote = createRemote<readonly DeviceSession[]>({
  name: 'devices',
  $scope: $uid,
  fetch: fetchDevices,
})

async function fetchDevices(): Promise<Fetched<DeviceSession[]>> {
  const outcome = await call('GET /users/sessions', { retries: MAX_RETRIES })
  if (outcome.kind === 'ok' && Array.isArray(outcome.body.sessions))
    return { data: outcome.body.sessions.toSorted(currentFirst) }
  const message = outcome.kind === 'rejected' ? outcome.message : undefined
  return { error: message ?? account.devicesFailed }
}

const currentFirst = (a: DeviceSession, b: DeviceSession): number =>
  Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt)

export type Devices =
  | { kind: 'loading' }
  | { kind: 'loaded'; devices: readonly DeviceSession[] }
  | { kind: 'failed'; message: string }

/** Where the user is signed in: this browser first, then the latest. */
export const $devices = computed([remote.$shown, remote.$error], (devices, message): Devices => {
  if (message !== null) return { kind: 'failed', message }
  return devices ? { kind: 'loaded', devices } : { kind: 'loading' }
})

export const loadDevices = (): Promise<void> => remote.invalidate()

/** Names every other session of the user. */
const OTHERS = 'others'

/** Signs one other device out. */
export async function endDevice(id: string): Promise<FormResult> {
  const outcome = await call('DELETE /users/sessions/:id', { param: id })
  await remote.invalidate()
  return toFormResult(outcome, { rejected: account.deviceSignOutFailed })
}

/** Signs every other device out. */
export const endOtherDevices = (): Promise<FormResult> => endDevice(OTHERS)
