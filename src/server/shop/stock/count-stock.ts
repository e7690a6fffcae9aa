import type { Variant } from '#src/contract/catalog.ts'
import { toAddress } from '#src/editing/address.ts'
import {
  type CountChange,
  listOffered,
  NO_CHOICE,
  type OfferedVariant,
  type VariantChange,
} from '#src/editing/stock-counts.ts'
import type { OptionIds } from '#src/rules/product/choice-ids.ts'
import type { Db } from '../../core/db/schema.ts'
import type { CountRow } from './queries.ts'
import * as queries from './queries.ts'
import { parseCounts, type WithCounts } from './stock-count.ts'
import { toVariantId } from './stock-items.ts'
import type { VariantRow } from './tables.ts'

/** Counts of a product that an editor changes. */
export interface CountChanges {
  productId: string
  changes: readonly CountChange[]
}

/**
 * Locks the stock of products until the transaction ends.
 * @returns the stock of all variants, by product.
 */
export async function lockCounts(
  trx: Db,
  productIds: readonly string[],
): Promise<Map<string, CountRow[]>> {
  await queries.lockProducts(trx, productIds)
  const counts = await queries.listCounts(trx, productIds)
  return Map.groupBy(counts, ({ product_id }) => product_id)
}

/**
 * Returns whether the counts that an editor saw are still current. A dispatch or another editor may
 * have changed them.
 */
export const areCountsCurrent = (
  counts: readonly CountRow[],
  changes: readonly CountChange[],
): boolean =>
  changes.every(
    ({ choice, from }) => (counts.find((row) => row.choice === choice)?.on_hand ?? null) === from,
  )

interface SavedVariant extends OfferedVariant {
  productId: string
  archivedAt: number | null
}

const toVariantRow = (
  { productId, choice, sharesStock, archivedAt }: SavedVariant,
  public_id: string,
): VariantRow => ({
  id: toVariantId(productId, choice),
  product_id: productId,
  choice,
  archived_at: archivedAt,
  stock_variant_id: sharesStock ? toVariantId(productId, NO_CHOICE) : null,
  public_id,
})

/** Writes the added and removed variants of saves. Their stock and holds are kept. */
async function writeVariants(
  db: Db,
  variants: readonly SavedVariant[],
  known: Awaited<ReturnType<typeof queries.listPublicIds>>,
): Promise<void> {
  const publicIds = new Map(known.map(({ id, public_id }) => [id, public_id]))
  const takenIds = new Set(publicIds.values())
  const rows = variants.map((variant) => {
    const { productId, choice } = variant
    const id = toVariantId(productId, choice)
    const publicId = publicIds.get(id) ?? createPublicId(variant, takenIds)
    takenIds.add(publicId)
    return toVariantRow(variant, publicId)
  })
  await queries.upsertVariants(db, rows)
}

/** Creates the id for channels from the current names of the choice. It stays when names change. */
function createPublicId(
  { productId, choice, label }: SavedVariant,
  taken: ReadonlySet<string>,
): string {
  if (choice === NO_CHOICE) return productId
  const base = `${productId}-${toAddress(label) || 'variant'}`
  let id = base
  for (let number = 2; taken.has(id); number++) id = `${base}-${number}`
  return id
}

/** Changes of a product's variants and counts. */
export interface VariantChanges extends CountChanges {
  variants: readonly VariantChange[]
}

/**
 * Writes variants and counts of editors. Holds are kept, and so is the stock of removed variants. If a product gets
 * variants, or loses all of them, the new counts replace its stock, except for held items.
 */
export async function writeCounts(
  trx: Db,
  counted: readonly VariantChanges[],
  now: number,
): Promise<void> {
  const variants = counted.flatMap(({ productId, variants }) =>
    variants.map(({ isOffered, ...variant }) => ({
      ...variant,
      productId,
      archivedAt: isOffered ? null : now,
    })),
  )
  const productIds = new Set(variants.map(({ productId }) => productId))
  await writeVariants(trx, variants, await queries.listPublicIds(trx, [...productIds]))
  for (const { productId, changes } of counted) {
    const replacesStock = changes.some(({ choice }) => choice === NO_CHOICE)
    for (const { choice, to } of changes)
      if (to === null && replacesStock)
        await queries.lowerToHeld(trx, toVariantId(productId, choice))
  }
  await queries.upsertStock(
    trx,
    counted.flatMap(({ productId, changes }) =>
      changes.flatMap(({ choice, to }) =>
        to === null ? [] : [{ variant_id: toVariantId(productId, choice), on_hand: to }],
      ),
    ),
  )
}

interface DetailWithVariants {
  options: OptionIds[]
  variants?: { choice: Variant; stock: number }[]
}

/** Writes the variants and counts of new products. Alerts for any choice refer to the variant without one. */
export async function insertCounts(
  db: Db,
  products: readonly (WithCounts & { id: string; detail: string; updated_at: number })[],
): Promise<void> {
  const variants = products.flatMap(({ id: productId, detail, updated_at }): SavedVariant[] => {
    const offered = listOffered(JSON.parse(detail) as DetailWithVariants)
    const own = { choice: NO_CHOICE, label: '', sharesStock: false }
    const isOwnOffered = offered.some(({ choice }) => choice === NO_CHOICE)
    return [
      ...(isOwnOffered ? [] : [{ ...own, productId, archivedAt: updated_at }]),
      ...offered.map((variant) => ({ ...variant, productId, archivedAt: null })),
    ]
  })
  await writeVariants(db, variants, [])
  await queries.upsertStock(
    db,
    products.flatMap((product) =>
      parseCounts(product).map(({ choice, on_hand }) => ({
        variant_id: toVariantId(product.id, choice),
        on_hand,
      })),
    ),
  )
}
