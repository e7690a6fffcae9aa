import { atom, batch, computed, type ReadableAtom, type WritableAtom } from 'nanostores'
import { deleteCached, getCached, setCached } from './storage.ts'

/** Why data could not be fetched: the text for the page and, where it differs, for a toast. */
export interface FetchFailure {
  error: string
  toast?: string
}

export type Fetched<Data> = { data: Data } | FetchFailure

/** A change that the server has not confirmed, as shown in one remote. */
export interface Pending<Data> {
  id: number
  key: string
  /** Signed; changes with the same key that are not sent add up. */
  delta: number
  sent: boolean
  /** Pure: runs again on every new confirmed state. Absent where only success is shown. */
  apply: ((data: Data, delta: number) => Data) | undefined
}

type PendingChange = Pick<Pending<unknown>, 'id' | 'key' | 'delta' | 'sent'>

/** What one change does to the data of one remote. */
export interface Effect {
  /** Shows the change, or shows it again with another delta. */
  show(change: PendingChange): void
  /** Removes the change from what is pending; where `confirmed`, applies it to the confirmed data. */
  settle(change: PendingChange, confirmed: boolean): void
}

export interface RemoteOptions<Data> {
  /** Names the data to other tabs. */
  name: string
  /** What the data is of, e.g. a user id or a slug; null while there is nothing to fetch. */
  $scope: ReadableAtom<string | null>
  /** `onRetry` shows a failed attempt while the call is repeated. */
  fetch(scope: string, onRetry: (error: string) => void): Promise<Fetched<Data>>
  /** Absent: not cached. */
  cacheKey?: (scope: string) => string
  /** Parses cached data; undefined where it must be fetched again. */
  parseCached?: (data: unknown, fresh: boolean) => Data | undefined
  /** Keeps what is true of an answer that a change has overtaken. Absent: the answer is dropped. */
  reconcile?: (answer: Data, current: Data) => Data
  /** Whether changes are broadcast to other tabs, and a page restored from the back/forward cache fetches again. */
  shared?: boolean
  /** Runs before the fetch of a page that is back from the back/forward cache. */
  onRestore?: () => void
  /** Whether a settled change is followed by a fetch. */
  refetchesAfterChange?: () => boolean
  onConfirm?: (data: Data) => void
  onFail?: (failure: FetchFailure) => void
}

export interface RemoteState<Data> {
  data: Data | undefined
  error: string | null
  loading: boolean
}

export interface Remote<Data> {
  name: string
  $scope: ReadableAtom<string | null>
  /** What the server confirmed; undefined until the first answer. */
  $data: ReadableAtom<Data | undefined>
  /** Confirmed data with the pending changes applied: what pages show. */
  $shown: ReadableAtom<Data | undefined>
  $pending: ReadableAtom<readonly Pending<Data>[]>
  /** What pages show, with the state of the fetch. */
  $state: ReadableAtom<RemoteState<Data>>
  /** The text of the last failure, until an answer comes. */
  $error: WritableAtom<string | null>
  $loading: WritableAtom<boolean>
  /** Shows cached data, and fetches unless it is fresh. */
  load(): Promise<void>
  /** Fetches; joins the request in flight unless a change has overtaken it. */
  refetch(): Promise<void>
  /** Fetches again because the data changed elsewhere. */
  invalidate(): Promise<void>
  /** Replaces the confirmed data by an answer of another call; requests in flight are dropped. */
  confirm(data: Data): void
  /** Replaces a part of the confirmed data that another answer is newer about. */
  update(data: Data): void
  /** Ends loading with a failure. */
  fail(failure: FetchFailure): void
  effect(apply: (data: Data, delta: number) => Data, optimistic?: boolean): Effect
  /** Fetches where needed, once no change is in flight. */
  afterChange(): Promise<void>
}

/** Orders requests, changes and invalidations. The one counter against stale answers. */
let clock = 0

export const tick = (): number => ++clock

const shared = new Map<string, { invalidate: () => void; onRestore: () => void }>()

const noop = (): void => undefined

/**
 * Remote data of one kind: fetched, cached (fresh for 5 minutes, kept for 30; spec §9), changed
 * optimistically, and equal in all tabs. What is shown is a function of the confirmed data and the
 * pending changes.
 */
export function createRemote<Data>(options: RemoteOptions<Data>): Remote<Data> {
  const { name, $scope, refetchesAfterChange = () => false } = options
  const $data = atom<Data | undefined>()
  const $error = atom<string | null>(null)
  const $loading = atom(false)
  const $pending = atom<readonly Pending<Data>[]>([])
  const $shown = computed([$data, $pending], (data, pending) =>
    data === undefined
      ? undefined
      : pending.reduce((shown, { apply, delta }) => apply?.(shown, delta) ?? shown, data),
  )
  const $state = computed([$shown, $error, $loading], (data, error, loading) => ({
    data,
    error,
    loading,
  }))
  /** Times on the clock. */
  let requestedAt = 0
  let changedAt = 0
  let request: { at: number; ended: Promise<void> } | undefined
  /** Data was asked for before its scope was known, or while a change was in flight. */
  let wanted = false

  const isSending = (): boolean => $pending.get().some(({ sent }) => sent)

  function touch(): void {
    changedAt = tick()
    const scope = $scope.get()
    if (scope !== null && options.cacheKey) deleteCached(options.cacheKey(scope))
  }

  function confirm(data: Data): void {
    requestedAt = tick()
    batch(() => {
      $data.set(data)
      $error.set(null)
      $loading.set(false)
      options.onConfirm?.(data)
    })
  }

  function update(data: Data): void {
    touch()
    $data.set(data)
  }

  function fail(failure: FetchFailure): void {
    batch(() => {
      $error.set(failure.error)
      $loading.set(false)
      options.onFail?.(failure)
    })
  }

  async function fetchNow(scope: string, at: number): Promise<void> {
    const isLatest = (): boolean => requestedAt === at
    const answer = await options.fetch(scope, (error) => isLatest() && $error.set(error))
    if (!isLatest()) return
    if (!('data' in answer)) return fail(answer)
    const current = $data.get()
    if (at > changedAt && !isSending()) {
      if (options.cacheKey) setCached(options.cacheKey(scope), answer.data)
      confirm(answer.data)
    } else if (options.reconcile && current !== undefined)
      confirm(options.reconcile(answer.data, current))
    else return refetch()
  }

  function refetch(): Promise<void> {
    const scope = $scope.get()
    wanted = scope === null || (isSending() && !options.reconcile)
    if (scope === null || wanted) return Promise.resolve()
    if (request?.at === requestedAt && requestedAt > changedAt) return request.ended
    const at = tick()
    requestedAt = at
    $loading.set(true)
    const ended = fetchNow(scope, at).finally(() => {
      if (request?.at === at) request = undefined
    })
    request = { at, ended }
    return ended
  }

  function load(): Promise<void> {
    const scope = $scope.get()
    if (scope === null || $data.get() !== undefined) return Promise.resolve()
    const cached = options.cacheKey && getCached(options.cacheKey(scope))
    const data = cached && options.parseCached?.(cached.data, cached.fresh)
    if (data === undefined) return refetch()
    let ended = Promise.resolve()
    batch(() => {
      $data.set(data)
      if (!cached?.fresh) ended = refetch()
    })
    return ended
  }

  function invalidate(): Promise<void> {
    touch()
    return refetch()
  }

  function afterChange(): Promise<void> {
    const needed = !isSending() && (wanted || refetchesAfterChange())
    return needed ? refetch() : Promise.resolve()
  }

  const effect: Remote<Data>['effect'] = (apply, optimistic = true) => ({
    show(change) {
      const others = $pending.get().filter(({ id }) => id !== change.id)
      if (change.sent) touch()
      $pending.set([...others, { ...change, apply: optimistic ? apply : undefined }])
    },
    settle(change, confirmed) {
      const pending = $pending.get()
      const left = pending.filter(({ id }) => id !== change.id)
      // The data of another user by now: the change is no part of it.
      if (left.length === pending.length) return
      const data = $data.get()
      if (change.sent) touch()
      batch(() => {
        $pending.set(left)
        if (confirmed && data !== undefined) $data.set(apply(data, change.delta))
      })
    },
  })

  $scope.listen((_, before) => {
    if (before === null) {
      if (wanted) void refetch()
      return
    }
    requestedAt = tick()
    batch(() => {
      $data.set(undefined)
      $pending.set([])
      $error.set(null)
      $loading.set(false)
    })
  })

  if (options.shared) {
    shared.set(name, { invalidate: () => void invalidate(), onRestore: options.onRestore ?? noop })
  }

  return {
    ...{ name, $scope, $data, $shown, $state, $pending, $error, $loading },
    ...{ load, refetch, invalidate, confirm, update, fail, effect, afterChange },
  }
}

const CHANNEL = 'kairavi'

/** The channel to the other tabs; undefined where there are none. */
const channel = listenToTabs()

/** Listens to other tabs and to the back/forward cache. */
function listenToTabs(): BroadcastChannel | undefined {
  if (typeof addEventListener === 'undefined') return undefined
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    for (const { onRestore, invalidate } of shared.values()) {
      onRestore()
      invalidate()
    }
  })
  try {
    const tabs = new BroadcastChannel(CHANNEL)
    tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') shared.get(data)?.invalidate()
    }
    return tabs
  } catch {
    // Without channels each page fetches when it is opened.
    return undefined
  }
}

/** Tells the other tabs that the data called `name` has changed. */
export function broadcast(name: string): void {
  try {
    channel?.postMessage(name)
  } catch {
    // The page is being left and its channel is closed: the next page fetches anyway.
  }
}
