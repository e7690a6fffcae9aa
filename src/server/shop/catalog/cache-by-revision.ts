import type { Deps } from '../../core/deps.ts'
import { getCatalogRevision } from '../../core/publish-requests/queries.ts'

/**
 * Caches what depends only on the catalogue. It is read once per revision, also when several requests
 * ask for it at once; another process that changes the catalogue changes the revision, too.
 */
export function cacheByRevision<Value extends { revision: number }>(
  { db }: Pick<Deps, 'db'>,
  read: () => Promise<Value>,
): () => Promise<Value> {
  let cached: Value | undefined
  let pending: Promise<Value> | undefined
  return async () => {
    const revision = await getCatalogRevision(db)
    for (;;) {
      if (cached && cached.revision >= revision) return cached
      // A pending read may have begun before this revision; then the loop reads again.
      pending ??= read().finally(() => {
        pending = undefined
      })
      cached = await pending
    }
  }
}
