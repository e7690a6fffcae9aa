import type { BulkChange } from '#src/contract/editor.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { restoreBodies } from '../content/service.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import * as batchQueries from './batch-queries.ts'
import {
  type Change,
  type LoadedProduct,
  loadAllForEdit,
  parseVersionEntry,
  runChange,
  toAction,
} from './change.ts'
import { saveEntry } from './save-entry.ts'

/** Whole rupees, at least one. */
const changeByPercent = (amount: number, percent: number): number =>
  Math.min(999_999_999, Math.max(1, Math.round((amount * (100 + percent)) / 100)))

function changePrice<Priced extends Pick<CatalogEntry, 'price' | 'listPrice'>>(
  { listPrice: before, ...rest }: Priced,
  { percent, keepListPrice }: Extract<BulkChange, { kind: 'price' }>,
) {
  const price = changeByPercent(rest.price, percent)
  const listPrice = keepListPrice
    ? (before ?? rest.price)
    : before && changeByPercent(before, percent)
  return { ...rest, price, ...(listPrice !== undefined && listPrice > price ? { listPrice } : {}) }
}

/** Of the product, and of its variants with a price of their own. */
const changePrices = (
  { variants, ...entry }: CatalogEntry,
  asked: Extract<BulkChange, { kind: 'price' }>,
): CatalogEntry => ({
  ...changePrice(entry, asked),
  ...(variants && {
    variants: variants.map(({ price, ...row }) =>
      price === undefined ? row : changePrice({ ...row, price }, asked),
    ),
  }),
})

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
    asked.kind === 'price' ? changePrices(entry, asked) : { ...entry, category: asked.category }
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

/**
 * Gives the products and records of a batch the version that they had before it. A product that somebody saved
 * since stays as it is; one that the batch created is archived.
 */
export const undoBatch = (
  deps: Deps,
  id: string,
  editorId: string,
): Promise<{ restored: number; kept: { id: string; title: string }[] }> =>
  runChange(deps, { editorId, batch: 'Undid a change of several products' }, async (change) => {
    const { db, now } = change
    if (!(await batchQueries.claimBatch(db, id, now)))
      throw (await batchQueries.findBatch(db, id))
        ? new HttpError(409, 'This change is undone already.')
        : new HttpError(404, 'There is no such change.')
    const versions = await batchQueries.listBatchVersions(db, id)
    const kept: { id: string; title: string }[] = []
    const products = await loadAllForEdit(
      db,
      versions.map(({ product_id }) => product_id),
    )
    const byId = new Map(products.map((product) => [product.row.id, product]))
    for (const version of versions) {
      const before = byId.get(version.product_id)
      if (!before || version.revision !== version.current)
        kept.push({ id: version.product_id, title: version.title })
      else await restore(deps, change, before, version.action === 'create')
    }
    const records = await restoreBodies(deps, change, id)
    return {
      restored: versions.length - kept.length + records.restored,
      kept: [...kept, ...records.kept],
    }
  })

async function restore(
  deps: Deps,
  change: Change,
  before: LoadedProduct,
  isCreated: boolean,
): Promise<void> {
  const { row } = before
  if (isCreated) {
    await saveEntry(deps, change, before, before.entry, {
      action: 'archive',
      archivedAt: change.now,
    })
    return
  }
  const version = await batchQueries.findVersion(change.db, row.id, row.revision - 1)
  if (!version) throw new Error(`The product ${row.id} has no version ${row.revision - 1}.`)
  const archivedAt = version.archived === 1 ? (row.archived_at ?? change.now) : null
  await saveEntry(deps, change, before, parseVersionEntry(version.entry), {
    action: toAction(row.archived_at !== null, archivedAt !== null),
    archivedAt,
  })
}
