import { type CatalogEntry, type EntryError, toCodeKey } from '#src/contract/entry.ts'
import { toCategoryName } from '#src/rules/near-category.ts'
import type { Db } from '../../core/db/schema.ts'
import { listCodeOwners, listCodes } from '../../shop/catalog/code-queries.ts'
import { Categories, findCategoryError, listCategories, toCategoryAddress } from './categories.ts'

/** A product as it is to be saved, with the rules that one entry alone cannot break. */
export interface NextProduct {
  /** Undefined for a new one. */
  id: string | undefined
  /** What it has said so far is not checked again. */
  before: CatalogEntry | undefined
  entry: CatalogEntry
}

/** The clock of a browser may be a little ahead. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

const ON_SALE_LATER =
  '“On sale since” is in the future. To sell a piece later, save it as a draft of a launch with a start.'

const LABELS = { sku: 'SKU', barcode: 'barcode' } as const

/** The codes of products that the save brings, each with the place where it stands. */
function listNewCodes({ before, entry }: NextProduct) {
  const known = new Set(
    listCodes({ variants: before?.variants }).map(({ kind, code }) => `${kind} ${code}`),
  )
  return (entry.variants ?? []).flatMap((row, index) =>
    (['sku', 'barcode'] as const).flatMap((kind) => {
      const value = row[kind]
      if (value === undefined) return []
      const code = toCodeKey(kind, value)
      return known.has(`${kind} ${code}`)
        ? []
        : [{ kind, code, value, path: ['variants', index, kind] }]
    }),
  )
}

/** SKUs and barcodes are of one piece each, also of an archived one. */
async function addCodeErrors(
  db: Db,
  products: NextProduct[],
  add: (product: NextProduct, error: EntryError) => void,
): Promise<void> {
  const added = products.flatMap((product) =>
    listNewCodes(product).map((code) => ({ product, ...code })),
  )
  if (added.length === 0) return
  const ids = new Set(products.map(({ id }) => id))
  const owners = new Map<string, { title: string; owner: unknown }>()
  for (const { product_id, kind, code, title } of await listCodeOwners(
    db,
    added.map(({ code }) => code),
  ))
    if (!ids.has(product_id)) owners.set(`${kind} ${code}`, { title, owner: product_id })
  for (const product of products)
    for (const { kind, code } of listCodes(product.entry)) {
      const key = `${kind} ${code}`
      if (!owners.has(key)) owners.set(key, { title: product.entry.title, owner: product })
    }
  for (const { product, kind, code, value, path } of added) {
    const known = owners.get(`${kind} ${code}`)
    if (known && known.owner !== product)
      add(product, {
        path,
        message: `The ${LABELS[kind]} ${value} belongs to “${known.title}” already.`,
      })
  }
}

function findOwnErrors(
  { before, entry }: NextProduct,
  categories: Categories,
  liveAt: number,
): EntryError[] {
  const errors: EntryError[] = []
  const category =
    entry.category === before?.category ? undefined : findCategoryError(categories, entry.category)
  if (category) errors.push({ path: ['category'], message: category })
  if (
    entry.publishedAt !== before?.publishedAt &&
    Date.parse(entry.publishedAt) > liveAt + CLOCK_TOLERANCE_MS
  )
    errors.push({ path: ['publishedAt'], message: ON_SALE_LATER })
  return errors
}

/**
 * What each way to save a product refuses beside the rules of its entry, as sentences: a category that is another
 * spelling of one, codes of another piece, a time of sale in the future.
 * @param liveAt when the products are live.
 */
export async function findShopErrors(
  db: Db,
  liveAt: number,
  products: NextProduct[],
): Promise<Map<NextProduct, EntryError[]>> {
  const found = new Map<NextProduct, EntryError[]>()
  const add = (product: NextProduct, error: EntryError) =>
    void found.set(product, [...(found.get(product) ?? []), error])
  // A category that the change itself makes is known to the products after it.
  const isChanged = ({ before, entry }: NextProduct) => entry.category !== before?.category
  const categories = products.some(isChanged) ? await listCategories(db) : new Categories()
  for (const product of products) {
    const errors = findOwnErrors(product, categories, liveAt)
    for (const error of errors) add(product, error)
    addCategory(categories, product)
  }
  await addCodeErrors(db, products, add)
  return found
}

const addCategory = (categories: Categories, { before, entry }: NextProduct): void => {
  if (entry.category === before?.category) return
  if (findCategoryError(categories, entry.category) !== undefined) return
  const address = toCategoryAddress(entry.category)
  if (!categories.has(address)) categories.set(address, toCategoryName(entry.category))
}

/** The same for codes alone, which an undo of a change may give back. */
export async function findTakenCodes(db: Db, products: NextProduct[]): Promise<Set<NextProduct>> {
  const taken = new Set<NextProduct>()
  await addCodeErrors(db, products, (product) => void taken.add(product))
  return taken
}
