import { LRUCache } from 'lru-cache'
import { hashToken, isWellFormedToken } from '../auth/token.ts'
import { getCatalogVersion } from '../catalog/queries.ts'
import type { CatalogReader, CatalogSnapshot } from '../catalog/service.ts'
import type { Deps } from '../deps.ts'
import type { Change } from '../editor/change.ts'
import { HttpError } from '../errors.ts'
import { checkDrafts, saveDrafts } from './apply-drafts.ts'
import { toState } from './launch-row.ts'
import { findLaunch, findLink, listItems } from './queries.ts'

/** Time without a page after which a catalogue leaves the memory, and how many are kept. */
const IDLE_MS = 5 * 60_000
const MAX_CATALOGS = 3

export interface LaunchPreview {
  /** Of the launch. */
  name: string
  expiresAt: number
  catalog: CatalogSnapshot
}

/** Ends a transaction without what it has written. */
class RolledBack extends Error {
  readonly catalog: CatalogSnapshot

  constructor(catalog: CatalogSnapshot) {
    super('Rolled back')
    this.catalog = catalog
  }
}

/**
 * The catalogue as it is once the launch is live: saved by the code that makes it live, read, and rolled back.
 * Drafts with faults are left out.
 */
async function readLaunched(
  deps: Deps,
  catalog: CatalogReader,
  launchId: string,
): Promise<CatalogSnapshot> {
  const run = deps.db.transaction().execute(async (db) => {
    const launch = await findLaunch(db, launchId)
    if (launch && toState(launch) !== 'live') {
      const none = { editorId: null, batchId: null, saved: [], checkedTogether: null }
      const change: Change = { db, now: deps.now(), ...none }
      const drafts = await checkDrafts(deps, db, await listItems(db, launchId))
      const ready = drafts.filter(({ faults }) => faults.length === 0)
      await saveDrafts(deps, change, ready)
    }
    throw new RolledBack(await catalog.readIn(db))
  })
  return run.catch((error: unknown) => {
    if (error instanceof RolledBack) return error.catalog
    throw error
  })
}

/** Opens the preview of a launch by the token of its link. */
export function createPreviews(
  deps: Deps,
  catalog: CatalogReader,
): (token: string) => Promise<LaunchPreview> {
  const catalogs = new LRUCache<string, Promise<CatalogSnapshot>>({
    max: MAX_CATALOGS,
    ttl: IDLE_MS,
    ttlAutopurge: true,
    updateAgeOnGet: true,
  })
  return async (token) => {
    const link = isWellFormedToken(token) && (await findLink(deps.db, hashToken(token)))
    if (!link) throw new HttpError(404, 'There is nothing at this address.')
    const { name, launch_id: id, expires_at: expiresAt, revision } = link
    if (name === null || expiresAt <= deps.now())
      throw new HttpError(410, 'This link to a preview has ended. Ask for a new one.')
    // A change of the launch or of the shop makes another one.
    const key = `${id} ${revision} ${await getCatalogVersion(deps.db)}`
    const known = catalogs.get(key)
    const reading = known ?? readLaunched(deps, catalog, id)
    if (!known) {
      for (const other of catalogs.keys()) if (other.startsWith(`${id} `)) catalogs.delete(other)
      catalogs.set(key, reading)
      reading.catch(() => catalogs.delete(key))
    }
    return { name, expiresAt, catalog: await reading }
  }
}
