import type { CatalogEntry } from '#src/contract/entry.ts'
import type { CountChange } from '#src/editing/stock-counts.ts'
import { inChunks, inParts } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import { insertVersionPictures } from '../../core/media/queries.ts'
import type { ProductPictureRow, ProductVersionPictureRow } from '../../core/media/tables.ts'
import { toPlace } from '../../core/media/to-picture.ts'
import { ConflictError } from '../../core/retry-conflicts.ts'
import { changeSlugs } from '../../core/slugs/queries.ts'
import { replaceCodes } from '../../shop/catalog/code-queries.ts'
import type { ProductRow, StockedProduct } from '../../shop/catalog/tables.ts'
import {
  areCountsCurrent,
  insertCounts,
  lockCounts,
  writeCounts,
} from '../../shop/stock/count-stock.ts'
import { toShownColumns } from '../../shop/stock/show-stock.ts'
import { formatCounts, parseCounts, type StockCount } from '../../shop/stock/stock-count.ts'
import { type Change, VERBS } from './change.ts'
import type { PreparedSave, PreparedSaves } from './prepare-saves.ts'
import * as queries from './queries.ts'
import type { ProductVersionRow } from './tables.ts'

/** Another version of the product was saved since it was read. */
export class ProductConflict extends ConflictError {
  override name = 'ProductConflict'
  readonly id: string

  constructor(id: string) {
    super('This product')
    this.id = id
  }
}

const countLetters = ({ entry, seedEntry = '' }: PreparedSave): number =>
  entry.length + seedEntry.length

/**
 * Writes saves with their versions, in a few statements. New products get the last positions of the catalogue.
 * @returns the rows, in the order of the saves.
 * @throws ProductConflict if another version of a product was saved since it was read.
 */
export async function writeSaves(
  change: Change,
  prepared: PreparedSaves,
): Promise<StockedProduct[]> {
  const { db, now } = change
  const saves = (await withCurrentStock(db, await assignPositions(db, prepared.saves))).filter(
    (save) => !isSameRow(save),
  )
  for (const part of inParts(saves, countLetters)) await writeRows(db, part)
  await insertCounts(
    db,
    saves.flatMap(({ before, row }) => (before ? [] : row)),
  )
  await writeCounts(
    db,
    saves.flatMap(({ before, row, counted, variants }) =>
      before ? { productId: row.id, changes: counted, variants } : [],
    ),
    now,
  )
  // Rows in index order share pages of the database.
  const byId = saves.toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1))
  const versions = byId.flatMap((save) => toVersions(change, save))
  for (const part of inParts(versions, ({ entry }) => entry.length))
    await queries.insertProductVersions(db, part)
  await writePictures(db, byId)
  await replaceCodes(
    db,
    byId.flatMap(({ before, row, codes }) =>
      codes ? { id: row.id, codes, isNew: before === undefined } : [],
    ),
  )
  await writeSlugs(db, saves)
  for (const { row, action, isProjection } of saves)
    change.saved.push({
      id: row.id,
      summary: `${isProjection ? 'Changed' : VERBS[action]} ${row.title}`,
    })
  return saves.map(({ row }) => row)
}

/** Returns whether a launch leaves what shoppers see of a product as it is. */
function isSameRow({ before, isProjection, row, pictures, codes }: PreparedSave): boolean {
  if (!isProjection || !before || pictures || codes) return false
  const former = before.live.row
  return queries.SHOWN_COLUMNS.every((column) => former[column] === row[column])
}

/** Gives new products the last positions of the catalogue. */
export async function assignPositions(db: Db, saves: PreparedSave[]): Promise<PreparedSave[]> {
  if (saves.every(({ before }) => before)) return saves
  let position = await queries.findLastPosition(db)
  return saves.map((save) =>
    save.before ? save : { ...save, row: { ...save.row, position: ++position } },
  )
}

/**
 * Locks the stock of the products before their rows, in the same order as orders do.
 * @returns the saves with the price of the variants that are in stock now.
 * @throws ProductConflict if a count was changed since it was read.
 */
async function withCurrentStock(db: Db, saves: PreparedSave[]): Promise<PreparedSave[]> {
  const locked = saves.filter(
    ({ before, counted, hasVariantPrice }) => before && (counted.length > 0 || hasVariantPrice),
  )
  if (locked.length === 0) return saves
  const counts = await lockCounts(
    db,
    locked.map(({ row }) => row.id),
  )
  const current = new Map<PreparedSave, PreparedSave>()
  for (const save of locked) {
    const { before, row, counted } = save
    const all = counts.get(row.id) ?? []
    const now = all.filter(({ isArchived }) => !isArchived)
    if (!areCountsCurrent(before?.allCounts ? all : now, counted)) throw new ProductConflict(row.id)
    if (before && hasCounts(before.live.row, now)) continue
    const onHand = new Map(now.map((count) => [count.choice, count.on_hand]))
    const changed = new Map(counted.map(({ choice, to }) => [choice, to]))
    const next = parseCounts(row).map(({ choice, on_hand }) => ({
      choice,
      on_hand: changed.get(choice) ?? onHand.get(choice) ?? on_hand,
      held: now.find((count) => count.choice === choice)?.held ?? 0,
    }))
    const shown = toShownColumns(row, next)
    current.set(save, { ...save, row: { ...row, ...shown, counts: formatCounts(next) } })
  }
  return saves.map((save) => current.get(save) ?? save)
}

/** Returns whether the row of a product was made from these counts. */
function hasCounts(row: StockedProduct, now: readonly StockCount[]): boolean {
  const read = new Map(parseCounts(row).map((count) => [count.choice, count]))
  return (
    read.size === now.length &&
    now.every(({ choice, on_hand, held }) => {
      const count = read.get(choice)
      return count?.on_hand === on_hand && count.held === held
    })
  )
}

async function writeRows(db: Db, saves: PreparedSave[]): Promise<void> {
  const keepsIndexedColumns = saves.every(
    ({ before, row }) =>
      !before || queries.INDEXED_COLUMNS.every((column) => before.live.row[column] === row[column]),
  )
  for (const { isProjection, rows } of splitByKind(saves)) {
    const other = await queries.writeProductRows(db, rows, { keepsIndexedColumns, isProjection })
    if (other) throw new ProductConflict(other.id)
  }
}

/** Splits saves in their order, in which slugs are freed and taken. */
function splitByKind(saves: PreparedSave[]): { isProjection: boolean; rows: StockedProduct[] }[] {
  const parts: { isProjection: boolean; rows: StockedProduct[] }[] = []
  for (const { isProjection, row } of saves) {
    const last = parts.at(-1)
    if (last?.isProjection === isProjection) last.rows.push(row)
    else parts.push({ isProjection, rows: [row] })
  }
  return parts
}

/**
 * Makes the row of a version.
 * @param entry of the version, as JSON.
 */
export const toVersion = (
  { editorId, batchId, now }: Pick<Change, 'editorId' | 'batchId' | 'now'>,
  { id, revision }: Pick<ProductRow, 'id' | 'revision'>,
  entry: string,
  { action, isArchived }: Pick<PreparedSave, 'action' | 'isArchived'>,
  counted: readonly CountChange[] = [],
): ProductVersionRow => ({
  product_id: id,
  revision,
  action,
  editor_id: editorId,
  saved_at: now,
  entry,
  archived: isArchived ? 1 : 0,
  batch_id: batchId,
  reason: null,
  counted: JSON.stringify(counted),
})

/** Returns the version of a save, and the version before it if that is missing. A launch adds none. */
function toVersions(change: Change, save: PreparedSave): ProductVersionRow[] {
  const { before, row, entry, seedEntry, counted, isProjection } = save
  const versions = isProjection ? [] : [toVersion(change, row, entry, save, before ? counted : [])]
  if (!before || seedEntry === undefined) return versions
  const isArchived = before.row.archived_at !== null
  const first = toVersion(change, before.row, seedEntry, { action: 'create', isArchived })
  return [{ ...first, editor_id: null, batch_id: null }, ...versions]
}

export const toPictureRows = (
  productId: string,
  { pictures }: Pick<CatalogEntry, 'pictures'>,
): ProductPictureRow[] =>
  pictures.map(({ file, ...place }, position) => ({
    product_id: productId,
    position,
    picture_hash: file,
    ...toPlace(place),
  }))

/** Lists pictures that only a version has: those that the save removes, and those that a launch hides. */
function toVersionPictures({
  before,
  row,
  former,
  hidden,
}: PreparedSave): ProductVersionPictureRow[] {
  const toRow = (revision: number) => (picture_hash: string) => ({
    product_id: row.id,
    revision,
    picture_hash,
  })
  return [
    ...hidden.map(toRow(row.revision)),
    ...(before ? former.map(toRow(before.row.revision)) : []),
  ]
}

async function writePictures(db: Db, saves: PreparedSave[]): Promise<void> {
  const changed = saves.filter(({ pictures }) => pictures !== undefined)
  const existingIds = changed.flatMap(({ before, row }) => (before ? row.id : []))
  for (const ids of inChunks(existingIds)) await queries.deleteProductPictures(db, ids)
  for (const chunk of inChunks(saves.flatMap(toVersionPictures)))
    await insertVersionPictures(db, chunk)
  await queries.insertProductPictures(
    db,
    changed.flatMap(({ row, pictures = [] }) => toPictureRows(row.id, { pictures })),
  )
}

async function writeSlugs(db: Db, saves: PreparedSave[]): Promise<void> {
  const changed = saves.flatMap(({ before, row }) =>
    before?.live.row.slug === row.slug ? [] : { slug: row.slug, recordId: row.id },
  )
  await changeSlugs(db, 'product', changed)
}
