import { batch } from 'nanostores'
import type { Outcome } from '#src/api-client/call.ts'
import { keyFor, releaseKey } from '#src/api-client/idempotency-key.ts'
import { broadcast, type Effect, type Remote, tick } from './remote.ts'

export interface Change<Data, Reply> {
  /** What is changed, e.g. `cart/line/42`. */
  key: string
  /** Signed; 1 where absent. */
  delta?: number
  /** Pure: the data after the change. */
  apply?: (data: Data, delta: number) => Data
  /** False: `apply` takes effect on success only. */
  optimistic?: boolean
  /** What the change does to the data of other remotes. */
  also?: readonly Effect[]
  /** Time to wait for further changes with this key, in milliseconds. Their deltas add up. */
  delayMs?: number
  /** Time from its start in which the same change joins one that succeeded, in milliseconds. */
  joinMs?: number
  send(idempotencyKey: string, delta: number): Promise<Outcome<Reply>>
  /** Runs once, in the batch that takes the change out of what is pending. */
  onSettled(outcome: Outcome<Reply>): void
}

/** How a change ended; `unsent` where it was merged, cancelled, or belongs to a former user. */
export type ChangeResult = Outcome<unknown>['kind'] | 'unsent'

interface Unsent {
  delta: number
  /** Sends it without further delay. */
  flush: () => void
  cancel: () => void
}

/** By user and key. */
const unsent = new Map<string, Unsent>()
const inFlight = new Map<string, Promise<ChangeResult>>()

/**
 * Changes remote data: shows the change, sends it, and confirms it or rolls it back by the outcome.
 * A change whose key is in flight joins that one.
 */
export function change<Data, Reply>(
  remote: Remote<Data>,
  options: Change<Data, Reply>,
): Promise<ChangeResult> {
  const { key, delayMs, joinMs = 0, optimistic, apply = (data) => data } = options
  const ownKey = toOwnKey(remote, key)
  const joined = inFlight.get(ownKey)
  if (joined) return joined

  const effects = [remote.effect(apply, optimistic), ...(options.also ?? [])]
  const earlier = unsent.get(ownKey)
  const delta = (earlier?.delta ?? 0) + (options.delta ?? 1)
  const entry = { id: tick(), key, delta, sent: false }
  const show = (sent: boolean) =>
    batch(() => {
      for (const effect of effects) effect.show({ ...entry, sent })
    })
  const settle = (confirmed: boolean, sent: boolean) =>
    batch(() => {
      for (const effect of effects) effect.settle({ ...entry, sent }, confirmed)
    })

  async function send(): Promise<ChangeResult> {
    show(true)
    const request = `${ownKey} ${delta}`
    const outcome = await options.send(keyFor(request), delta)
    if (outcome.kind !== 'failed') releaseKey(request)
    batch(() => {
      settle(outcome.kind === 'ok', true)
      options.onSettled(outcome)
    })
    if (outcome.kind === 'ok') broadcast(remote.name)
    void remote.afterChange()
    return outcome.kind
  }

  if (delayMs === undefined) return track(ownKey, joinMs, send())
  batch(() => {
    earlier?.cancel()
    if (delta !== 0) show(false)
  })
  if (delta === 0) return Promise.resolve('unsent')
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      unsent.delete(ownKey)
    }
    const cancel = () => {
      end()
      settle(false, false)
      resolve('unsent')
    }
    const flush = () => {
      if (!remote.$pending.get().some(({ id }) => id === entry.id)) return cancel()
      end()
      resolve(track(ownKey, joinMs, send()))
    }
    const timer = setTimeout(flush, delayMs)
    unsent.set(ownKey, { delta, flush, cancel })
  })
}

/** Takes back a change that is not sent yet. */
export const cancelUnsent = (remote: Pick<Remote<unknown>, '$scope'>, key: string): void =>
  unsent.get(toOwnKey(remote, key))?.cancel()

const toOwnKey = (remote: Pick<Remote<unknown>, '$scope'>, key: string): string =>
  `${remote.$scope.get()} ${key}`

/** Lets the same change join until this one has failed, or `joinMs` after its start. */
function track(key: string, joinMs: number, sending: Promise<ChangeResult>): Promise<ChangeResult> {
  const joinsUntil = performance.now() + joinMs
  inFlight.set(key, sending)
  const release = () => inFlight.delete(key)
  void sending.then((result) => {
    const left = joinsUntil - performance.now()
    if (result === 'ok' && left > 0) setTimeout(release, left)
    else release()
  }, release)
  return sending
}

// What is not sent yet is sent when the page is left.
if (typeof addEventListener !== 'undefined')
  addEventListener('pagehide', () => {
    for (const { flush } of unsent.values()) flush()
  })
