import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { parseContentId } from '#src/contract/content.ts'
import type { ContentRecord } from '#src/contract/content-api.ts'
import type { EditorProduct } from '#src/contract/editor.ts'
import { type CatalogEntry, ENTRY_FIELDS } from '#src/contract/entry.ts'
import { NO_CHOICE, withCounts } from '#src/editing/stock-counts.ts'
import { HOUR_MS } from '#src/rules/constants.ts'
import { toChoiceNames } from '#src/rules/product/choice-ids.ts'
import { linkRecord } from '../../core/audit/audit-mentions.ts'
import { insertAuditEntry } from '../../core/audit/audit-queries.ts'
import { toShown } from '../../core/content/record-ids.ts'
import { inChunks, PRODUCTS_PER_STATEMENT, readInChunks } from '../../core/db/chunks.ts'
import { lockLaunches } from '../../core/db/lock-queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { listPicturesByHash } from '../../core/media/queries.ts'
import { toPicture, toPlace } from '../../core/media/to-picture.ts'
import { preparePublishing } from '../../core/publish-requests/run-publishing.ts'
import { listPicturesByProduct } from '../../shop/catalog/queries.ts'
import type { StockedProduct } from '../../shop/catalog/tables.ts'
import { toCatalogEntry, toProductRow } from '../../shop/catalog/to-product.ts'
import { type CountRow, listCounts, listRemoved } from '../../shop/stock/queries.ts'
import { parseCounts, sumHeld } from '../../shop/stock/stock-count.ts'
import { findBatch, insertBatch } from './batch-queries.ts'
import { listCoveredIds, listNewestVersions } from './overlay-queries.ts'
import { type LiveOverlay, readLiveOverlays } from './overlays.ts'
import * as queries from './queries.ts'
import type { ProductVersionRow } from './tables.ts'

export type Action = ProductVersionRow['action']

export const VERBS: Record<Action, string> = {
  create: 'Created',
  update: 'Saved',
  archive: 'Archived',
  restore: 'Restored',
}

/** Returns the kind of a save. */
export function toAction(wasArchived: boolean, isArchived: boolean): Action {
  if (wasArchived === isArchived) return 'update'
  return isArchived ? 'archive' : 'restore'
}

/** A transaction that changes products or records of content. */
export interface Change {
  db: Db
  now: number
  editorId: string | null
  /** The batch that the saves belong to; null for a single one. */
  batchId: string | null
  /** A save that takes effect at once, e.g. the text of a mail, is not published. */
  saved: { id: string; summary: string; isLive?: boolean }[]
  /**
   * Something other than a record changed, e.g. the state of a launch. The audit log then has an entry in any case.
   */
  isLogged?: boolean
  /** The name of the change in the audit log and in releases; by default the title of the options. */
  title?: string
  /** The number of products that the change leaves, if it takes some off the site that an editor has confirmed. */
  acceptedProducts?: number
}

export interface ChangeOptions {
  editorId: string | null
  /** Summary of a batch, i.e. a change of several products that can be undone. */
  batch?: string
  /** An open batch of the editor to continue; by default a new one. */
  batchId?: string | undefined
  /** The name of the change in the audit log and in releases, e.g. the start of a launch; by default that of the batch. */
  title?: string
  /** Whether launches start, end or change with it. */
  movesLaunches?: boolean
  /** The action in the audit log. */
  subject?: 'products' | 'content' | 'launches'
}

/** A save based on an old version, or on old counts. */
export class VersionConflict extends Error {
  override name = 'VersionConflict'
  readonly current: object

  constructor(
    current: EditorProduct | ContentRecord,
    what: 'product' | 'record' = 'product',
    message = `Another version of this ${what} was saved meanwhile.`,
  ) {
    super(message)
    this.current = current
  }
}

type ChangeJob<T> = (change: Change) => Promise<T>

/** A save as the audit log has it. Ids of content name their kind. */
const toLoggedSave = ({ id, summary }: Change['saved'][number]): string =>
  linkRecord(parseContentId(id) ? 'content' : 'product', id, summary)

/**
 * Runs a change of products or content in a transaction, with the publish request and the audit
 * entry. A change that saves nothing writes neither.
 * @throws ConflictError if saves of others collided with it too often.
 */
export const runChange = <T>(deps: Deps, options: ChangeOptions, job: ChangeJob<T>): Promise<T> =>
  prepareChange(deps, async () => ({ options, job }))

/** Like `runChange`, but prepares the change before each attempt, outside of the transaction. */
export const prepareChange = <T>(
  deps: Deps,
  prepare: () => Promise<{ options: ChangeOptions; job: ChangeJob<T> }>,
): Promise<T> =>
  preparePublishing(deps, async () => {
    const { options, job } = await prepare()
    // A plan and a transaction of thousands of records each take half a second: calls that wait come in between.
    await setImmediate()
    return (db) => writeChange(deps, db, options, job)
  })

async function writeChange<T>(deps: Deps, db: Db, options: ChangeOptions, job: ChangeJob<T>) {
  const { editorId, batch, batchId: former, subject = 'products', movesLaunches = false } = options
  const now = deps.now()
  await lockLaunches(db, movesLaunches)
  const batchId = batch === undefined ? null : (former ?? randomUUID())
  if (former !== undefined) await assertOpenBatch(db, former, editorId, now)
  const saved: Change['saved'] = []
  const change: Change = { db, now, editorId, batchId, saved }
  const result = await job(change)
  const { title = options.title ?? batch, acceptedProducts } = change
  if (saved.length === 0 && !change.isLogged) return { result, published: [] }
  if (batchId && batch && saved.length > 0 && former === undefined)
    await insertBatch(db, {
      id: batchId,
      summary: batch,
      editor_id: editorId,
      created_at: now,
      undone_at: null,
    })
  await insertAuditEntry(db, {
    at: now,
    actor_id: editorId,
    action: subject,
    subject: title ?? saved.map(toLoggedSave).join(', '),
  })
  // The release lists each save with its cause.
  const published = saved
    .filter(({ isLive }) => !isLive)
    .map((save) => ({ ...save, summary: title ? `${title}: ${save.summary}` : save.summary }))
  return { result, published, editorId, savedAt: now, acceptedProducts }
}

/** Time in which an editor can continue a batch. The steps of one change follow each other quickly. */
const MAX_BATCH_MS = HOUR_MS

/** @throws HttpError 409 unless the batch is of this editor and recent. */
async function assertOpenBatch(
  db: Db,
  id: string,
  editorId: string | null,
  now: number,
): Promise<void> {
  const batch = await findBatch(db, id)
  const isOpen =
    batch?.editor_id === editorId &&
    batch.undone_at === null &&
    batch.created_at > now - MAX_BATCH_MS
  if (!isOpen)
    throw new HttpError(
      409,
      'This change was undone, or is too old to continue. Select the remaining products and start again.',
    )
}

/** Returns a product for its editor: its own values, without those of live launches. */
export async function toEditorProduct(
  { env }: Pick<Deps, 'env'>,
  db: Db,
  id: string,
): Promise<EditorProduct> {
  const [product] = await loadProducts(db, [id])
  if (!product) throw new HttpError(404, 'There is no such product.')
  const { row, entry } = product
  const counts = parseCounts(row)
  const files = entry.pictures.map(({ file }) => file)
  const byHash = new Map((await listPicturesByHash(db, files)).map((row) => [row.hash, row]))
  const offered = new Set(counts.map(({ choice }) => choice))
  return {
    id,
    revision: row.revision,
    archived: row.archived_at !== null,
    updatedAt: new Date(row.updated_at).toISOString(),
    entry,
    held: sumHeld(counts),
    holds: Object.fromEntries(
      counts.flatMap(({ choice, held }) => (held > 0 ? [[choice, held]] : [])),
    ),
    removed: (await listRemoved(db, id)).flatMap(({ choice, on_hand, held }) => {
      if (offered.has(choice)) return []
      const ids = choice === NO_CHOICE ? {} : JSON.parse(choice)
      const { names } = toChoiceNames(entry.options, ids)
      return { choice: names, ids, onHand: on_hand ?? 0, held }
    }),
    pictures: entry.pictures.flatMap(({ file, ...place }) => {
      const picture = byHash.get(file)
      return picture ? toPicture({ ...picture, ...toPlace(place) }, env.MEDIA_ORIGIN) : []
    }),
  }
}

export async function getRow(db: Db, id: string): Promise<StockedProduct> {
  const row = await queries.findProductRow(db, id)
  if (!row) throw new HttpError(404, 'There is no such product.')
  return row
}

/** A product as editors have saved it, and as shoppers see it. Without a live launch both are the same. */
export interface LoadedProduct {
  /** The row that the product would have without live launches. */
  row: StockedProduct
  entry: CatalogEntry
  /** The entry with the ids of other records. */
  stored: CatalogEntry
  live: { row: StockedProduct; entry: CatalogEntry }
  /** The live launches over it. */
  overlays: LiveOverlay[]
  /** The stock of all its variants, by their choices; undefined without a live launch. */
  allCounts?: ReadonlyMap<string, CountRow>
}

/** Products by id, each read once. */
export type ProductCache = Map<string, LoadedProduct>

/**
 * Loads products in the order of their ids, without unknown ids.
 * @param known products that were read before. Unchanged ones are not read again.
 */
export async function loadProducts(
  db: Db,
  ids: string[],
  known: ProductCache = new Map(),
): Promise<LoadedProduct[]> {
  const unread = [
    ...ids.filter((id) => !known.has(id)),
    ...(await listChanged(
      db,
      ids.filter((id) => known.has(id)),
      known,
    )),
  ]
  for (const chunk of inChunks(unread, PRODUCTS_PER_STATEMENT)) {
    const pictures = await listPicturesByProduct(db, chunk)
    const rows = await queries.listProductRows(db, chunk)
    const products = rows.map((row): LoadedProduct => {
      const entry = toCatalogEntry(row, pictures.get(row.id) ?? [])
      return { row, entry, stored: entry, live: { row, entry }, overlays: [] }
    })
    const loaded = await withBases(db, products)
    const shown = await toShown(
      db,
      loaded.map(({ row, entry }) => ({ id: row.id, body: { ...entry } })),
    )
    for (const [index, product] of loaded.entries())
      known.set(product.row.id, { ...product, entry: shown[index]?.body as CatalogEntry })
  }
  return ids.flatMap((id) => known.get(id) ?? [])
}

/** Loads the products that live launches change, by id. */
export const loadCovered = async (db: Db): Promise<ReadonlyMap<string, LoadedProduct>> =>
  new Map(
    (await loadProducts(db, await listCoveredIds(db))).map((product) => [product.row.id, product]),
  )

/** Gives the products under live launches their own values: those of their newest versions. */
async function withBases(db: Db, products: LoadedProduct[]): Promise<LoadedProduct[]> {
  const overlays = await readLiveOverlays(
    db,
    products.map(({ row }) => row.id),
  )
  if (overlays.size === 0) return products
  const covered = [...overlays.keys()]
  const versions = new Map(
    (await listNewestVersions(db, covered)).map((version) => [version.product_id, version]),
  )
  const counts = Map.groupBy(await listCounts(db, covered), ({ product_id }) => product_id)
  return products.map((product) => {
    const { row } = product
    const lying = overlays.get(row.id)
    if (!lying) return product
    const version = versions.get(row.id)
    const allCounts = new Map(counts.get(row.id)?.map((count) => [count.choice, count]))
    const saved = version ? parseEntry(version.entry) : product.entry
    const stored = withCounts(saved, (choice, own) => allCounts.get(choice)?.on_hand ?? own)
    const isArchived = version ? version.archived === 1 : row.archived_at !== null
    const base = {
      ...toProductRow(stored, row.position, row.updated_at, [...allCounts.values()]),
      id: row.id,
      revision: row.revision,
      archived_at: isArchived ? (row.archived_at ?? row.updated_at) : null,
    }
    return { ...product, row: base, entry: stored, stored, overlays: lying, allCounts }
  })
}

/** Lists the ids whose products are not in `known`, or have changed. */
async function listChanged(db: Db, ids: string[], known: ProductCache): Promise<string[]> {
  const current = new Map(
    (await readInChunks(ids, (chunk) => queries.listRevisions(db, chunk))).map((row) => [
      row.id,
      row,
    ]),
  )
  return ids.filter((id) => {
    const row = current.get(id)
    const before = known.get(id)?.live.row
    const isSame =
      row?.revision === before?.revision &&
      row?.updated_at === before?.updated_at &&
      row?.counts === before?.counts
    if (!row) known.delete(id)
    return row !== undefined && !isSame
  })
}

/** Parses the entry of a version. One of an earlier release may have fields that no longer exist. */
const parseEntry = (json: string): CatalogEntry =>
  Object.fromEntries(
    Object.entries(JSON.parse(json) as CatalogEntry).filter(([name]) => name in ENTRY_FIELDS),
  ) as CatalogEntry

/** Parses the entries of versions. */
export async function readVersionEntries(db: Db, jsons: string[]): Promise<CatalogEntry[]> {
  const versions = jsons.map((json) => ({ id: '', body: { ...parseEntry(json) } }))
  return (await toShown(db, versions)).map(({ body }) => body as unknown as CatalogEntry)
}
