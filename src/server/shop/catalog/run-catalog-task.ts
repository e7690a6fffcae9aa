import { setTimeout as sleep } from 'node:timers/promises'
import { createBoundedQueue } from '../../core/bounded-queue.ts'
import type { Deps } from '../../core/deps.ts'
import { createPerShop } from '../../core/per-shop.ts'
import { type CatalogTasks, createCatalogTasks } from './catalog-tasks.ts'

/** Limit of waiting searches. With more, the last one would wait for over a second. */
const MAX_PENDING = 16
/** Limit while a process builds its first index: the number of connections of one address. */
const MAX_PENDING_AT_START = 250
/** Delay before a refusal, because clients that retry at once would use up the processor. */
const REFUSAL_MS = 1_000

type Task = keyof CatalogTasks
type Input<Name extends Task> = Parameters<CatalogTasks[Name]>[0]
type Result<Name extends Task> = Awaited<ReturnType<CatalogTasks[Name]>>

const getOwnTasks = createPerShop(createCatalogTasks)

/** Runs a task on the whole catalogue in the process's thread, or in the process itself if it has no thread. */
export async function runCatalogTask<Name extends Task>(
  deps: Deps,
  name: Name,
  input: Input<Name>,
): Promise<Result<Name>> {
  const { runInCatalogThread } = deps
  if (runInCatalogThread) return (await runInCatalogThread(name, input)) as Result<Name>
  const run = getOwnTasks(deps)[name] as (input: Input<Name>) => Promise<Result<Name>>
  return run(input)
}

/** Builds the index before the first search, which would otherwise wait for seconds with a large catalogue. */
export const warmSearch = (deps: Deps): Promise<void> =>
  // The first search reports the error again.
  runCatalogTask(deps, 'prepare', {}).catch(() => {})

/** Runs one search of shoppers at a time, and refuses others if many wait. */
function createSearch(deps: Deps) {
  const enqueue = createBoundedQueue({ concurrency: 1, maxPending: MAX_PENDING })
  const enqueueAtStart = createBoundedQueue({ concurrency: 1, maxPending: MAX_PENDING_AT_START })
  let hasIndex = false
  return <Name extends 'search' | 'listFiltered' | 'rank'>(name: Name, input: Input<Name>) =>
    (hasIndex ? enqueue : enqueueAtStart)(async () => {
      const found = await runCatalogTask(deps, name, input)
      hasIndex = true
      return found
    }).catch(async (error: unknown) => {
      await sleep(REFUSAL_MS)
      throw error
    })
}

/** The search of a shop, with one queue. */
export const getSearch = createPerShop(createSearch)
