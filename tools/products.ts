import Papa from 'papaparse'
import type { CatalogEntry } from '#src/contract/entry.ts'
import type { Db } from '#src/server/core/db/schema.ts'
import { incrementCatalogRevision } from '#src/server/core/publish-requests/queries.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { toLineRow, toOrderRow } from '#src/server/shop/orders/new-order.ts'
import { insertOrder } from '#src/server/shop/orders/queries.ts'
import { insertCatalog } from '#src/server/shop/seed/seed.ts'
import { CSV_FIELDS } from '#src/server/studio/products/csv-fields.ts'
import type { TestApp } from './test-app.ts'

/** A product with default fields; `overrides` replaces them. */
export const createCatalogEntry = (
  overrides: Partial<CatalogEntry> & { slug: string },
): CatalogEntry => ({
  title: `The ${overrides.slug}`,
  subtitle: 'A piece for tests',
  category: 'watches',
  tagline: 'Keeps time',
  price: 1_234.5,
  stock: 50,
  options: [],
  variant: {},
  highlights: ['One'],
  description: [{ title: 'The piece', content: 'It is a piece.' }],
  technicalDetails: { Weight: '50 g' },
  warranty: { duration: '2 years', type: 'On everything' },
  offers: [],
  countryOfOrigin: 'India',
  publishedAt: '2026-01-02T03:04:05.000Z',
  related: [],
  pictures: [],
  ...overrides,
})

/** A ring whose sizes have stocks, and one a price, of their own. */
export const ringWithVariants = {
  slug: 'ring',
  price: 100,
  options: [{ name: 'Size', values: ['S', 'M', 'L', 'XL'] }],
  variant: { Size: 'S' },
  variants: [
    { choice: { Size: 'S' }, stock: 3, sku: 'R-S' },
    { choice: { Size: 'M' }, stock: 0, sku: 'R-M', barcode: '4006381333931' },
    { choice: { Size: 'L' }, stock: 2, price: 150.5, listPrice: 200 },
  ],
}

/** Inserts an order of the product `ring`, which the shop may have. */
export async function insertRingOrder(
  { deps: { db } }: TestApp,
  user_id: string,
  number: string,
): Promise<void> {
  const ring = await db
    .selectFrom('product')
    .select('id')
    .where('id', '=', toProductId('ring'))
    .executeTakeFirst()
  const states = { state: 'delivered', payment_state: 'captured', method: 'razorpay' } as const
  await insertOrder(
    db,
    toOrderRow({ id: number, number, user_id, placed_at: 1_000, total_paise: 250_000, ...states }),
    [
      toLineRow({
        position: 0,
        product_id: ring?.id ?? null,
        slug: 'ring',
        title: 'The ring',
        quantity: 1,
      }),
    ],
  )
}

/** Inserts products in this order. @returns their ids. */
export async function addProducts(
  shop: TestApp,
  ...entries: (Partial<CatalogEntry> & { slug: string })[]
): Promise<string[]> {
  const { db } = shop.deps
  await db
    .transaction()
    .execute((trx) => insertCatalog(trx, entries.map(createCatalogEntry), new Map()))
  return entries.map((entry) => toProductId(entry.slug))
}

/** Counts the pieces of a product without variants; of all by default. */
export const setStock = (db: Db, on_hand: number, productId?: string) =>
  db
    .updateTable('stock')
    .set({ on_hand })
    .$if(productId !== undefined, (query) => query.where('variant_id', '=', productId ?? ''))
    .execute()

/** Updates a product and increments the catalogue's revision. */
export async function updateProduct(
  shop: TestApp,
  id: string,
  change: { stock?: number; price_paise?: number; list_price_paise?: number; archived_at?: number },
): Promise<void> {
  await shop.deps.db.transaction().execute(async (db) => {
    const { stock, ...columns } = change
    if (stock !== undefined) await setStock(db, stock, id)
    if (Object.keys(columns).length > 0)
      await db.updateTable('product').set(columns).where('id', '=', id).execute()
    await incrementCatalogRevision(db)
  })
}

/** A file of new products, `new-0` and so on. */
export const createCsvOfNew = (count: number): string =>
  Papa.unparse([
    CSV_FIELDS.map(({ name }) => name),
    ...Array.from({ length: count }, (_, index) => {
      const entry = createCatalogEntry({ slug: `new-${index}`, price: 100 })
      return CSV_FIELDS.map((field) => field.format(entry, false))
    }),
  ])

/** A file with another price for each of them. */
export const createCsvOfPrices = (price: number, count: number): string =>
  ['slug,price', ...Array.from({ length: count }, (_, index) => `new-${index},${price}`)].join('\n')
