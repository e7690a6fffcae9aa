import { randomBytes } from 'node:crypto'
import type { CatalogEntry } from '#src/contract/entry.ts'
import {
  findNameChanges,
  findRenames,
  type NameChanges,
  type OptionRename,
  renameChoice,
  renameChoices,
} from '#src/rules/product/renamed-choices.ts'
import {
  type CountChange,
  listCountChanges,
  NO_CHOICE,
  readCounts,
  toCanonicalJson,
} from '#src/rules/product/stock-counts.ts'
import { withTotalStock } from '#src/rules/product/variants.ts'
import { inChunks, inParts, readInChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import { insertVersionPictures } from '../../core/media/queries.ts'
import type { ProductVersionPictureRow } from '../../core/media/tables.ts'
import { toPlace } from '../../core/media/to-picture.ts'
import { ConflictError } from '../../core/retry-conflicts.ts'
import { createTurns } from '../../core/turns.ts'
import { getChangedCodes, type ProductCode, replaceCodes } from '../../shop/catalog/code-queries.ts'
import type { ProductPictureRow, ProductRow, StockedProduct } from '../../shop/catalog/tables.ts'
import { parseUncounted, toProductId, toProductRow } from '../../shop/catalog/to-product.ts'
import { areCountsCurrent, lockCounts, writeCounts } from '../../shop/stock/count-stock.ts'
import { toShownColumns } from '../../shop/stock/show-stock.ts'
import { formatCounts, parseCounts, type StockCount } from '../../shop/stock/stock-count.ts'
import { listTypedNames, saveTypedNames, toCategoryAddress } from './categories.ts'
import { type Action, type Change, type LoadedProduct, VERBS } from './change.ts'
import { renameInContent } from './product-slugs.ts'
import * as queries from './queries.ts'
import { listAllProductIds, listRelated } from './queries.ts'
import { renameStoredChoices } from './stored-choices.ts'
import type { ProductVersionRow } from './tables.ts'

/** A product as it is to be saved. What it refers to is checked. */
export interface WantedSave {
  /** The version that it is saved over; undefined for a new product. */
  before: LoadedProduct | undefined
  entry: CatalogEntry
  action: Action
  archivedAt: number | null
}

/** A save whose row is made; that of a new product has neither an id nor a place in the catalogue. */
export interface PreparedSave {
  before: LoadedProduct | undefined
  row: StockedProduct
  /** What it changes of the counts. */
  counted: CountChange[]
  /** What it calls otherwise: stock, cart lines and orders follow. */
  renames: OptionRename[]
  /** What becomes of the names in cart lines and the like. */
  names: NameChanges
  action: Action
  /** The entry of its version, as JSON. */
  entry: string
  /** Undefined where they stay. */
  pictures: CatalogEntry['pictures'] | undefined
  /** The codes of its variants; undefined where they stay. */
  codes: ProductCode[] | undefined
  /** Its price is that of what can be bought. */
  hasShownPrice: boolean
  /** The entry of the version before it has none, because it was imported with the seed. */
  seeded: string | undefined
}

/** Saves whose rows are made: what is left is to write them. */
export interface PreparedSaves {
  saves: PreparedSave[]
  /** Other products that name one by its former slug, with its new one. */
  naming: StockedProduct[]
  /** The names that were typed for new categories, by their addresses. */
  categoryNames: ReadonlyMap<string, string>
}

/** Another version of a product was saved since it was read. */
export class ProductConflict extends ConflictError {
  override name = 'ProductConflict'
  readonly id: string

  constructor(id: string) {
    super('This product')
    this.id = id
  }
}

/**
 * Makes the rows of saves, with turns for other requests.
 * @param wanted in an order in which each slug is free when it is taken.
 */
export async function prepareSaves(
  db: Db,
  now: number,
  wanted: WantedSave[],
): Promise<PreparedSaves> {
  const turn = createTurns()
  const saves: PreparedSave[] = []
  const seeded = await listWithoutVersion(db, wanted)
  for (const { before, entry: input, action, archivedAt } of wanted) {
    await turn()
    const entry = withTotalStock({ ...input, category: toCategoryAddress(input.category) })
    const { id = '', position = -1, revision = 0 } = before?.row ?? {}
    const areSame =
      before && JSON.stringify(entry.pictures) === JSON.stringify(before.entry.pictures)
    const renames = before ? findRenames(before.entry, entry) : []
    const renamed = before && renameChoices(before.entry, renames)
    saves.push({
      before,
      action,
      renames,
      names: findNameChanges(before?.entry ?? entry, entry),
      counted: listCountChanges(renamed ? readCounts(renamed) : new Map(), readCounts(entry)),
      entry: JSON.stringify(entry),
      hasShownPrice: before !== undefined && entry.variants !== undefined,
      codes: getChangedCodes(before?.entry, entry),
      row: {
        ...toProductRow(entry, position, now, before && renameCounts(before.row, renames)),
        id,
        archived_at: archivedAt,
        revision: revision + 1,
      },
      pictures: areSame ? undefined : entry.pictures,
      seeded: before && seeded.has(before.row.id) ? JSON.stringify(before.entry) : undefined,
    })
  }
  return {
    saves,
    naming: await findNaming(db, now, saves),
    categoryNames: listTypedNames(wanted.map(({ entry }) => entry.category)),
  }
}

/** The stock of a product by the names that its choices have now. */
const renameCounts = (row: StockedProduct, renames: OptionRename[]) =>
  parseCounts(row).map((count) => ({ ...count, choice: renameStockChoice(count.choice, renames) }))

const renameStockChoice = (choice: string, renames: OptionRename[]): string =>
  choice === NO_CHOICE ? choice : toCanonicalJson(renameChoice(JSON.parse(choice), renames))

/** The products that were imported with the seed and not saved since. */
async function listWithoutVersion(db: Db, wanted: WantedSave[]): Promise<Set<string>> {
  const first = wanted.flatMap(({ before }) => (before?.row.revision === 1 ? before.row.id : []))
  const known = await readInChunks(first, (ids) => queries.listFirstVersions(db, ids))
  return new Set(first).difference(new Set(known.map(({ product_id }) => product_id)))
}

/** The former slugs of the products that saves rename, with their new ones. */
const listRenames = (saves: PreparedSave[]) =>
  saves.flatMap(({ before, row }) =>
    before && before.row.slug !== row.slug
      ? [{ id: row.id, former: before.row.slug, slug: row.slug }]
      : [],
  )

/** The new slugs, by the former ones. */
export const toRenames = (saves: PreparedSave[]): Map<string, string> =>
  new Map(listRenames(saves).map(({ former, slug }) => [former, slug]))

/** Other products that name one of those which are renamed, with the new slugs. */
async function findNaming(db: Db, now: number, saves: PreparedSave[]): Promise<StockedProduct[]> {
  const renames = toRenames(saves)
  if (renames.size === 0) return []
  const saved = new Set(saves.map(({ row }) => row.id))
  const others = (await listAllProductIds(db)).filter((id) => !saved.has(id))
  const named = await readInChunks(others, async (ids) =>
    (await listRelated(db, ids)).filter(({ related }) =>
      (JSON.parse(related) as string[]).some((slug) => renames.has(slug)),
    ),
  )
  const rows = await readInChunks(
    named.map(({ id }) => id),
    (ids) => queries.listProductRows(db, ids),
  )
  return rows.map((row) => {
    const detail = parseUncounted(row)
    const related = detail.related.map((slug) => renames.get(slug) ?? slug)
    return { ...row, detail: JSON.stringify({ ...detail, related }), updated_at: now }
  })
}

const countLetters = ({ entry, seeded = '' }: PreparedSave): number => entry.length + seeded.length

/**
 * Writes saves with their versions, in a few statements for many. New products follow at the end of the catalogue.
 * @returns the rows, in the order of the saves.
 * @throws ProductConflict when another version of one was saved since it was read.
 */
export async function writeSaves(
  change: Change,
  prepared: PreparedSaves,
): Promise<StockedProduct[]> {
  const { db, now } = change
  await saveTypedNames(change, prepared.categoryNames)
  const saves = await withCurrentStock(db, await placeNew(db, prepared.saves))
  for await (const part of inParts(saves, countLetters)) await writeRows(db, part)
  for (const { row, renames, names } of saves) await renameStoredChoices(db, row.id, renames, names)
  await writeCounts(
    db,
    saves.map(({ row, counted }) => ({ productId: row.id, changes: counted })),
  )
  // In the order of their index, in which neighbours share a page.
  const byId = saves.toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1))
  const versions = byId.flatMap((save) => toVersions(change, save))
  for await (const part of inParts(versions, ({ entry }) => entry.length))
    await queries.insertProductVersions(db, part)
  await writePictures(db, byId)
  await replaceCodes(
    db,
    byId.flatMap(({ before, row, codes }) =>
      codes ? { id: row.id, codes, isNew: before === undefined } : [],
    ),
  )
  await writeSlugs(db, saves)
  for await (const rows of inParts(prepared.naming, ({ detail }) => detail.length))
    await queries.updateProductDetails(db, rows)
  await renameInContent(db, now, toRenames(saves))
  for (const { row, action } of saves)
    change.saved.push({ id: row.id, summary: `${VERBS[action]} ${row.title}` })
  return saves.map(({ row }) => row)
}

/** Gives new products an id, and places at the end of the catalogue. */
export async function placeNew(db: Db, saves: PreparedSave[]): Promise<PreparedSave[]> {
  const derived = saves.flatMap(({ before, row }) => (before ? [] : toProductId(row.slug)))
  if (derived.length === 0) return saves
  // A renamed product keeps the id of its first slug.
  const taken = new Set(
    (await readInChunks(derived, (ids) => queries.listExistingIds(db, ids))).map(({ id }) => id),
  )
  let position = await queries.findLastPosition(db)
  return saves.map((save) => {
    if (save.before) return save
    const derivedId = toProductId(save.row.slug)
    const id = taken.has(derivedId) ? randomBytes(12).toString('hex') : derivedId
    return { ...save, row: { ...save.row, id, position: ++position } }
  })
}

/**
 * Locks the stock that saves change or show, before they lock rows of products, as orders do.
 * @returns the saves with the price of what can be bought now.
 * @throws ProductConflict when a count was changed since it was read.
 */
async function withCurrentStock(db: Db, saves: PreparedSave[]): Promise<PreparedSave[]> {
  const locked = saves.filter(
    ({ before, counted, renames, hasShownPrice }) =>
      before && (counted.length > 0 || renames.length > 0 || hasShownPrice),
  )
  if (locked.length === 0) return saves
  const counts = await lockCounts(
    db,
    locked.map(({ row }) => row.id),
  )
  const current = new Map<PreparedSave, PreparedSave>()
  for (const save of locked) {
    const { before, row, counted, renames } = save
    const now = (counts.get(row.id) ?? []).map((count) => ({
      ...count,
      choice: renameStockChoice(count.choice, renames),
    }))
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

/** Whether a product was read with these counts: its row was made from them. */
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
  const isListedAlike = saves.every(
    ({ before, row }) =>
      !before || queries.LISTED_COLUMNS.every((column) => before.row[column] === row[column]),
  )
  const other = await queries.writeProductRows(
    db,
    saves.map(({ row }) => row),
    isListedAlike,
  )
  if (other) throw new ProductConflict(other.id)
}

/**
 * The row of a version.
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

/** The version of a save, and that before it where it has none. */
function toVersions(
  change: Change,
  { before, row, action, entry, seeded, counted }: PreparedSave,
): ProductVersionRow[] {
  const version = toVersion(change, row, entry, action, before ? counted : [])
  if (!before || seeded === undefined) return [version]
  const first = toVersion(change, before.row, seeded, 'create')
  return [{ ...first, editor_id: null, batch_id: null }, version]
}

/** The rows of the pictures that an entry has. */
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

/** The pictures that a save takes off its product: the version before it has them from then on, and those before that. */
function toFormerPictures({ before, pictures = [] }: PreparedSave): ProductVersionPictureRow[] {
  if (!before) return []
  const { id, revision } = before.row
  const kept = new Set(pictures.map(({ file }) => file))
  const former = new Set(before.entry.pictures.map(({ file }) => file)).difference(kept)
  return [...former].map((picture_hash) => ({ product_id: id, revision, picture_hash }))
}

async function writePictures(db: Db, saves: PreparedSave[]): Promise<void> {
  const changed = saves.filter(({ pictures }) => pictures !== undefined)
  const known = changed.flatMap(({ before, row }) => (before ? row.id : []))
  for await (const ids of inChunks(known)) await queries.deleteProductPictures(db, ids)
  const former = changed.flatMap(toFormerPictures)
  for await (const chunk of inChunks(former)) await insertVersionPictures(db, chunk)
  await queries.insertProductPictures(
    db,
    changed.flatMap(({ row, pictures = [] }) => toPictureRows(row.id, { pictures })),
  )
}

/** A former slug redirects to the product; one that a product has now redirects nowhere. */
async function writeSlugs(db: Db, saves: PreparedSave[]): Promise<void> {
  const former = listRenames(saves).map(({ id, former }) => ({ slug: former, product_id: id }))
  for await (const rows of inChunks(former)) await queries.upsertFormerSlugs(db, rows)
  const taken = saves.flatMap(({ before, row }) => (before?.row.slug === row.slug ? [] : row.slug))
  for await (const slugs of inChunks(taken)) await queries.deleteFormerSlugs(db, slugs)
}
