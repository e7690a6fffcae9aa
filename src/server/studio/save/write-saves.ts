import { randomBytes } from 'node:crypto'
import type { CatalogEntry } from '#src/contract/entry.ts'
import {
  type CountChange,
  listCountChanges,
  listOffered,
  listVariantChanges,
  readCounts,
  type VariantChange,
} from '#src/editing/stock-counts.ts'
import { withTotalStock } from '#src/rules/product/variants.ts'
import { type Categories, readCategories } from '../../core/content/categories.ts'
import { toStoredBodies } from '../../core/content/record-ids.ts'
import { inChunks, inParts, readInChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import { insertVersionPictures } from '../../core/media/queries.ts'
import type { ProductPictureRow, ProductVersionPictureRow } from '../../core/media/tables.ts'
import { toPlace } from '../../core/media/to-picture.ts'
import { ConflictError } from '../../core/retry-conflicts.ts'
import { changeSlugs } from '../../core/slugs/queries.ts'
import { getChangedCodes, type ProductCode, replaceCodes } from '../../shop/catalog/code-queries.ts'
import type { ProductRow, StockedProduct } from '../../shop/catalog/tables.ts'
import { parseUncounted, toProductId, toProductRow } from '../../shop/catalog/to-product.ts'
import {
  areCountsCurrent,
  insertCounts,
  lockCounts,
  writeCounts,
} from '../../shop/stock/count-stock.ts'
import { toShownColumns } from '../../shop/stock/show-stock.ts'
import { formatCounts, parseCounts, type StockCount } from '../../shop/stock/stock-count.ts'
import { toCategoryAddress } from './categories.ts'
import { type Action, type Change, type LoadedProduct, VERBS } from './change.ts'
import * as queries from './queries.ts'
import type { ProductVersionRow } from './tables.ts'

/** A product to save, whose references are already checked. */
export interface SaveInput {
  /** The previous version; undefined for a new product. */
  before: LoadedProduct | undefined
  entry: CatalogEntry
  action: Action
  archivedAt: number | null
}

/** A save with its row. A new product has no position yet. */
export interface PreparedSave {
  before: LoadedProduct | undefined
  row: StockedProduct
  /** Changes of stock counts. */
  counted: CountChange[]
  /** Added and removed variants. */
  variants: VariantChange[]
  action: Action
  /** The entry of its version, as JSON. */
  entry: string
  /** Undefined if unchanged. */
  pictures: CatalogEntry['pictures'] | undefined
  /** The codes of its variants; undefined if unchanged. */
  codes: ProductCode[] | undefined
  /** Whether its price depends on which variants are in stock. */
  hasVariantPrice: boolean
  /** The previous entry, if it has no version because the seed imported it. */
  seedEntry: string | undefined
}

/** Saves that are ready to be written. */
export interface PreparedSaves {
  saves: PreparedSave[]
}

/** Another version of the product was saved since it was read. */
export class ProductConflict extends ConflictError {
  override name = 'ProductConflict'
  readonly id: string

  constructor(id: string) {
    super('This product')
    this.id = id
  }
}

/**
 * Makes the rows of saves.
 * @param inputs in an order in which each slug is free when it is taken.
 * @param known categories as they will be, if the change restores some.
 */
export async function prepareSaves(
  db: Db,
  now: number,
  inputs: SaveInput[],
  known?: Categories,
): Promise<PreparedSaves> {
  const categories = known ?? (await readCategories(db))
  const saves: PreparedSave[] = []
  const seeded = await listWithoutVersion(db, inputs)
  const ids = await listNextIds(db, inputs)
  const next = new Map(inputs.map(({ entry }, index) => [entry.slug, ids[index] ?? '']))
  const stored = await toStoredBodies(
    db,
    inputs.map(({ entry }) => ({
      id: '',
      body: { ...entry, category: toCategoryAddress(entry.category) },
    })),
    { categories, ids: next },
  )
  for (const [index, { before, action, archivedAt }] of inputs.entries()) {
    const entry = withTotalStock(stored[index] as CatalogEntry)
    const { position = -1, revision = 0 } = before?.row ?? {}
    const id = ids[index] ?? ''
    const hasSamePictures =
      before && JSON.stringify(entry.pictures) === JSON.stringify(before.entry.pictures)
    saves.push({
      before,
      action,
      counted: listCountChanges(before ? readCounts(before.entry) : new Map(), readCounts(entry)),
      variants: before ? listVariantChanges(listOffered(before.entry), listOffered(entry)) : [],
      entry: JSON.stringify(entry),
      hasVariantPrice: before !== undefined && entry.variants !== undefined,
      codes: getChangedCodes(before?.entry, entry),
      row: {
        ...toProductRow(entry, position, now, before && parseCounts(before.row)),
        id,
        archived_at: archivedAt,
        revision: revision + 1,
      },
      pictures: hasSamePictures ? undefined : entry.pictures,
      seedEntry:
        before && seeded.has(before.row.id)
          ? JSON.stringify({
              ...before.entry,
              category: before.row.category,
              related: parseUncounted(before.row).related,
            })
          : undefined,
    })
  }
  return { saves }
}

/** Returns the id of each product. A new product gets an id from its slug, unless a renamed product has that id. */
async function listNextIds(db: Db, inputs: SaveInput[]): Promise<string[]> {
  const derived = inputs.flatMap(({ before, entry }) => (before ? [] : toProductId(entry.slug)))
  const takenIds = new Set(
    (await readInChunks(derived, (ids) => queries.listExistingIds(db, ids))).map(({ id }) => id),
  )
  return inputs.map(({ before, entry }) => {
    if (before) return before.row.id
    const id = toProductId(entry.slug)
    return takenIds.has(id) ? randomBytes(12).toString('hex') : id
  })
}

/** Lists products that the seed imported and no one has saved since. */
async function listWithoutVersion(db: Db, inputs: SaveInput[]): Promise<Set<string>> {
  const first = inputs.flatMap(({ before }) => (before?.row.revision === 1 ? before.row.id : []))
  const withVersion = await readInChunks(first, (ids) => queries.listFirstVersions(db, ids))
  return new Set(first).difference(new Set(withVersion.map(({ product_id }) => product_id)))
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
  const saves = await withCurrentStock(db, await assignPositions(db, prepared.saves))
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
  for (const { row, action } of saves)
    change.saved.push({ id: row.id, summary: `${VERBS[action]} ${row.title}` })
  return saves.map(({ row }) => row)
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
    const now = counts.get(row.id) ?? []
    if (!areCountsCurrent(now, counted)) throw new ProductConflict(row.id)
    if (before && hasCounts(before.row, now)) continue
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
      !before || queries.INDEXED_COLUMNS.every((column) => before.row[column] === row[column]),
  )
  const other = await queries.writeProductRows(
    db,
    saves.map(({ row }) => row),
    keepsIndexedColumns,
  )
  if (other) throw new ProductConflict(other.id)
}

/**
 * Makes the row of a version.
 * @param entry of the version, as JSON.
 */
export const toVersion = (
  { editorId, batchId, now }: Pick<Change, 'editorId' | 'batchId' | 'now'>,
  { id, revision, archived_at }: Pick<ProductRow, 'id' | 'revision' | 'archived_at'>,
  entry: string,
  action: Action,
  counted: readonly CountChange[] = [],
): ProductVersionRow => ({
  product_id: id,
  revision,
  action,
  editor_id: editorId,
  saved_at: now,
  entry,
  archived: archived_at === null ? 0 : 1,
  batch_id: batchId,
  reason: null,
  counted: JSON.stringify(counted),
})

/** Returns the version of a save, and the version before it if that is missing. */
function toVersions(
  change: Change,
  { before, row, action, entry, seedEntry, counted }: PreparedSave,
): ProductVersionRow[] {
  const version = toVersion(change, row, entry, action, before ? counted : [])
  if (!before || seedEntry === undefined) return [version]
  const first = toVersion(change, before.row, seedEntry, 'create')
  return [{ ...first, editor_id: null, batch_id: null }, version]
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

/** Lists pictures that a save removes. They belong to the previous version and those before it. */
function toFormerPictures({ before, pictures = [] }: PreparedSave): ProductVersionPictureRow[] {
  if (!before) return []
  const { id, revision } = before.row
  const remainingFiles = new Set(pictures.map(({ file }) => file))
  const former = new Set(before.entry.pictures.map(({ file }) => file)).difference(remainingFiles)
  return [...former].map((picture_hash) => ({ product_id: id, revision, picture_hash }))
}

async function writePictures(db: Db, saves: PreparedSave[]): Promise<void> {
  const changed = saves.filter(({ pictures }) => pictures !== undefined)
  const existingIds = changed.flatMap(({ before, row }) => (before ? row.id : []))
  for (const ids of inChunks(existingIds)) await queries.deleteProductPictures(db, ids)
  const former = changed.flatMap(toFormerPictures)
  for (const chunk of inChunks(former)) await insertVersionPictures(db, chunk)
  await queries.insertProductPictures(
    db,
    changed.flatMap(({ row, pictures = [] }) => toPictureRows(row.id, { pictures })),
  )
}

async function writeSlugs(db: Db, saves: PreparedSave[]): Promise<void> {
  const changed = saves.flatMap(({ before, row }) =>
    before?.row.slug === row.slug ? [] : { slug: row.slug, recordId: row.id },
  )
  await changeSlugs(db, 'product', changed)
}
