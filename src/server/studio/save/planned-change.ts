import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { getCatalogRevision } from '../../core/publish-requests/queries.ts'
import { snapshot } from '../../shop/catalog/service.ts'
import { type Change, type ChangeOptions, type KnownProducts, runChange } from './change.ts'

/** Reads what a change needs, and checks and makes what it writes, with turns for other requests. */
export type MakePlan<Plan> = (db: Db, now: number, known: KnownProducts) => Promise<Plan>

/**
 * Runs a change of many records in a short transaction: reading and checking them takes longer than writing them,
 * and is done before, on a snapshot that no write waits for. Where another change of the catalogue came between, the
 * plan is made again within the transaction, which reads only what has changed since.
 */
export async function runPlannedChange<Plan, T>(
  deps: Deps,
  options: ChangeOptions,
  makePlan: MakePlan<Plan>,
  write: (change: Change, plan: Plan) => Promise<T>,
): Promise<T> {
  const known: KnownProducts = new Map()
  const planned = await snapshot(deps, async (db) => ({
    revision: await getCatalogRevision(db),
    plan: await makePlan(db, deps.now(), known),
  }))
  let attempts = 0
  return runChange(deps, options, async (change) => {
    const { db, now } = change
    const isCurrent = attempts++ === 0 && (await getCatalogRevision(db)) === planned.revision
    return write(change, isCurrent ? planned.plan : await makePlan(db, now, known))
  })
}
