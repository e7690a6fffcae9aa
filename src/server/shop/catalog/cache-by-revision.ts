import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../core/deps.ts'
import { getCatalogRevision } from '../../core/publish-requests/queries.ts'

/**
 * Caches what depends only on the catalogue. It is read once per revision, also when several requests
 * ask for it at once; another process that changes the catalogue changes the revision, too.
 * @param maxWaitMs time after which what is cached serves while a newer revision is still being read, as pages show
 *   a change some moments later, too. Without it, the newest is awaited.
 */
export function cacheByRevision<Value extends { revision: number }>(
  { db }: Pick<Deps, 'db'>,
  read: () => Promise<Value>,
  maxWaitMs?: number,
): () => Promise<Value> {
  let cached: Value | undefined
  let reading: { since: number; done: Promise<void> } | undefined

  async function start(): Promise<void> {
    try {
      cached = await read()
    } finally {
      reading = undefined
    }
  }

  return async () => {
    const revision = await getCatalogRevision(db)
    for (;;) {
      if (cached && cached.revision >= revision) return cached
      // A pending read may have begun before this revision; then the loop reads again.
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
