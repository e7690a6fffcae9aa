import type { ImportResult } from '#src/contract/editor.ts'
import {
  type CatalogEntry,
  catalogEntry,
  ENTRY_FIELD_NAMES,
  type EntryField,
  type EntryPicture,
} from '#src/contract/entry.ts'
import { normalizeName, normalizeText } from '#src/contract/normal-text.ts'
import { SLUG_PATTERN } from '#src/contract/values.ts'
import { toAddress } from '#src/editing/address.ts'
import { normalizeHeader } from '#src/editing/csv-header.ts'
import { readCategories } from '../../core/content/categories.ts'
import { inChunks, PRODUCTS_PER_STATEMENT } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import { listExistingPictures } from '../../core/media/queries.ts'
import { listRenamed, listSlugs } from '../../core/slugs/queries.ts'
import { showProductDraft } from '../launches/drafts.ts'
import { type LoadedProduct, loadProducts, type ProductCache } from '../save/change.ts'
import * as queries from '../save/queries.ts'
import { referenceMessages } from '../save/references.ts'
import { findShopErrors } from '../save/shop-rules.ts'
import type { OverlayRow } from '../save/tables.ts'
import { type Column, getHeader, isSlug } from './csv-columns.ts'
import { type CsvEntry, toColumn } from './csv-fields.ts'
import { checkEntry, type ProductRows, type ReadProduct, readProduct } from './csv-row.ts'
import { CHOICE, formatChoice } from './csv-variants.ts'
import type { CsvRow, ImportError } from './parse-csv.ts'

/** A product that the file creates or changes. */
export interface PlannedSave extends Pick<ReadProduct, 'variantRows'> {
  line: number
  /** Includes the draft of the launch. */
  before: LoadedProduct | undefined
  /** Without the draft of the launch. */
  product: LoadedProduct | undefined
  entry: CatalogEntry
  archived: boolean
  /** Saving would change nothing. */
  isUnchanged: boolean
}

const isUnchanged = (
  before: LoadedProduct | undefined,
  entry: CatalogEntry,
  archived: boolean,
): boolean =>
  before !== undefined &&
  archived === (before.row.archived_at !== null) &&
  ENTRY_FIELD_NAMES.every((name) => isSameField(name, before.entry[name], entry[name]))

/** Compares a field. A stored one may lack defaults that its schema adds. */
function isSameField(name: EntryField, before: unknown, after: unknown): boolean {
  const json = JSON.stringify(after)
  return (
    JSON.stringify(before) === json ||
    JSON.stringify(catalogEntry.shape[name].safeParse(before).data) === json
  )
}

/** Groups rows by product, in the order of their first rows. */
export function groupRows(rows: CsvRow[], columns: Column[], errors: ImportError[]): ProductRows[] {
  const slugAt = columns.findIndex(isSlug)
  const choiceAt = columns.findIndex(({ field }) => field?.name === CHOICE)
  const bySlug = new Map<string, ProductRows>()
  for (const row of rows) {
    const { line, cells } = row
    const slug = normalizeName(cells[slugAt] ?? '')
    const existing = bySlug.get(slug)
    const fault = existing
      ? undefined
      : describeInvalidRow(row, columns, slugAt, row === rows.at(-1))
    const product = existing ?? { slug, line, own: undefined, ofVariants: [], fault }
    if (!existing) bySlug.set(slug, product)
    if (normalizeText(cells[choiceAt] ?? '') !== '') product.ofVariants.push(row)
    else if (product.own) {
      const message = `The slug "${slug}" is already in line ${product.own.line}.`
      errors.push({ line, column: getHeader(columns, 'slug'), message })
    } else product.own = row
  }
  return [...bySlug.values()]
}

/** Matches the label of a row of sums, e.g. `Grand Total (Rs.)`. */
const TOTAL = /^(?:(?:sub|grand|net)[\s-]*)?totals?\s*(?:[(:].*)?\.?$/i

/** Describes a row that is not a product. */
function describeInvalidRow(
  { line, cells }: CsvRow,
  columns: Column[],
  slugAt: number,
  isLast: boolean,
): string | undefined {
  const slug = (cells[slugAt] ?? '').trim()
  if (normalizeHeader(slug) === normalizeHeader(columns[slugAt]?.header ?? ''))
    return `Row ${line} repeats the header. Delete it.`
  const labels = slug === '' ? cells.map((cell) => cell.trim()) : [slug]
  if (!labels.some((label) => TOTAL.test(label))) return undefined
  return `${isLast ? 'The last row' : `Row ${line}`} is a total. Delete it.`
}

/** Explains an invalid slug, and suggests a valid one, e.g. from the address of a page. */
function describeSlug(slug: string): string {
  const meant = toAddress(slug.replace(/[?#].*$/, '').replace(/^.*\/(?=.)/, ''))
  if (slug === '') return 'The slug is missing.'
  const hint = meant ? ` Try “${meant}”.` : ''
  return `“${slug.slice(0, 60)}” is not a slug. A slug has small letters, digits and single hyphens.${hint}`
}

/** Target of an import: the shop, or the drafts of a launch. */
interface Target {
  /** Time at which the products go live. */
  liveAt: number
  items: Items
  /** Products that are not read again. */
  known: ProductCache | undefined
}

interface Header {
  columns: Column[]
  /** Whether all columns are recognised. */
  isHeaderRead: boolean
}

export interface FilePlan {
  saves: PlannedSave[]
  /** Number of variant rows by the way their variants were found. */
  matched: ImportResult['matched']
}

/**
 * Plans the saves of a file without writing.
 * @param errors receives the errors.
 */
export async function planSaves(
  db: Db,
  { liveAt, items, known }: Target,
  products: ProductRows[],
  { columns, isHeaderRead }: Header,
  errors: ImportError[],
): Promise<FilePlan> {
  // A missing value is no error while an unrecognised column may contain it.
  const isAsked = (header: string) =>
    isHeaderRead || columns.some((column) => column.header === header)
  const saves: PlannedSave[] = []
  const matched = { id: 0, sku: 0, barcode: 0, choice: 0, new: 0 }
  const references: { line: number; draft: CsvEntry }[] = []
  const categories = await readCategories(db)
  const planProduct = (product: ProductRows, known?: KnownProduct): void => {
    const before = known?.before
    const { slug, line } = product
    if (!before && product.fault !== undefined) {
      errors.push({ line, column: getHeader(columns, 'slug'), message: product.fault })
      return
    }
    const found: ImportError[] = []
    const { draft, variants, variantRows } = readProduct(product, columns, before, found)
    for (const { match } of variantRows.values()) matched[match]++
    if (!before && !SLUG_PATTERN.test(slug)) {
      // Its missing cells may be those of an existing product.
      const message = describeSlug(slug)
      errors.push({ line, column: getHeader(columns, 'slug'), message }, ...found)
      return
    }
    if (!before) addDefaults(draft, liveAt)
    // Avoids a second error for a value whose cell is already reported.
    const unreadable = new Set(found.map((error) => `${error.line} ${error.column}`))
    const checked = checkEntry(draft)
    for (const { path, message } of product.own || before ? checked.found : []) {
      const column = getHeader(columns, toColumn(path))
      const index = path[0] === 'variants' ? path[1] : undefined
      const variant = typeof index === 'number' ? variants[index] : undefined
      const variantLine = typeof index === 'number' ? variantRows.get(index)?.line : undefined
      const ofLine = variantLine ?? line
      if (unreadable.has(`${ofLine} ${column}`) || !isAsked(column)) continue
      const name = variant && variantLine === undefined ? `${formatChoice(variant.choice)}: ` : ''
      found.push({ line: ofLine, column, message: name + message })
    }
    errors.push(...found)
    references.push({ line, draft })
    if (!checked.entry || found.length > 0) return
    const { category } = checked.entry
    // Replaces any spelling of the category by its address.
    const id = categories.toId(toAddress(category))
    const isKnown = categories.find(id) !== undefined
    const entry = { ...checked.entry, category: isKnown ? categories.toAddress(id) : category }
    const archived = draft.archived ?? false
    saves.push({
      line,
      variantRows,
      before,
      product: known?.product,
      entry,
      archived,
      isUnchanged: isUnchanged(before, entry, archived),
    })
  }
  for (const part of inChunks(products, PRODUCTS_PER_STATEMENT)) {
    const slugs = part.map(({ slug }) => slug)
    const beforeBySlug = await readBefore(db, slugs, items, known)
    for (const product of part) planProduct(product, beforeBySlug.get(product.slug))
  }
  await addShopErrors(db, liveAt, saves, columns, errors)
  await addDuplicateErrors(db, saves, items, columns, errors)
  const slugs = new Set(products.map(({ slug }) => slug))
  const renamed = await checkReferences(db, references, slugs, columns, errors)
  const current = saves.map((save) => withCurrentRelated(save, renamed))
  return { saves: current.filter((save) => !save.isUnchanged), matched }
}

/**
 * Refuses new products that exist under another address. Rows are matched by address, so a changed
 * address would create a duplicate.
 */
async function addDuplicateErrors(
  db: Db,
  saves: PlannedSave[],
  items: Items,
  columns: Column[],
  errors: ImportError[],
): Promise<void> {
  const created = saves.filter(({ before }) => !before)
  const inFile = new Set(saves.map(({ entry }) => entry.slug))
  const former = new Map(
    (
      await listRenamed(
        db,
        created.map(({ entry }) => entry.slug),
      )
    ).map(({ former, slug }) => [former, slug]),
  )
  const reserved = new Set(
    (
      await listSlugs(
        db,
        'product',
        created.map(({ entry }) => entry.slug),
      )
    ).flatMap(({ slug, launch_id, record_id }) =>
      launch_id !== null && !items.has(record_id) ? slug : [],
    ),
  )
  const titles = await queries.listByTitle(
    db,
    created.map(({ entry }) => entry.title),
  )
  for (const { line, entry } of created) {
    const add = (message: string) =>
      errors.push({ line, column: getHeader(columns, 'slug'), message })
    if (reserved.has(entry.slug)) {
      add(`A launch has reserved the address “${entry.slug}”.`)
      continue
    }
    const slug = former.get(entry.slug)
    if (slug) {
      add(`The piece that was at “${entry.slug}” is at “${slug}” now. Use that address.`)
      continue
    }
    const same = titles.find(
      (other) =>
        !inFile.has(other.slug) && other.title === entry.title && isSameProduct(other, entry),
    )
    if (same)
      add(`“${same.title}” is at “${same.slug}” already. Use that address, or another title.`)
  }
}

/** Returns whether two products of the same title share a picture or the subtitle. */
const isSameProduct = (
  other: { subtitle: string; hashes: string[] },
  { subtitle, pictures }: CatalogEntry,
): boolean =>
  other.subtitle === subtitle || pictures.some(({ file }) => other.hashes.includes(file))

/** Adds errors that the form and the API report too. */
async function addShopErrors(
  db: Db,
  now: number,
  saves: PlannedSave[],
  columns: Column[],
  errors: ImportError[],
): Promise<void> {
  const products = saves.map((save) => ({
    save,
    id: save.before?.row.id,
    before: save.before?.entry,
    entry: save.entry,
  }))
  for (const [product, found] of await findShopErrors(db, now, products)) {
    const { save } = product as (typeof products)[number]
    for (const { path, message } of found) {
      const variantLine =
        typeof path[1] === 'number' ? save.variantRows.get(path[1])?.line : undefined
      const column = getHeader(columns, toColumn(path))
      errors.push({ line: variantLine ?? save.line, column, message })
    }
  }
}

/** Replaces former slugs of related products by the current ones. */
function withCurrentRelated(save: PlannedSave, renamed: ReadonlyMap<string, string>): PlannedSave {
  const { before, entry, archived } = save
  if (!entry.related.some((slug) => renamed.has(slug))) return save
  const related = [...new Set(entry.related.map((slug) => renamed.get(slug) ?? slug))]
  const resolved = { ...entry, related }
  return { ...save, entry: resolved, isUnchanged: isUnchanged(before, resolved, archived) }
}

/** Fills fields that a new product may omit. */
function addDefaults(draft: CsvEntry, now: number): void {
  for (const [name, value] of Object.entries({
    options: [],
    variant: {},
    technicalDetails: {},
    offers: [],
    related: [],
    pictures: [],
    publishedAt: new Date(now).toISOString(),
  }))
    draft[name] ??= value
}

/** The drafts of a launch, by record. */
export type Items = ReadonlyMap<string, OverlayRow>

interface KnownProduct {
  product: LoadedProduct
  /** With the changes of its draft. */
  before: LoadedProduct
}

/** Returns the product with the changes of a draft. */
async function withDraft(
  db: Db,
  product: LoadedProduct,
  item: OverlayRow | undefined,
): Promise<LoadedProduct> {
  if (!item) return product
  const { entry, archived } = await showProductDraft(db, product, item)
  return {
    ...product,
    entry,
    row: {
      ...product.row,
      archived_at: archived ? (product.row.archived_at ?? item.saved_at) : null,
    },
  }
}

async function readBefore(
  db: Db,
  slugs: string[],
  items: Items,
  known?: ProductCache,
): Promise<Map<string, KnownProduct>> {
  const rows = await queries.listIdsBySlug(db, [...new Set(slugs)])
  const covered = await queries.listIdsByBaseSlug(db, slugs)
  const ids = [...new Set([...rows, ...covered].map(({ id }) => id))]
  const found = await loadProducts(db, ids, known)
  const bySlug = new Map<string, KnownProduct>()
  for (const product of found) {
    const before = await withDraft(db, product, items.get(product.row.id))
    // A live launch may show it at another slug than its own.
    for (const slug of [product.live.row.slug, product.entry.slug])
      bySlug.set(slug, { product, before })
  }
  return bySlug
}

/**
 * Checks that related products and pictures exist, or are created by the same file.
 * @returns the current slugs of products that the file names by a former slug.
 */
async function checkReferences(
  db: Db,
  rows: { line: number; draft: CsvEntry }[],
  inFile: Set<string>,
  columns: Column[],
  errors: ImportError[],
): Promise<Map<string, string>> {
  const named: { line: number; slug: unknown; related: string[]; pictures: EntryPicture[] }[] = []
  for (const { line, draft } of rows) {
    const pictures = catalogEntry.shape.pictures.safeParse(draft['pictures']).data ?? []
    named.push({
      line,
      slug: draft['slug'],
      related: catalogEntry.shape.related.safeParse(draft['related']).data ?? [],
      pictures,
    })
  }
  const unknown = named.flatMap(({ related }) => related.filter((slug) => !inFile.has(slug)))
  const existing = await queries.listIdsBySlug(db, [...new Set(unknown)])
  const slugs = new Set([...inFile, ...existing.map(({ slug }) => slug)])
  const former = [...new Set(unknown)].filter((slug) => !slugs.has(slug))
  const renamed = new Map((await listRenamed(db, former)).map(({ former, slug }) => [former, slug]))
  const files = new Set(named.flatMap((row) => row.pictures.map(({ file }) => file)))
  const stored = new Set((await listExistingPictures(db, [...files])).map(({ hash }) => hash))
  for (const row of named) {
    const { line } = row
    for (const slug of row.related)
      if ((renamed.get(slug) ?? slug) === row.slug || !(slugs.has(slug) || renamed.has(slug)))
        errors.push({
          line,
          column: getHeader(columns, 'related'),
          message: referenceMessages.related(slug),
        })
    for (const picture of row.pictures)
      if (!stored.has(picture.file))
        errors.push({
          line,
          column: getHeader(columns, 'pictures'),
          message: referenceMessages.picture(picture),
        })
  }
  return renamed
}
