import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../core/deps.ts'
import { getCatalogRevision } from '../../core/publish-requests/queries.ts'

/**
 * Caches data that depends only on the catalogue. It is read once per revision, even for parallel
 * requests. Other processes change the revision too.
 * @param defaultWaitMs time after which the cached value is returned while a newer revision is
 *   read. By default, callers wait for the newest.
 */
export function cacheByRevision<Value extends { revision: number }>(
  { db }: Pick<Deps, 'db'>,
  read: () => Promise<Value>,
  defaultWaitMs?: number,
): (maxWaitMs?: number) => Promise<Value> {
  let cached: Value | undefined
  let reading: { since: number; done: Promise<void> } | undefined

  async function start(): Promise<void> {
    try {
      cached = await read()
    } finally {
      reading = undefined
    }
  }

  return async (maxWaitMs = defaultWaitMs) => {
    const revision = await getCatalogRevision(db)
    for (;;) {
      if (cached && cached.revision >= revision) return cached
      // A pending read may have started before this revision. The loop then reads again.
      reading ??= { since: performance.now(), done: start() }
      const { since, done } = reading
      if (!cached || maxWaitMs === undefined) {
        await done
        continue
      }
      const former = cached
      const waitMs = Math.max(0, since + maxWaitMs - performance.now())
      const isDone = await Promise.race([done.then(() => true), sleep(waitMs, false)])
      if (!isDone) return former
    }
  }
}
