import { type CatalogEntry, catalogEntry, type EntryPicture } from '#src/contract/entry.ts'
import { normalizeName, normalizeText } from '#src/contract/normal-text.ts'
import { SLUG_PATTERN } from '#src/contract/values.ts'
import { toAddress } from '#src/rules/address.ts'
import type { Db } from '../../core/db/schema.ts'
import { listExistingPictures } from '../../core/media/queries.ts'
import { createTurns } from '../../core/turns.ts'
import { listRenamed } from '../../shop/catalog/queries.ts'
import { toCountedDraft } from '../launches/apply-drafts.ts'
import type { LaunchItemRow } from '../launches/tables.ts'
import { createCategoryResolver, toCategoryAddress } from '../save/categories.ts'
import { type LoadedProduct, loadAllForEdit } from '../save/change.ts'
import * as queries from '../save/queries.ts'
import { referenceMessages } from '../save/references.ts'
import { findShopErrors } from '../save/shop-rules.ts'
import { type Column, headerOf, isSlug } from './csv-columns.ts'
import { type CsvEntry, toColumn } from './csv-fields.ts'
import { checkEntry, type ProductRows, type ReadProduct, readProduct } from './csv-row.ts'
import { CHOICE, formatChoice } from './csv-variants.ts'
import type { CsvRow, ImportError } from './parse-csv.ts'

/** A product that the file creates or changes. */
export interface PlannedSave extends Pick<ReadProduct, 'variantLines'> {
  line: number
  /** With what the draft of a launch says. */
  before: LoadedProduct | undefined
  entry: CatalogEntry
  archived: boolean
  /** Saving it would change nothing. */
  isUnchanged: boolean
}

const isUnchanged = (
  before: LoadedProduct | undefined,
  entry: CatalogEntry,
  archived: boolean,
): boolean =>
  before !== undefined &&
  archived === (before.row.archived_at !== null) &&
  JSON.stringify(catalogEntry.parse(before.entry)) ===
    JSON.stringify({ ...entry, category: toCategoryAddress(entry.category) })

/** The rows of each product, in the order of their first ones. */
export function groupRows(rows: CsvRow[], columns: Column[], errors: ImportError[]): ProductRows[] {
  const slugAt = columns.findIndex(isSlug)
  const choiceAt = columns.findIndex(({ field }) => field?.name === CHOICE)
  const bySlug = new Map<string, ProductRows>()
  for (const row of rows) {
    const { line, cells } = row
    const slug = normalizeName(cells[slugAt] ?? '')
    const known = bySlug.get(slug)
    const product = known ?? { slug, line, own: undefined, ofVariants: [] }
    if (!known) bySlug.set(slug, product)
    if (normalizeText(cells[choiceAt] ?? '') !== '') product.ofVariants.push(row)
    else if (product.own) {
      const message = `The slug "${slug}" stands in line ${product.own.line} already.`
      errors.push({ line, column: headerOf(columns, 'slug'), message })
    } else product.own = row
  }
  return [...bySlug.values()]
}

/** Why a text is no address, with the one that may be meant, e.g. of the address of a page. */
function describeSlug(slug: string): string {
  const meant = toAddress(slug.replace(/[?#].*$/, '').replace(/^.*\/(?=.)/, ''))
  if (slug === '') return 'The slug is missing.'
  const hint = meant ? ` “${meant}” may be meant.` : ''
  return `“${slug.slice(0, 60)}” is no slug: it has small letters, digits and single hyphens.${hint}`
}

/** Reads what the file would save, without changing anything. @param liveAt when the products are live. */
export async function planSaves(
  db: Db,
  liveAt: number,
  products: ProductRows[],
  columns: Column[],
  isHeaderRead: boolean,
  errors: ImportError[],
  items: Items,
): Promise<PlannedSave[]> {
  // What a column that is not known yet may fill is not missing.
  const isAsked = (header: string) =>
    isHeaderRead || columns.some((column) => column.header === header)
  const slugs = products.map(({ slug }) => slug)
  const beforeBySlug = await readBefore(db, slugs, items)
  const saves: PlannedSave[] = []
  const references: { line: number; draft: CsvEntry }[] = []
  const resolve = await createCategoryResolver(db)
  const turn = createTurns()
  for (const product of products) {
    await turn()
    const { slug, line } = product
    const before = beforeBySlug.get(slug)
    const found: ImportError[] = []
    const { draft, variants, variantLines } = readProduct(product, columns, before, found)
    if (!before && !SLUG_PATTERN.test(slug)) {
      // The cells that it lacks may be those of a piece that there is.
      const message = describeSlug(slug)
      errors.push({ line, column: headerOf(columns, 'slug'), message }, ...found)
      continue
    }
    if (!before) addDefaults(draft, liveAt)
    // What a cell that cannot be read leaves out is no error of its own.
    const unreadable = new Set(found.map((error) => `${error.line} ${error.column}`))
    const checked = checkEntry(draft)
    for (const { path, message } of product.own || before ? checked.found : []) {
      const column = headerOf(columns, toColumn(path))
      const index = path[0] === 'variants' ? path[1] : undefined
      const variant = typeof index === 'number' ? variants[index] : undefined
      const variantLine = typeof index === 'number' ? variantLines.get(index) : undefined
      const ofLine = variantLine ?? line
      if (unreadable.has(`${ofLine} ${column}`) || !isAsked(column)) continue
      const name = variant && variantLine === undefined ? `${formatChoice(variant.choice)}: ` : ''
      found.push({ line: ofLine, column, message: name + message })
    }
    errors.push(...found)
    references.push({ line, draft })
    if (!checked.entry || found.length > 0) continue
    const entry = { ...checked.entry, category: resolve(checked.entry.category) }
    const archived = draft.archived ?? false
    saves.push({
      line,
      variantLines,
      before,
      entry,
      archived,
      isUnchanged: isUnchanged(before, entry, archived),
    })
  }
  await addShopErrors(db, liveAt, saves, columns, errors)
  await addKnownPieces(db, saves, columns, errors)
  const renamed = await checkReferences(db, references, new Set(slugs), columns, errors)
  return saves.map((save) => withCurrentRelated(save, renamed)).filter((save) => !save.isUnchanged)
}

/**
 * A row with a new address that is a known piece: the address is what rows are matched by, so that a changed one would
 * make a second piece.
 */
async function addKnownPieces(
  db: Db,
  saves: PlannedSave[],
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
  const titles = await queries.listByTitle(
    db,
    created.map(({ entry }) => entry.title),
  )
  for (const { line, entry } of created) {
    const add = (message: string) =>
      errors.push({ line, column: headerOf(columns, 'slug'), message })
    const slug = former.get(entry.slug)
    if (slug) {
      add(`The piece that was at “${entry.slug}” is at “${slug}” now. Use that address.`)
      continue
    }
    const same = titles.find(
      (other) =>
        !inFile.has(other.slug) && other.title === entry.title && isSamePiece(other, entry),
    )
    if (same)
      add(`“${same.title}” is at “${same.slug}” already. Use that address, or another title.`)
  }
}

/** Whether two pieces with one title are the same: they share a picture, or their subtitle. */
const isSamePiece = (
  other: { subtitle: string; hashes: string[] },
  { subtitle, pictures }: CatalogEntry,
): boolean =>
  other.subtitle === subtitle || pictures.some(({ file }) => other.hashes.includes(file))

/** What the form and the API refuse as well. */
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
      const variantLine = typeof path[1] === 'number' ? save.variantLines.get(path[1]) : undefined
      const column = headerOf(columns, toColumn(path))
      errors.push({ line: variantLine ?? save.line, column, message })
    }
  }
}

/** Related products that were renamed since the file was written have the slugs of now. */
function withCurrentRelated(save: PlannedSave, renamed: ReadonlyMap<string, string>): PlannedSave {
  const { before, entry, archived } = save
  if (!entry.related.some((slug) => renamed.has(slug))) return save
  const related = [...new Set(entry.related.map((slug) => renamed.get(slug) ?? slug))]
  const resolved = { ...entry, related }
  return { ...save, entry: resolved, isUnchanged: isUnchanged(before, resolved, archived) }
}

/** What a new product may leave out. */
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
export type Items = ReadonlyMap<string, LaunchItemRow>

/** The product as a draft makes it. */
function withDraft(before: LoadedProduct, item: LaunchItemRow | undefined): LoadedProduct {
  if (!item) return before
  const { action, saved_at } = item
  const archivedAt =
    action === 'update' ? before.row.archived_at : action === 'archive' ? saved_at : null
  const entry = toCountedDraft(item, JSON.parse(item.body) as CatalogEntry, { product: before })
  return { ...before, entry, row: { ...before.row, archived_at: archivedAt } }
}

async function readBefore(
  db: Db,
  slugs: string[],
  items: Items,
): Promise<Map<string, LoadedProduct>> {
  const known = await queries.listIdsBySlug(db, [...new Set(slugs)])
  const found = await loadAllForEdit(
    db,
    known.map(({ id }) => id),
  )
  const turn = createTurns()
  const bySlug = new Map<string, LoadedProduct>()
  for (const before of found) {
    await turn()
    bySlug.set(before.entry.slug, withDraft(before, items.get(before.row.id)))
  }
  return bySlug
}

/**
 * Related products and pictures must exist, or be created by the same file.
 * @returns the slugs that products have now, by former ones that the file names.
 */
async function checkReferences(
  db: Db,
  rows: { line: number; draft: CsvEntry }[],
  inFile: Set<string>,
  columns: Column[],
  errors: ImportError[],
): Promise<Map<string, string>> {
  const turn = createTurns()
  const named: { line: number; slug: unknown; related: string[]; pictures: EntryPicture[] }[] = []
  for (const { line, draft } of rows) {
    await turn()
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
          column: headerOf(columns, 'related'),
          message: referenceMessages.related(slug),
        })
    for (const picture of row.pictures)
      if (!stored.has(picture.file))
        errors.push({
          line,
          column: headerOf(columns, 'pictures'),
          message: referenceMessages.picture(picture),
        })
  }
  return renamed
}
