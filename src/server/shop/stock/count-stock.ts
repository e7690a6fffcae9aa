import type { CountChange } from '#src/rules/product/stock-counts.ts'
import type { Db } from '../../core/db/schema.ts'
import type { CountRow } from './queries.ts'
import * as queries from './queries.ts'

/** The counts of a product that an editor changes. */
export interface CountChanges {
  productId: string
  changes: readonly CountChange[]
}

/**
 * Locks the stock of products until the transaction ends.
 * @returns it by product.
 */
export async function lockCounts(
  trx: Db,
  productIds: readonly string[],
): Promise<Map<string, CountRow[]>> {
  await queries.lockProducts(trx, productIds)
  return Map.groupBy(await queries.listCounts(trx, productIds), ({ product_id }) => product_id)
}

/** Whether what was counted is on the shelf still: a sale that was dispatched, or another editor, changes it. */
export const areCountsCurrent = (
  counts: readonly CountRow[],
  changes: readonly CountChange[],
): boolean =>
  changes.every(
    ({ choice, from }) => (counts.find((row) => row.choice === choice)?.on_hand ?? null) === from,
  )

/** Writes the counts of editors. Only what they change is written; holds stay. */
export async function writeCounts(trx: Db, counted: readonly CountChanges[]): Promise<void> {
  const all = counted.flatMap(({ productId, changes }) =>
    changes.map((change) => ({ product_id: productId, ...change })),
  )
  for (const { product_id, choice, to } of all)
    if (to === null) await queries.deleteStock(trx, product_id, choice)
  await queries.upsertStock(
    trx,
    all.flatMap(({ product_id, choice, to }) =>
      to === null ? [] : [{ product_id, choice, on_hand: to }],
    ),
  )
}
