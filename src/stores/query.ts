import { atom, batch, computed, onMount, type ReadableAtom } from 'nanostores'
import { deleteCached, getCached, setCached } from './cache.ts'
import { onChangedElsewhere } from './tabs.ts'

export type Fetched<Data> = { data: Data } | { error: string }

/** A mutation that the server has not confirmed, as shown in one query. */
export interface Pending<Data> {
  id: string
  key: string
  /** Signed; mutations with the same key that are not sent add up. */
  delta: number
  sent: boolean
  /** Pure: runs again on every new confirmed state. Absent if only success is shown. */
  apply?: ((data: Data, delta: number) => Data) | undefined
}

export interface QueryOptions<Data> {
  /** Names the data to other tabs; absent if it is not shared. */
  name?: string
  /** The key of the data, e.g. a user id or a slug; null while there is nothing to fetch. */
  $key: ReadableAtom<string | null>
  /** `onRetry` shows a failed attempt while the call is repeated. */
  fetch(key: string, onRetry: (error: string) => void): Promise<Fetched<Data>>
  /** Absent: not cached. */
  cacheKey?: (key: string) => string
  /** Parses cached data; undefined if it must be fetched again. */
  parseCached?: (data: unknown, fresh: boolean) => Data | undefined
  /** False if other queries show the change of a mutation. */
  refetchesAfterMutations?: boolean
  onSuccess?: (data: Data) => void
  onError?: (error: string) => void
}

export type Query<Data> = ReturnType<typeof createQuery<Data>>

/** The state of a query that has fetched nothing, as islands are rendered in the build. */
export const unloaded = { data: undefined, error: null, loading: false }

/** Islands are rendered in the build, too, where there is nothing to fetch. */
export const isBrowser = (): boolean => typeof addEventListener !== 'undefined'

/**
 * Data of the API: fetched by its key, cached (fresh for 5 minutes, kept for 30; spec §9) and shown
 * with the pending mutations applied. It loads when `$data`, or a store computed from it, is mounted,
 * and follows its key as long as it is shown.
 */
export function createQuery<Data>(options: QueryOptions<Data>) {
  const { name, $key, cacheKey, refetchesAfterMutations = true } = options
  /** The data that the server confirmed; undefined until the first answer. */
  const $confirmed = atom<Data | undefined>()
  const $pending = atom<readonly Pending<Data>[]>([])
  /** The text of the last failure, until an answer comes. */
  const $error = atom<string | null>(null)
  const $loading = atom(false)
  /** Confirmed data with the pending mutations applied: what pages show. */
  const $data = computed([$confirmed, $pending], (confirmed, pending) =>
    confirmed === undefined
      ? undefined
      : pending.reduce((data, { apply, delta }) => apply?.(data, delta) ?? data, confirmed),
  )
  const $state = computed([$data, $error, $loading], (data, error, loading) => ({
    data,
    error,
    loading,
  }))
  /** The latest request; stale once a mutation or an invalidation has overtaken it. */
  let request: { stale: boolean; ended: Promise<void> } | undefined
  /** Asked for before the key was known, or while a mutation was in flight. */
  let wanted = false

  /** Whether something shows the data. */
  const isShown = (): boolean => $data.lc > 0

  const isSending = (): boolean => $pending.get().some(({ sent }) => sent)

  /** Makes cached data and the request in flight stale. */
  function markStale(): void {
    if (request) request.stale = true
    const key = $key.get()
    if (key !== null && cacheKey) deleteCached(cacheKey(key))
  }

  /** Ends loading; requests in flight are dropped. */
  function end(data: Data | undefined, error: string | null): void {
    request = undefined
    $confirmed.set(data)
    $error.set(error)
    $loading.set(false)
  }

  /** Replaces the confirmed data by an answer, also that of another call. */
  const confirm = (data: Data): void =>
    batch(() => {
      end(data, null)
      options.onSuccess?.(data)
    })

  const fail = (error: string): void =>
    batch(() => {
      end($confirmed.get(), error)
      options.onError?.(error)
    })

  /** Fetches; joins the request in flight unless it is stale. */
  function refetch(): Promise<void> {
    const key = $key.get()
    wanted = key === null || isSending()
    if (key === null || wanted) return Promise.resolve()
    if (request && !request.stale) return request.ended
    const current = { stale: false, ended: Promise.resolve() }
    const isLatest = (): boolean => request === current
    async function run(key: string): Promise<void> {
      const result = await options.fetch(key, (error) => isLatest() && $error.set(error))
      if (!isLatest()) return
      if ('error' in result) return fail(result.error)
      if (current.stale || isSending()) {
        request = undefined
        return refetch()
      }
      if (cacheKey) setCached(cacheKey(key), result.data)
      confirm(result.data)
    }
    request = current
    $loading.set(true)
    current.ended = run(key)
    return current.ended
  }

  /** Shows cached data, and fetches unless it is fresh. After a failure only `refetch` fetches. */
  function load(): Promise<void> {
    const key = $key.get()
    if (request) return request.ended
    if (key === null || $confirmed.get() !== undefined || $error.get() !== null)
      return Promise.resolve()
    const cached = cacheKey && getCached(cacheKey(key))
    const data = cached && options.parseCached?.(cached.data, cached.fresh)
    if (data !== undefined) $confirmed.set(data)
    return data !== undefined && cached?.fresh ? Promise.resolve() : refetch()
  }

  /** Fetches again because the data changed elsewhere. */
  function invalidate(): Promise<void> {
    markStale()
    return refetch()
  }

  $key.listen((_, before) => {
    if (before !== null)
      batch(() => {
        end(undefined, null)
        $pending.set([])
      })
    if (wanted) void refetch()
    else if (isShown()) void load()
  })

  // After the last mutation, refetch: the server's state wins.
  $pending.listen((_, before) => {
    const wasSending = before?.some(({ sent }) => sent)
    if (!wasSending || isSending()) return
    if (wanted || (refetchesAfterMutations && isShown())) void refetch()
  })

  onMount($data, () => {
    // A render mounts the store: nothing may change before it has ended.
    if (isBrowser()) queueMicrotask(() => void load())
  })

  if (name !== undefined) onChangedElsewhere(name, () => void invalidate())

  return {
    name,
    $key,
    $confirmed,
    $pending,
    $data,
    $error,
    $loading,
    $state,
    isShown,
    load,
    refetch,
    invalidate,
    markStale,
    confirm,
  }
}
