import type { Variant } from '#src/contract/catalog.ts'
import { type Counted, NO_CHOICE, readCounts } from '#src/rules/product/stock-counts.ts'

/** The stock of a choice. */
export interface StockCount {
  choice: string
  on_hand: number
  /** The pieces of it that orders have. */
  held: number
}

/** The pieces that can be bought. */
export const getAvailable = ({ on_hand, held }: Pick<StockCount, 'on_hand' | 'held'>): number =>
  Math.max(0, on_hand - held)

/** The stock of a product beside its row (`selectCounts`). */
export interface WithCounts {
  /** JSON: choice, pieces on the shelf, and those that are held, of each choice. */
  counts: string
}

type StoredCount = [choice: string, onHand: number, held: number]

export const parseCounts = ({ counts }: WithCounts): StockCount[] =>
  (JSON.parse(counts) as StoredCount[]).map(([choice, on_hand, held]) => ({
    choice,
    on_hand,
    held,
  }))

export const formatCounts = (counts: readonly StockCount[]): string =>
  JSON.stringify(counts.map(({ choice, on_hand, held }): StoredCount => [choice, on_hand, held]))

/** The stock that an entry has once it is saved. @param before the stock of its product, whose holds stay. */
export function toStockCounts(entry: Counted, before: readonly StockCount[] = []): StockCount[] {
  const held = new Map(before.map((count) => [count.choice, count.held]))
  return [...readCounts(entry)].map(([choice, on_hand]) => ({
    choice,
    on_hand,
    held: held.get(choice) ?? 0,
  }))
}

export const sumOnHand = (counts: readonly StockCount[]): number =>
  counts.reduce((sum, { on_hand }) => sum + on_hand, 0)

export const sumHeld = (counts: readonly StockCount[]): number =>
  counts.reduce((sum, { held }) => sum + held, 0)

export const sumAvailable = (counts: readonly StockCount[]): number =>
  counts.reduce((sum, count) => sum + getAvailable(count), 0)

/** What an editor sees of the stock of a product. */
export function toCounted(product: WithCounts): Counted {
  const counts = parseCounts(product)
  const variants = counts.flatMap(({ choice, on_hand }) =>
    choice === NO_CHOICE ? [] : [{ choice: JSON.parse(choice) as Variant, stock: on_hand }],
  )
  return { stock: sumOnHand(counts), ...(variants.length > 0 ? { variants } : {}) }
}
