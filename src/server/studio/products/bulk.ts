import type { BulkChange } from '#src/contract/editor.ts'
import { type CatalogEntry, ENTRY_FIELD_NAMES } from '#src/contract/entry.ts'
import type { DraftAction } from '#src/contract/launches.ts'
import { listChangedFields } from '#src/rules/merge-versions.ts'
import { pickCounts } from '#src/rules/product/stock-counts.ts'
import { changeByPercent } from '#src/rules/product/typed-price.ts'
import { inParts } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { ConflictError, retryConflicts } from '../../core/retry-conflicts.ts'
import { createTurns } from '../../core/turns.ts'
import { snapshot } from '../../shop/catalog/service.ts'
import { toCountedDraft } from '../launches/apply-drafts.ts'
import { listItemsOf, saveItems } from '../launches/draft-queries.ts'
import { checkDraftCount, recordDrafts } from '../launches/drafts.ts'
import { touchIfNotLive } from '../launches/queries.ts'
import type { LaunchItemRow } from '../launches/tables.ts'
import { countBatchProducts, updateBatchSummary } from '../save/batch-queries.ts'
import { assertCategory, createCategoryResolver, toCategoryAddress } from '../save/categories.ts'
import { type KnownProducts, type LoadedProduct, loadAllForEdit } from '../save/change.ts'
import { runPlannedChange } from '../save/planned-change.ts'
import { prepareSaves, type WantedSave, writeSaves } from '../save/write-saves.ts'

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

/** Changes the prices of the product, and of its variants with a price of their own. */
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

/** Gives the first picture, which cards show, a size of its own, or that of the category. */
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
      return { ...entry, category: toCategory(entry, asked.category) }
    case 'size':
      return changeSize(entry, asked.zoom)
    case 'archive':
    case 'restore':
      return entry
  }
}

/** What becomes of a product, or of its draft. @returns undefined when it is as asked already. */
function toChanged(
  product: LoadedProduct,
  draft: LaunchItemRow | undefined,
  asked: BulkChange,
): { entry: CatalogEntry; action: DraftAction } | undefined {
  const { row, entry: live } = product
  const entry = draft
    ? toCountedDraft(draft, JSON.parse(draft.body) as CatalogEntry, { product })
    : live
  const current = draft?.action ?? 'update'
  const isArchived = current === 'update' ? row.archived_at !== null : current === 'archive'
  const action = asked.kind === 'archive' || asked.kind === 'restore' ? asked.kind : current
  const next = changeEntry(entry, asked)
  if (
    listChangedFields(ENTRY_FIELD_NAMES, entry, next).length === 0 &&
    (action === current || isArchived === (action === 'archive'))
  )
    return undefined
  return { entry: next, action }
}

/** A category that the product has already, however it is written, is no change. */
const toCategory = ({ category }: CatalogEntry, asked: string): string =>
  toCategoryAddress(asked) === category ? category : asked

interface AskedChange {
  ids: string[]
  change: BulkChange
  launch?: string | undefined
  /** The batch of an earlier step of the same change. */
  batch?: string | undefined
}

interface BulkResult {
  batch: string | null
  changed: number
  unchanged: number
}

async function withCurrentCategory(db: Db, change: BulkChange): Promise<BulkChange> {
  if (change.kind !== 'category') return change
  const resolve = await createCategoryResolver(db)
  return { ...change, category: resolve(change.category) }
}

/** Changes several products in one transaction, or their drafts in a launch. */
export async function changeProducts(
  deps: Deps,
  { ids, change: input, launch, batch: former }: AskedChange,
  editorId: string,
): Promise<BulkResult> {
  const unique = [...new Set(ids)]
  if (input.kind === 'category') await assertCategory(deps.db, input.category, 'change.category')
  const asked = await withCurrentCategory(deps.db, input)
  if (launch !== undefined)
    return retryConflicts(() => changeDrafts(deps, unique, asked, launch, editorId))
  return runPlannedChange(
    deps,
    { editorId, batch: summarize(asked, unique.length), batchId: former },
    async (db, now, known) => {
      const turn = createTurns()
      const wanted: WantedSave[] = []
      for (const before of await loadExisting(db, unique, known)) {
        await turn()
        const changed = toChanged(before, undefined, asked)
        if (!changed) continue
        const { entry, action } = changed
        const archivedAt =
          action === 'update' ? before.row.archived_at : action === 'archive' ? now : null
        wanted.push({ before, entry, action, archivedAt })
      }
      return prepareSaves(db, now, wanted)
    },
    async (change, prepared) => {
      await writeSaves(change, prepared)
      const changed = prepared.saves.length
      if (former !== undefined) {
        const count = await countBatchProducts(change.db, former)
        await updateBatchSummary(change.db, former, summarize(asked, count))
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
async function loadExisting(db: Db, ids: string[], known?: KnownProducts) {
  const found = await loadAllForEdit(db, ids, known)
  if (found.length === ids.length) return found
  throw new HttpError(404, 'One of these products does not exist.', { field: 'ids' })
}

/**
 * Drafts are read and made before the transaction, which only writes them. Where one was saved meanwhile, all are
 * made again.
 */
async function changeDrafts(
  deps: Deps,
  ids: string[],
  asked: BulkChange,
  launch: string,
  editorId: string,
): Promise<BulkResult> {
  const items = await snapshot(deps, async (db) => {
    const found = await loadExisting(db, ids)
    const drafts = await listItemsOf(db, launch, ids)
    const byId = new Map(drafts.map((draft) => [draft.record_id, draft]))
    const turn = createTurns()
    const items: LaunchItemRow[] = []
    for (const before of found) {
      await turn()
      const { id, revision } = before.row
      const draft = byId.get(id)
      const changed = toChanged(before, draft, asked)
      if (!changed) continue
      const { entry, action } = changed
      items.push({
        launch_id: launch,
        record_id: id,
        body: JSON.stringify(entry),
        seen_counts: JSON.stringify(pickCounts(before.entry)),
        action,
        based_on: draft?.based_on ?? revision,
        revision: (draft?.revision ?? 0) + 1,
        saved_at: deps.now(),
        editor_id: editorId,
      })
    }
    return items
  })
  return deps.db.transaction().execute(async (db) => {
    if (!(await touchIfNotLive(db, launch)))
      throw new HttpError(409, 'There is no such launch that is not live.')
    for await (const part of inParts(items, ({ body }) => body.length))
      if (await saveItems(db, part)) throw new ConflictError('A draft of this launch')
    await checkDraftCount(db, launch)
    if (items.length > 0)
      await recordDrafts(deps, db, launch, editorId, `${summarize(asked, ids.length)} in`)
    return { batch: null, changed: items.length, unchanged: ids.length - items.length }
  })
}
