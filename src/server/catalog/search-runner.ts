import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createBoundedQueue } from '../bounded-queue.ts'
import type { Deps } from '../deps.ts'
import { busyError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { SearchRequest } from './search.ts'

/** The response as JSON, or an error; `transient` where a retry can succeed. */
export type SearchReply = { body: Uint8Array<ArrayBuffer> } | { error: string }

/** Searches that wait for the thread: with more, the last one would wait for seconds. */
const MAX_PENDING = 16

/** Time until a refusal: clients that ask again at once would take all of the processor. */
const REFUSAL_MS = 1_000
/** V8 sets aside more for new objects by default, half of the memory of the thread. */
const YOUNG_MEGABYTES = 4

export interface SearchRunner {
  search: NonNullable<Deps['search']>
  close(): Promise<void>
}

/**
 * Searches in a thread, which the first search starts: a query with words of many products takes SQLite and
 * the index of its answer 100 ms, in which no other request would be answered.
 */
export function createSearchRunner(databaseUrl: string, log: Log): SearchRunner {
  const enqueue = createBoundedQueue({ concurrency: 1, maxPending: MAX_PENDING })
  let worker: Worker | undefined

  function getWorker(): Worker {
    if (worker) return worker
    const started = new Worker(new URL('./search-thread.ts', import.meta.url), {
      workerData: toThreadUrl(databaseUrl),
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    })
    started.unref()
    started.on('error', (error) => log('warn', 'search thread failed', { error: String(error) }))
    started.once('exit', () => {
      if (worker === started) worker = undefined
    })
    worker = started
    return started
  }

  async function send(request: SearchRequest): Promise<Uint8Array<ArrayBuffer>> {
    const thread = getWorker()
    thread.postMessage(request)
    const [reply]: SearchReply[] = await once(thread, 'message').catch(() => [])
    // The thread has ended; the next search starts another.
    if (!reply) throw busyError(2)
    if ('body' in reply) return reply.body
    throw reply.error === 'transient' ? busyError(2) : new Error(reply.error)
  }

  return {
    search: (request) =>
      enqueue(() => send(request)).catch(async (error: unknown) => {
        await sleep(REFUSAL_MS)
        throw error
      }),
    async close() {
      await worker?.terminate()
    },
  }
}

/** The thread searches one by one: PostgreSQL needs one connection for it. */
function toThreadUrl(databaseUrl: string): string {
  if (databaseUrl.startsWith('sqlite:')) return databaseUrl
  const url = new URL(databaseUrl)
  url.searchParams.set('connection_limit', '1')
  return url.href
}
