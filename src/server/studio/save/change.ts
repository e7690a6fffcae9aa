import { randomUUID } from 'node:crypto'
import type { ContentRecord } from '#src/contract/content-api.ts'
import type { EditorProduct } from '#src/contract/editor.ts'
import { type CatalogEntry, ENTRY_FIELDS } from '#src/contract/entry.ts'
import { HOUR_MS } from '#src/rules/constants.ts'
import { insertAuditEntry } from '../../core/audit/audit-queries.ts'
import { inChunks, PRODUCTS_PER_STATEMENT, readInChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { toPicture } from '../../core/media/to-picture.ts'
import { runPublishing } from '../../core/publish-requests/run-publishing.ts'
import { createTurns } from '../../core/turns.ts'
import { listPicturesByProduct } from '../../shop/catalog/queries.ts'
import type { StockedProduct } from '../../shop/catalog/tables.ts'
import { toCatalogEntry } from '../../shop/catalog/to-product.ts'
import { parseCounts, sumHeld } from '../../shop/stock/stock-count.ts'
import { findBatch, insertBatch } from './batch-queries.ts'
import * as queries from './queries.ts'
import type { ProductVersionRow } from './tables.ts'

export type Action = ProductVersionRow['action']

export const VERBS: Record<Action, string> = {
  create: 'Created',
  update: 'Saved',
  archive: 'Archived',
  restore: 'Restored',
}

/** The kind of a save, by whether the product was on sale and is. */
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
  /** What takes effect with the save, as the text of a mail, is not published. */
  saved: { id: string; summary: string; isLive?: boolean }[]
  /** It has changed something beside records, e.g. the state of a launch: the audit log has it in any case. */
  isLogged?: boolean
}

export interface ChangeOptions {
  editorId: string | null
  /** For a change of several products that can be undone: what it does. */
  batch?: string
  /** The batch of the editor that the change continues; by default a new one. */
  batchId?: string | undefined
  /** The launch that makes the change by its start or its end. */
  launch?: string
  /** The batch that the change takes back. */
  undoes?: string
  /** What is changed, in the audit log. */
  subject?: 'products' | 'content' | 'launches'
}

/** A save that is based on a version which is not the latest, or on counts that have changed. */
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

/**
 * Runs a change of products or content in a transaction with the request to publish it, and the entry of the
 * audit log. A change that saves nothing leaves no trace.
 * @throws ConflictError when saves of others have come in its way too often.
 */
export const runChange = <T>(
  deps: Deps,
  { editorId, batch, batchId: former, launch, undoes, subject = 'products' }: ChangeOptions,
  job: (change: Change) => Promise<T>,
): Promise<T> =>
  runPublishing(deps, async (db) => {
    const now = deps.now()
    const batchId = batch === undefined ? null : (former ?? randomUUID())
    if (former !== undefined) await assertOpenBatch(db, former, editorId, now)
    const saved: Change['saved'] = []
    const change: Change = { db, now, editorId, batchId, saved }
    const result = await job(change)
    if (saved.length === 0 && !change.isLogged) return { result, published: [] }
    if (batchId && batch && saved.length > 0 && former === undefined)
      await insertBatch(db, {
        id: batchId,
        summary: batch,
        editor_id: editorId,
        created_at: now,
        undone_at: null,
        launch_id: launch ?? null,
        undoes: undoes ?? null,
      })
    await insertAuditEntry(db, {
      at: now,
      actor_id: editorId,
      action: subject,
      subject: batch ?? saved.map((save) => save.summary).join(', '),
    })
    // A release names the cause of each of its saves.
    const published = saved
      .filter(({ isLive }) => !isLive)
      .map((save) => ({ ...save, summary: batch ? `${batch}: ${save.summary}` : save.summary }))
    return { result, published, editorId, savedAt: now }
  })

/** Steps of one change follow each other at once. */
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
    batch.launch_id === null &&
    batch.created_at > now - MAX_BATCH_MS
  if (!isOpen)
    throw new HttpError(409, 'This change is undone or over. Select the rest, and change it anew.')
}

export async function toEditorProduct(
  { env }: Deps,
  db: Db,
  row: StockedProduct,
): Promise<EditorProduct> {
  const pictures = (await listPicturesByProduct(db, [row.id])).get(row.id) ?? []
  return {
    id: row.id,
    revision: row.revision,
    archived: row.archived_at !== null,
    updatedAt: new Date(row.updated_at).toISOString(),
    entry: toCatalogEntry(row, pictures),
    held: sumHeld(parseCounts(row)),
    pictures: pictures.map((picture) => toPicture(picture, env.MEDIA_ORIGIN)),
  }
}

export async function getRow(db: Db, id: string): Promise<StockedProduct> {
  const row = await queries.findProductRow(db, id)
  if (!row) throw new HttpError(404, 'There is no such product.')
  return row
}

/** A product before a change. */
export interface LoadedProduct {
  row: StockedProduct
  entry: CatalogEntry
}

/** Products by id, as they were read once. */
export type KnownProducts = Map<string, LoadedProduct>

/**
 * @param known those that were read before: the ones that have not changed since are not read again.
 * @returns the products with these ids, in their order; ids without a product are left out.
 */
export async function loadAllForEdit(
  db: Db,
  ids: string[],
  known: KnownProducts = new Map(),
): Promise<LoadedProduct[]> {
  const unread = known.size === 0 ? ids : await listChanged(db, ids, known)
  const turn = createTurns()
  for await (const chunk of inChunks(unread, PRODUCTS_PER_STATEMENT)) {
    const pictures = await listPicturesByProduct(db, chunk)
    for (const row of await queries.listProductRows(db, chunk)) {
      await turn()
      known.set(row.id, { row, entry: toCatalogEntry(row, pictures.get(row.id) ?? []) })
    }
  }
  return ids.flatMap((id) => known.get(id) ?? [])
}

/** @returns those of the ids whose products are not known as they are. */
async function listChanged(db: Db, ids: string[], known: KnownProducts): Promise<string[]> {
  const current = new Map(
    (await readInChunks(ids, (chunk) => queries.listRevisions(db, chunk))).map((row) => [
      row.id,
      row,
    ]),
  )
  return ids.filter((id) => {
    const row = current.get(id)
    const before = known.get(id)?.row
    const isSame =
      row?.revision === before?.revision &&
      row?.updated_at === before?.updated_at &&
      row?.counts === before?.counts
    if (!row) known.delete(id)
    return row !== undefined && !isSame
  })
}

/** The entry of a version. One of an earlier release has fields that entries have no more. */
export const parseVersionEntry = (json: string): CatalogEntry =>
  Object.fromEntries(
    Object.entries(JSON.parse(json) as CatalogEntry).filter(([name]) => name in ENTRY_FIELDS),
  ) as CatalogEntry
