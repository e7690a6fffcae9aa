import { type CatalogEntry, type EntryError, toCodeKey } from '#src/contract/entry.ts'
import { MINUTE_MS } from '#src/rules/constants.ts'
import { type Categories, readCategories } from '../../core/content/categories.ts'
import type { Db } from '../../core/db/schema.ts'
import { listCodeOwners, listCodes } from '../../shop/catalog/code-queries.ts'
import { findCategoryError } from './categories.ts'

/** A product to save, for rules that involve other records. */
export interface NextProduct {
  /** Undefined for a new one. */
  id: string | undefined
  /** Unchanged values are not checked again. */
  before: CatalogEntry | undefined
  entry: CatalogEntry
}

/** Allows for a browser clock that is slightly fast. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS

const ON_SALE_LATER =
  '“On sale since” is in the future. To sell a piece later, save it as a draft of a launch with a start.'

const LABELS = { sku: 'SKU', barcode: 'barcode' } as const

/** Lists the codes that a save adds, with their paths. */
function listNewCodes({ before, entry }: NextProduct) {
  const codesBefore = new Set(
    listCodes({ variants: before?.variants }).map(({ kind, code }) => `${kind} ${code}`),
  )
  return (entry.variants ?? []).flatMap((row, index) =>
    (['sku', 'barcode'] as const).flatMap((kind) => {
      const value = row[kind]
      if (value === undefined) return []
      const code = toCodeKey(kind, value)
      return codesBefore.has(`${kind} ${code}`)
        ? []
        : [{ kind, code, value, path: ['variants', index, kind] }]
    }),
  )
}

/** A SKU or barcode belongs to one product only, even if that is archived. */
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
    const owner = owners.get(`${kind} ${code}`)
    if (owner && owner.owner !== product)
      add(product, {
        path,
        message: `The ${LABELS[kind]} ${value} belongs to “${owner.title}” already.`,
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
 * Finds errors that an entry cannot have on its own: an unknown category, a code of another product,
 * or a future time of sale. All ways to save a product use it.
 * @param liveAt time at which the products go live.
 */
export async function findShopErrors(
  db: Db,
  liveAt: number,
  products: NextProduct[],
): Promise<Map<NextProduct, EntryError[]>> {
  const found = new Map<NextProduct, EntryError[]>()
  const add = (product: NextProduct, error: EntryError) =>
    void found.set(product, [...(found.get(product) ?? []), error])
  const categories = await readCategories(db)
  for (const product of products)
    for (const error of findOwnErrors(product, categories, liveAt)) add(product, error)
  await addCodeErrors(db, products, add)
  return found
}

/** Returns the products whose codes are taken. Undoing a change may restore such a code. */
export async function findTakenCodes(db: Db, products: NextProduct[]): Promise<Set<NextProduct>> {
  const taken = new Set<NextProduct>()
  await addCodeErrors(db, products, (product) => void taken.add(product))
  return taken
}
