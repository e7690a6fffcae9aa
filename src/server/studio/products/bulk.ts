import type { BulkChange } from '#src/contract/editor.ts'
import { type CatalogEntry, ENTRY_FIELD_NAMES } from '#src/contract/entry.ts'
import { toAddress } from '#src/editing/address.ts'
import { listChangedFields } from '#src/editing/merge-versions.ts'
import { changeByPercent } from '#src/editing/typed-price.ts'
import { readCategories } from '../../core/content/categories.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { listItemsOfRecords } from '../launches/draft-queries.ts'
import { showProductDraft, toPatches } from '../launches/drafts.ts'
import { saveDrafts } from '../launches/live-drafts.ts'
import { countBatchProducts, updateBatchSummary } from '../save/batch-queries.ts'
import { assertCategory } from '../save/categories.ts'
import { loadProducts, type ProductCache, toAction } from '../save/change.ts'
import { runPlannedChange } from '../save/planned-change.ts'
import { prepareSaves, type SaveInput } from '../save/prepare-saves.ts'
import { writeSaves } from '../save/write-saves.ts'

function changePrice<Priced extends Pick<CatalogEntry, 'price' | 'listPrice'>>(
  { listPrice: before, ...rest }: Priced,
  { percent, keepListPrice, roundTo }: Extract<BulkChange, { kind: 'price' }>,
) {
  const price = changeByPercent(rest.price, percent, roundTo)
  const listPrice = keepListPrice
    ? (before ?? rest.price)
    : before && changeByPercent(before, percent, roundTo)
  return { ...rest, price, ...(listPrice !== undefined && listPrice > price ? { listPrice } : {}) }
}

/** Changes the prices of the product, and of each variant with its own price. */
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

/** Sets the size of the first picture, which cards show; null means the size of its category. */
const changeSize = (
  { pictures: [first, ...others], ...entry }: CatalogEntry,
  size: number | null,
): CatalogEntry => {
  if (!first) return { ...entry, pictures: [] }
  const { zoom: _, ...picture } = first
  return { ...entry, pictures: [size === null ? picture : { ...picture, zoom: size }, ...others] }
}

function summarize(asked: BulkChange, count: number): string {
  const products = count === 1 ? '1 product' : `${count} products`
  switch (asked.kind) {
    case 'price':
      return `Changed the price of ${products} by ${asked.percent} %`
    case 'category':
      return `Moved ${products} to ${asked.category}`
    case 'size':
      return asked.zoom === null
        ? `Gave ${products} the size on cards of their category`
        : `Changed the size on cards of ${products} to ${asked.zoom} %`
    case 'archive':
      return `Archived ${products}`
    case 'restore':
      return `Restored ${products}`
  }
}

function changeEntry(entry: CatalogEntry, asked: BulkChange): CatalogEntry {
  switch (asked.kind) {
    case 'price':
      return changePrices(entry, asked)
    case 'category':
      return { ...entry, category: asked.category }
    case 'size':
      return changeSize(entry, asked.zoom)
    case 'archive':
    case 'restore':
      return entry
  }
}

/** A product, or its draft. */
interface Changeable {
  entry: CatalogEntry
  archived: boolean
}

/**
 * Applies a change to a product or its draft.
 * @returns undefined if nothing changes.
 */
function applyChange({ entry, archived }: Changeable, asked: BulkChange): Changeable | undefined {
  const isArchived =
    asked.kind === 'archive' || asked.kind === 'restore' ? asked.kind === 'archive' : archived
  const next = changeEntry(entry, asked)
  const isSame = listChangedFields(ENTRY_FIELD_NAMES, entry, next).length === 0
  return isSame && isArchived === archived ? undefined : { entry: next, archived: isArchived }
}

interface BulkRequest {
  ids: string[]
  change: BulkChange
  launch?: string | undefined
  /** The batch of an earlier part of the same change. */
  batch?: string | undefined
}

interface BulkResult {
  batch: string | null
  changed: number
  unchanged: number
}

/**
 * Converts the category of a change to its address, so that its products compare equal.
 * @throws HttpError 400 for an unknown category.
 */
async function withCategoryAddress(db: Db, change: BulkChange): Promise<BulkChange> {
  if (change.kind !== 'category') return change
  await assertCategory(db, change.category, 'change.category')
  const categories = await readCategories(db)
  return { ...change, category: categories.toAddress(categories.toId(toAddress(change.category))) }
}

/** Changes several products in one transaction, or their drafts in a launch. */
export async function changeProducts(
  deps: Deps,
  { ids, change: input, launch, batch: former }: BulkRequest,
  editorId: string,
): Promise<BulkResult> {
  const unique = [...new Set(ids)]
  const bulkChange = await withCategoryAddress(deps.db, input)
  if (launch !== undefined) return changeDrafts(deps, unique, bulkChange, launch, editorId)
  return runPlannedChange(
    deps,
    { editorId, batch: summarize(bulkChange, unique.length), batchId: former },
    async (db, now, known) => {
      const inputs: SaveInput[] = []
      for (const before of await loadExisting(db, unique, known)) {
        const wasArchived = before.row.archived_at !== null
        const changed = applyChange({ entry: before.entry, archived: wasArchived }, bulkChange)
        if (!changed) continue
        const { entry, archived } = changed
        const archivedAt = archived ? (before.row.archived_at ?? now) : null
        inputs.push({ before, entry, action: toAction(wasArchived, archived), archivedAt })
      }
      return prepareSaves(db, now, inputs)
    },
    async (change, prepared) => {
      await writeSaves(change, prepared)
      const changed = prepared.saves.length
      if (former !== undefined) {
        const count = await countBatchProducts(change.db, former)
        await updateBatchSummary(change.db, former, summarize(bulkChange, count))
      }
      return {
        batch: changed > 0 ? change.batchId : (former ?? null),
        changed,
        unchanged: unique.length - changed,
      }
    },
  )
}

/** @throws HttpError 404. */
async function loadExisting(db: Db, ids: string[], known?: ProductCache) {
  const found = await loadProducts(db, ids, known)
  if (found.length === ids.length) return found
  throw new HttpError(404, 'One of these products does not exist.', { field: 'ids' })
}

/** Changes the drafts of products in a launch. */
async function changeDrafts(
  deps: Deps,
  ids: string[],
  asked: BulkChange,
  launch: string,
  editorId: string,
): Promise<BulkResult> {
  const { plan } = await saveDrafts(deps, launch, editorId, async (db, _now, known) => {
    const found = await loadExisting(db, ids, known)
    const items = await listItemsOfRecords(db, launch, ids)
    const byId = new Map(items.map((item) => [item.record_id, item]))
    const changes = []
    for (const product of found) {
      const former = byId.get(product.row.id)
      const shown = await showProductDraft(db, product, former)
      const changed = applyChange(shown, asked)
      if (changed) changes.push({ product, former, ...changed })
    }
    const patches = await toPatches(db, changes)
    const drafts = changes.map(({ product, former }, index) => ({
      recordId: product.row.id,
      patch: patches[index] ?? {},
      former,
    }))
    return { drafts, summary: `${summarize(asked, ids.length)} in` }
  })
  const changed = plan.drafts.length
  return { batch: null, changed, unchanged: ids.length - changed }
}
