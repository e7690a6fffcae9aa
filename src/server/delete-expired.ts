import { deleteExpiredUsers } from './auth/user-queries.ts'
import { deleteExpiredRows, retentionRules } from './db/retention-queries.ts'
import type { Deps } from './deps.ts'
import { deleteUnusedPictures } from './media/store-picture.ts'

/** Deletes what the shop keeps for a time only. A failure is logged, and the other tables go on. */
export async function deleteExpired(deps: Deps): Promise<void> {
  const cleanups: [table: string, () => Promise<void>][] = [
    ['user', () => deleteExpiredUsers(deps)],
    ['picture', () => deleteUnusedPictures(deps)],
    ...retentionRules.map((rule): [string, () => Promise<void>] => [
      rule.table,
      () => deleteExpiredRows(deps.db, rule, deps.now()),
    ]),
  ]
  for (const [table, cleanUp] of cleanups)
    await cleanUp().catch((error: unknown) =>
      deps.log('warn', 'cleanup failed', { table, error: String(error) }),
    )
}
