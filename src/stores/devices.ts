import { atom } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { DeviceSession } from '#src/contract/account.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { type Answer, answerOf } from './answer.ts'

const { account } = accountMessages

export type Devices =
  | { kind: 'loading' }
  | { kind: 'known'; devices: DeviceSession[] }
  | { kind: 'failed'; message: string }

/** Where the user is signed in, this browser first, then the latest. */
export const $devices = atom<Devices>({ kind: 'loading' })

let latest = 0

export async function loadDevices(): Promise<void> {
  const asked = ++latest
  const outcome = await call('GET /users/sessions')
  if (asked !== latest) return
  if (outcome.kind === 'ok' && Array.isArray(outcome.body.sessions))
    return $devices.set({ kind: 'known', devices: outcome.body.sessions.toSorted(currentFirst) })
  const said = outcome.kind === 'rejected' ? outcome.message : undefined
  $devices.set({ kind: 'failed', message: said ?? account.devicesFailed })
}

const currentFirst = (a: DeviceSession, b: DeviceSession): number =>
  Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt)

/** Names every other session of the user at once. */
const OTHERS = 'others'

async function end(param: string): Promise<Answer> {
  const outcome = await call('DELETE /users/sessions/:id', { param })
  await loadDevices()
  return answerOf(outcome, { refused: account.deviceSignOutFailed })
}

/** Signs one other device out. */
export const endDevice = (id: string): Promise<Answer> => end(id)

/** Signs out everywhere but here. */
export const endOtherDevices = (): Promise<Answer> => end(OTHERS)
