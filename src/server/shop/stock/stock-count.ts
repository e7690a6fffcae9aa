import { type Counted, readCounts } from '#src/editing/stock-counts.ts'

/** The stock of a variant. */
export interface StockCount {
  /** Ids (`toChoiceText`). */
  choice: string
  on_hand: number
  /** Items that orders hold. */
  held: number
}

/** Returns the number of items that can be bought. */
export const getAvailable = ({ on_hand, held }: Pick<StockCount, 'on_hand' | 'held'>): number =>
  Math.max(0, on_hand - held)

/** The stock of a product, in addition to its row (`selectCounts`). */
export interface WithCounts {
  /** JSON: choice, stock and held items of each variant. */
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

/**
 * Returns the stock of an entry after its save.
 * @param before the current stock, whose holds are kept.
 */
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
