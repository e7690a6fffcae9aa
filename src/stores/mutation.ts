import { batch } from 'nanostores'
import type { Outcome } from '#src/api-client/call.ts'
import { keyFor, releaseKey } from '#src/api-client/idempotency-key.ts'
import type { Pending, Query } from './query.ts'
import { broadcast } from './tabs.ts'

export interface Mutation<Data, Reply> {
  /** The key of the changed data, e.g. `cart/line/42`. */
  key: string
  /** Signed; 1 if absent. */
  delta?: number
  /** Pure: the data after the mutation. */
  apply?: (data: Data, delta: number) => Data
  /** False: `apply` takes effect on success only. */
  optimistic?: boolean
  /** The effects of the mutation on the data of other queries. */
  effects?: readonly Effect[]
  /** Time from its start in which the same mutation joins one that succeeded, in milliseconds. */
  joinMs?: number
  send(idempotencyKey: string, delta: number): Promise<Outcome<Reply>>
  /** Runs once, in the batch that removes the pending mutation. */
  onSettled(outcome: Outcome<Reply>): void
}

type Entry = Omit<Pending<unknown>, 'apply'>

/** The effect of a mutation on the data of one query. */
export interface Effect {
  /** Shows the mutation, or shows it again with another delta. */
  show(entry: Entry): void
  /** Removes the pending mutation; if it succeeded, applies it to the confirmed data. */
  settle(entry: Entry, succeeded: boolean): void
}

export const createEffect = <Data>(
  { $pending, $confirmed, markStale }: Query<Data>,
  apply: (data: Data, delta: number) => Data,
  optimistic = true,
): Effect => ({
  show(entry) {
    if (entry.sent) markStale()
    const others = $pending.get().filter(({ id }) => id !== entry.id)
    $pending.set([...others, { ...entry, apply: optimistic ? apply : undefined }])
  },
  settle({ sent, delta, ...entry }, succeeded) {
    const others = $pending.get().filter(({ id }) => id !== entry.id)
    // The data belongs to another user meanwhile, so the mutation is not part of it.
    if (others.length === $pending.get().length) return
    if (sent) markStale()
    $pending.set(others)
    const data = $confirmed.get()
    if (succeeded && data !== undefined) $confirmed.set(apply(data, delta))
  },
})

function createEffects<Data, Reply>(query: Query<Data>, mutation: Mutation<Data, Reply>): Effect[] {
  const { apply = (data) => data, optimistic, effects = [] } = mutation
  return [createEffect(query, apply, optimistic), ...effects]
}

/** A mutation of one user. */
const toId = ({ $key }: Pick<Query<unknown>, '$key'>, key: string): string => `${$key.get()} ${key}`

const inFlight = new Map<string, Promise<boolean>>()

/**
 * Shows a mutation, sends it, and confirms it or rolls it back by the outcome. A mutation whose key
 * is in flight joins that one.
 * @returns whether it succeeded.
 */
export function mutate<Data, Reply>(
  query: Query<Data>,
  mutation: Mutation<Data, Reply>,
): Promise<boolean> {
  const { key, delta = 1, joinMs } = mutation
  const id = toId(query, key)
  const joined = inFlight.get(id)
  if (joined) return joined
  const effects = createEffects(query, mutation)
  const entry = { id, key, delta, sent: true }

  async function send(): Promise<boolean> {
    batch(() => {
      for (const effect of effects) effect.show(entry)
    })
    const request = `${id} ${delta}`
    const outcome = await mutation.send(keyFor(request), delta)
    if (outcome.kind !== 'failed') releaseKey(request)
    const succeeded = outcome.kind === 'ok'
    batch(() => {
      for (const effect of effects) effect.settle(entry, succeeded)
      mutation.onSettled(outcome)
    })
    if (succeeded && query.name !== undefined) broadcast(query.name)
    return succeeded
  }

  const joinable = joinMs && new Promise((resolve) => setTimeout(resolve, joinMs))
  const sending = send()
  inFlight.set(id, sending)
  const release = () => inFlight.delete(id)
  void sending.then((succeeded) => {
    if (succeeded && joinable) void joinable.then(release)
    else release()
  }, release)
  return sending
}

/** Functions that send waiting mutations without further delay. */
const waiting = new Set<() => void>()

/** Sends the waiting mutations when the page is left. */
function flushWaiting(): void {
  for (const flush of waiting) flush()
}

globalThis.addEventListener?.('pagehide', flushWaiting)

/** Calls `flush` when the page is left, once. @returns a function that ends the wait. */
function flushOnLeave(flush: () => void): () => void {
  const end = () => {
    waiting.delete(callOnce)
    // A listener for longer would keep pages out of some back/forward caches.
    if (waiting.size === 0) globalThis.removeEventListener?.('beforeunload', flushWaiting)
  }
  const callOnce = () => {
    end()
    flush()
  }
  waiting.add(callOnce)
  // A hidden page may be gone before a service worker without static routes has passed a request on;
  // sent before the page asks for the next one, it is first in the worker's queue.
  globalThis.addEventListener?.('beforeunload', flushWaiting)
  return end
}

/** Waits for an earlier call, unless the page is left: unsent mutations would be lost. */
export const waitUnlessLeft = (earlier: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const end = flushOnLeave(resolve)
    void earlier.then(end).then(resolve)
  })

interface Unsent {
  delta: number
  cancel: () => void
}

const unsent = new Map<string, Unsent>()

/**
 * Shows a mutation and sends it after `delayMs` without another one of its key. Their deltas add up;
 * a sum of 0 is not sent.
 */
export function debounceMutation<Data, Reply>(
  query: Query<Data>,
  mutation: Mutation<Data, Reply> & { delayMs: number },
): void {
  const { key, delayMs } = mutation
  const id = toId(query, key)
  const earlier = unsent.get(id)
  const delta = (earlier?.delta ?? 0) + (mutation.delta ?? 1)
  const effects = createEffects(query, mutation)
  const entry = { id, key, delta, sent: false }
  const end = () => {
    clearTimeout(timer)
    unsent.delete(id)
    endWait?.()
  }
  const cancel = () => {
    end()
    batch(() => {
      for (const effect of effects) effect.settle(entry, false)
    })
  }
  const flush = () => {
    // Another user may have signed in.
    if (!query.$pending.get().some((pending) => pending.id === id)) return cancel()
    end()
    void mutate(query, { ...mutation, delta })
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  let endWait: (() => void) | undefined
  batch(() => {
    earlier?.cancel()
    if (delta === 0) return
    for (const effect of effects) effect.show(entry)
    timer = setTimeout(flush, delayMs)
    unsent.set(id, { delta, cancel })
    endWait = flushOnLeave(flush)
  })
}

/** Takes back a mutation that is not sent yet. */
export const cancelUnsent = (query: Pick<Query<unknown>, '$key'>, key: string): void =>
  unsent.get(toId(query, key))?.cancel()
