import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '#src/rules/constants.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { hashToken, isWellFormedToken } from '../../core/token.ts'
import { getCatalogVersion } from '../../shop/catalog/queries.ts'
import { type CatalogReader, type CatalogSnapshot, snapshot } from '../../shop/catalog/service.ts'
import { prepareRecords } from '../save/save-records.ts'
import { toStart, toState } from './launch-row.ts'
import { findLink } from './link-queries.ts'
import { planStart } from './plan-boundaries.ts'
import { readLaunchedCatalog } from './preview-catalog.ts'
import { findLaunch } from './queries.ts'

/** Time after which an unused catalogue is dropped, and the number of catalogues in memory. */
const IDLE_MS = 5 * MINUTE_MS
const MAX_CATALOGS = 3

export interface LaunchPreview {
  name: string
  expiresAt: number
  catalog: CatalogSnapshot
}

/**
 * Returns the catalogue as it is under the launch. Its start is planned, and applied in memory. Drafts with errors are
 * left out.
 */
const readCatalog = (
  deps: Deps,
  catalog: CatalogReader,
  launchId: string,
): Promise<CatalogSnapshot> =>
  snapshot(deps, async (db) => {
    const launch = await findLaunch(db, launchId)
    const isLive = !launch || toState(launch) === 'live'
    const now = deps.now()
    const records = isLive
      ? await prepareRecords(db, now, [])
      : await planLaunch(db, now, launchId, toStart(launch, now))
    return readLaunchedCatalog(deps, db, await catalog.readProducts(db), { now, records })
  })

const planLaunch = async (db: Db, now: number, launchId: string, at: number) =>
  (await planStart(db, now, launchId, { at, isDue: true, known: new Map() })).records

/** Returns a function that opens the preview of a launch by the token of its link. */
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
  /** Catalogues that are being built, by launch. */
  const pending = new Map<string, Promise<unknown>>()

  /**
   * Returns the current catalogue. A change of the launch or the shop requires a new one, built one
   * at a time per launch.
   */
  async function getCatalog(launchId: string): Promise<CatalogSnapshot> {
    for (;;) {
      const launch = await findLaunch(deps.db, launchId)
      const key = `${launchId} ${launch?.revision} ${await getCatalogVersion(deps.db)}`
      const cached = catalogs.get(key)
      if (cached) return cached
      const other = pending.get(launchId)
      if (!other) return build(launchId, key)
      await other.catch(() => {})
    }
  }

  function build(launchId: string, key: string): Promise<CatalogSnapshot> {
    const reading = readCatalog(deps, catalog, launchId)
    for (const other of catalogs.keys())
      if (other.startsWith(`${launchId} `)) catalogs.delete(other)
    catalogs.set(key, reading)
    pending.set(launchId, reading)
    reading.catch(() => catalogs.delete(key)).finally(() => pending.delete(launchId))
    return reading
  }

  return async (token) => {
    const link = isWellFormedToken(token) && (await findLink(deps.db, hashToken(token)))
    if (!link) throw new HttpError(404, 'There is nothing at this address.')
    const { name, launch_id: id, expires_at: expiresAt } = link
    if (name === null || expiresAt <= deps.now())
      throw new HttpError(410, 'This link to a preview has ended. Ask for a new one.')
    return { name, expiresAt, catalog: await getCatalog(id) }
  }
}
