import type { BulkChange } from '#src/contract/editor.ts'
import { type CatalogEntry, ENTRY_FIELD_NAMES } from '#src/contract/entry.ts'
import { listChangedFields } from '#src/rules/merge-versions.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { checkDraftCount } from '../launches/drafts.ts'
import { findItem, saveItem, touchWaiting } from '../launches/queries.ts'
import { type Change, type LoadedProduct, loadAllForEdit, runChange } from './change.ts'
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
  launch: string | undefined,
): Promise<boolean> {
  const { row } = before
  const draft = launch && (await findItem(change.db, launch, row.id))
  const entry = draft ? (JSON.parse(draft.body) as CatalogEntry) : before.entry
  const { action: current = 'update', based_on = row.revision, revision = 0 } = draft || {}
  const isArchived = current === 'update' ? row.archived_at !== null : current === 'archive'
  const action = asked.kind === 'archive' || asked.kind === 'restore' ? asked.kind : current
  const next =
    asked.kind === 'price'
      ? changePrices(entry, asked)
      : asked.kind === 'category'
        ? { ...entry, category: asked.category }
        : entry
  if (
    listChangedFields(ENTRY_FIELD_NAMES, entry, next).length === 0 &&
    (action === current || isArchived === (action === 'archive'))
  )
    return false
  if (launch) {
    const item = { launch_id: launch, record_id: row.id, body: JSON.stringify(next), based_on }
    const saved = { revision: revision + 1, saved_at: change.now, editor_id: change.editorId }
    await saveItem(change.db, { ...item, ...saved, action })
  } else
    await saveEntry(deps, change, before, next, {
      action,
      archivedAt: action === 'update' ? row.archived_at : action === 'archive' ? change.now : null,
    })
  return true
}

/** Changes several products in one transaction, or their drafts in a launch. */
export function changeProducts(
  deps: Deps,
  {
    ids,
    change: asked,
    launch,
  }: { ids: string[]; change: BulkChange; launch?: string | undefined },
  editorId: string,
): Promise<{ batch: string | null; changed: number; unchanged: number }> {
  const unique = [...new Set(ids)]
  return runChange(deps, { editorId, batch: summarize(asked, unique.length) }, async (change) => {
    const found = await loadAllForEdit(change.db, unique)
    if (found.length < unique.length)
      throw new HttpError(404, 'One of these products does not exist.', { field: 'ids' })
    if (launch && !(await touchWaiting(change.db, launch)))
      throw new HttpError(409, 'There is no such launch that is not live.')
    let changed = 0
    for (const before of found)
      if (await applyBulkChange(deps, change, before, asked, launch)) changed++
    if (launch) await checkDraftCount(change.db, launch)
    return {
      batch: changed > 0 && !launch ? change.batchId : null,
      changed,
      unchanged: found.length - changed,
    }
  })
}
