import { MINUTE_MS } from '#src/rules/constants.ts'
import { deleteRowsBelow } from '../core/cleanup/queries.ts'
import { runSteps, STEP_ROWS } from '../core/cleanup/steps.ts'
import { runExclusively } from '../core/db/lock-queries.ts'
import type { Database } from '../core/db/schema.ts'
import type { Deps } from '../core/deps.ts'
import type { Job } from '../core/job.ts'
import { RETENTION, toEnd } from './retention-table.ts'

/**
 * Deletes expired rows by the table of retention, in short steps. With several processes on PostgreSQL, only one
 * cleans up at a time. A failure is logged, and cleanup continues with the other tables.
 */
export async function deleteExpired(deps: Deps): Promise<void> {
  // With SQLite, steps of two processes wait for each other in any case.
  if (deps.engine === 'sqlite') return cleanUp(deps)
  await runExclusively(deps, 'cleanup', (db) => cleanUp({ ...deps, db }))
}

async function cleanUp(deps: Deps): Promise<void> {
  for (const table of Object.keys(RETENTION) as (keyof Database)[])
    await cleanUpTable(deps, table).catch((error: unknown) =>
      deps.log('warn', 'cleanup failed', { table, error: String(error) }),
    )
}

async function cleanUpTable(deps: Deps, table: keyof Database): Promise<void> {
  const { rules = [], job } = RETENTION[table]
  for (const rule of rules) {
    const end = toEnd(rule, deps.now())
    await runSteps(deps, () => deleteRowsBelow(deps.db, table, rule.column, end))
  }
  await job?.(deps)
}

export const cleanupJob: Job = {
  name: 'cleanup',
  process: 'desk',
  task: 'deletes expired rows by the table of retention',
  intervalMs: 15 * MINUTE_MS,
  bound: `${STEP_ROWS} rows a statement`,
  tables: 'every table',
  open: (deps) => ({ run: () => deleteExpired(deps) }),
}
