import pLimit from 'p-limit'
import { listContentRevisions } from '../../core/content/queries.ts'
import { readInChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { createPerShop } from '../../core/per-shop.ts'
import { getCatalogRevision } from '../../core/publish-requests/queries.ts'
import { ConflictError } from '../../core/retry-conflicts.ts'
import { listFormerSlugs } from '../../core/slugs/queries.ts'
import { snapshot } from '../../shop/catalog/service.ts'
import { type Change, type ChangeOptions, type ProductCache, prepareChange } from './change.ts'
import { listLiveLaunches } from './overlay-queries.ts'
import { listRevisions } from './queries.ts'

/** Reads the data of a change, validates it and computes what to write. */
export type MakePlan<Plan> = (db: Db, now: number, known: ProductCache) => Promise<Plan>

/** Plans are made one at a time. Otherwise the first of two parallel plans would make the second one outdated. */
const getQueue = createPerShop(() => pLimit(1))

/**
 * Runs a change of many records. It is planned on a snapshot, because reading and checking the
 * records takes longer than writing them. The transaction writes the plan only if its data is
 * unchanged. Otherwise the change is planned again, and only changed records are read.
 * @throws ConflictError if other changes made the plan outdated too often.
 */
export function runPlannedChange<Plan, T>(
  deps: Deps,
  toOptions: ChangeOptions | ((plan: Plan) => ChangeOptions),
  makePlan: MakePlan<Plan>,
  write: (change: Change, plan: Plan) => Promise<T>,
): Promise<T> {
  const cache: ProductCache = new Map()
  const prepare = async () => {
    const { plan, source } = await snapshot(deps, async (db) => ({
      plan: await makePlan(db, deps.now(), cache),
      source: await readSource(db),
    }))
    return {
      options: typeof toOptions === 'function' ? toOptions(plan) : toOptions,
      job: async (change: Change) => {
        if (!(await isCurrent(change.db, source, cache))) throw new ConflictError('What it changes')
        return write(change, plan)
      },
    }
  }
  return getQueue(deps)(() => prepareChange(deps, prepare))
}

/** The state that a plan depends on, in addition to its products. */
interface Source {
  revision: number
  /** Revisions of all content records, and the former slugs of products. */
  content: string
  /** Revisions of the live launches. */
  launches: string
}

const readSource = async (db: Db): Promise<Source> => ({
  revision: await getCatalogRevision(db),
  content: await readContentState(db),
  launches: await readLaunchState(db),
})

const readLaunchState = async (db: Db): Promise<string> =>
  JSON.stringify(await listLiveLaunches(db))

const readContentState = async (db: Db): Promise<string> =>
  JSON.stringify([await listContentRevisions(db), await listFormerSlugs(db)])

/** A sale, or a save of another product, raises the catalogue's revision without making the plan outdated. */
async function isCurrent(db: Db, source: Source, known: ProductCache): Promise<boolean> {
  if ((await readLaunchState(db)) !== source.launches) {
    known.clear()
    return false
  }
  if ((await getCatalogRevision(db)) === source.revision) return true
  if ((await readContentState(db)) !== source.content) {
    // Loaded products contain addresses of other records.
    known.clear()
    return false
  }
  const rows = await readInChunks([...known.keys()], (ids) => listRevisions(db, ids))
  const current = new Map(rows.map((row) => [row.id, row]))
  const changed = [...known.values()].filter(({ live: { row } }) => {
    const now = current.get(row.id)
    return now?.revision !== row.revision || now.updated_at !== row.updated_at
  })
  for (const { row } of changed) known.delete(row.id)
  return changed.length === 0
}
