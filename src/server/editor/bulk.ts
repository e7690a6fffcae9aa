import type { BulkChange } from '#src/contract/editor.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { type Change, type LoadedProduct, loadAllForEdit, runChange } from './change.ts'
import { saveEntry } from './save-entry.ts'

/** Whole rupees, at least one. */
const changeByPercent = (amount: number, percent: number): number =>
  Math.min(999_999_999, Math.max(1, Math.round((amount * (100 + percent)) / 100)))

function changePrice(
  entry: CatalogEntry,
  { percent, keepListPrice }: Extract<BulkChange, { kind: 'price' }>,
): CatalogEntry {
  const { listPrice: before, ...rest } = entry
  const price = changeByPercent(entry.price, percent)
  const listPrice = keepListPrice
    ? (before ?? entry.price)
    : before && changeByPercent(before, percent)
  return { ...rest, price, ...(listPrice !== undefined && listPrice > price ? { listPrice } : {}) }
}

function summarize(asked: BulkChange, count: number): string {
  const products = count === 1 ? '1 product' : `${count} products`
  switch (asked.kind) {
    case 'price':
      return `Changed the price of ${products} by ${asked.percent} %`
    case 'category':
      return `Moved ${products} to ${asked.category}`
    case 'archive':
      return `Archived ${products}`
    case 'restore':
      return `Restored ${products}`
  }
}

/** @returns false when the product is as asked already. */
async function applyBulkChange(
  deps: Deps,
  change: Change,
  before: LoadedProduct,
  asked: BulkChange,
): Promise<boolean> {
  const { row, entry } = before
  if (asked.kind === 'archive' || asked.kind === 'restore') {
    const archived = asked.kind === 'archive'
    if ((row.archived_at !== null) === archived) return false
    const archivedAt = archived ? change.now : null
    await saveEntry(deps, change, before, entry, { action: asked.kind, archivedAt })
    return true
  }
  const next =
    asked.kind === 'price' ? changePrice(entry, asked) : { ...entry, category: asked.category }
  if (
    next.price === entry.price &&
    next.listPrice === entry.listPrice &&
    next.category === entry.category
  )
    return false
  await saveEntry(deps, change, before, next)
  return true
}

/** Changes several products in one transaction. */
export function changeProducts(
  deps: Deps,
  { ids, change: asked }: { ids: string[]; change: BulkChange },
  editorId: string,
): Promise<{ batch: string | null; changed: number; unchanged: number }> {
  const unique = [...new Set(ids)]
  return runChange(deps, { editorId, batch: summarize(asked, unique.length) }, async (change) => {
    const found = await loadAllForEdit(change.db, unique)
    if (found.length < unique.length)
      throw new HttpError(404, 'One of these products does not exist.', { field: 'ids' })
    let changed = 0
    for (const before of found) if (await applyBulkChange(deps, change, before, asked)) changed++
    return {
      batch: changed > 0 ? change.batchId : null,
      changed,
      unchanged: found.length - changed,
    }
  })
}
