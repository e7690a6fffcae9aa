import type { z } from 'zod'
import { productDescription } from '#src/channels/product-facts.ts'
import type { Picture, Variant } from '#src/contract/catalog.ts'
import type {
  EditorProduct,
  ProductPatch,
  previewRequest,
  previewResponse,
} from '#src/contract/editor.ts'
import { type CatalogEntry, findEntryErrors, toEntryName } from '#src/contract/entry.ts'
import {
  type CountChange,
  type Counted,
  type Counts,
  NO_CHOICE,
  readCounts,
  withCounts,
} from '#src/editing/stock-counts.ts'
import { formatVariant } from '#src/rules/cart-line.ts'
import { LISTED_VERSIONS } from '#src/rules/constants.ts'
import { toListingItem } from '#src/rules/listing/listing-item.ts'
import { identify, toChoiceNames } from '#src/rules/product/choice-ids.ts'
import { toStored } from '../../core/content/record-ids.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { listPicturesByHash } from '../../core/media/queries.ts'
import { toPicture, toPlace } from '../../core/media/to-picture.ts'
import { toProductOfRow } from '../../shop/catalog/service.ts'
import { toProductRow } from '../../shop/catalog/to-product.ts'
import {
  type Change,
  getRow,
  type LoadedProduct,
  loadProducts,
  readVersionEntries,
  runChange,
  toAction,
  toEditorProduct,
  VersionConflict,
} from '../save/change.ts'
import { dropArchived } from '../save/overlays.ts'
import * as queries from '../save/queries.ts'
import { findFreeSlug, insertEntry, saveEntry } from '../save/save-entry.ts'

export const getEditorProduct = async (deps: Deps, id: string): Promise<EditorProduct> =>
  toEditorProduct(deps, deps.db, id)

export async function listVersions({ db }: Deps, id: string) {
  await getRow(db, id)
  const rows = await queries.listProductVersions(db, id, LISTED_VERSIONS)
  const saved = await readVersionEntries(
    db,
    rows.map(({ entry }) => entry),
  )
  const entries = withEditorCounts(
    rows.map(({ counted }, index) => ({ counted, entry: saved[index] as CatalogEntry })),
  )
  return rows.map(({ revision, action, saved_at, display_name, archived, reason }, index) => ({
    revision,
    action,
    savedAt: new Date(saved_at).toISOString(),
    savedBy: display_name ?? '',
    archived: archived === 1,
    entry: entries[index] as CatalogEntry,
    ...(reason === null ? {} : { reason }),
  }))
}

/**
 * Returns the entries of versions with the counts that editors set. A save without changed counts
 * gets those of the previous version, because sales are not changes by an editor.
 * @param rows newest first.
 */
function withEditorCounts(rows: { entry: CatalogEntry; counted: string | null }[]): CatalogEntry[] {
  let before: Counts = new Map()
  return rows
    .toReversed()
    .map(({ entry: saved, counted }) => {
      const changed = new Set(
        counted && (JSON.parse(counted) as CountChange[]).map(({ choice }) => choice),
      )
      const entry =
        counted === null
          ? saved
          : withCounts(saved, (choice, own) =>
              changed.has(choice) ? own : (before.get(choice) ?? own),
            )
      before = readCounts(entry)
      return entry
    })
    .toReversed()
}

async function loadForEdit(db: Db, id: string): Promise<LoadedProduct> {
  const [before] = await loadProducts(db, [id])
  if (!before) throw new HttpError(404, 'There is no such product.')
  return before
}

async function loadAtRevision(
  deps: Deps,
  { db }: Change,
  id: string,
  revision: number,
): Promise<LoadedProduct> {
  const before = await loadForEdit(db, id)
  if (before.row.revision !== revision)
    throw new VersionConflict(await toEditorProduct(deps, db, before.row.id))
  return before
}

interface TakesFormer {
  /** The editor has confirmed that this product takes the former address of another one. */
  takesFormer?: boolean | undefined
}

interface ProductUpdate extends TakesFormer {
  revision: number
  entry: CatalogEntry
  seenCounts?: SeenCounts
}

export const createProduct = (
  deps: Deps,
  { takesFormer, ...entry }: CatalogEntry & TakesFormer,
  editorId: string,
): Promise<EditorProduct> =>
  runChange(deps, { editorId }, async (change) =>
    insertEntry(change, identify(entry), { takesFormer }).then(({ id }) =>
      toEditorProduct(deps, change.db, id),
    ),
  )

/**
 * @throws VersionConflict if `revision` is not the latest, or someone else changed a count that this save changes.
 */
export const updateProduct = (
  deps: Deps,
  id: string,
  { revision, entry, seenCounts, takesFormer }: ProductUpdate,
  editorId: string,
): Promise<EditorProduct> =>
  runChange(deps, { editorId }, async (change) => {
    const before = await loadAtRevision(deps, change, id, revision)
    const identified = identify(entry, before.entry)
    const counted = await countEntry(deps, change, before, { entry: identified, seenCounts })
    await saveEntry(change, before, counted, { takesFormer })
    return toEditorProduct(deps, change.db, id)
  })

type SeenCounts = Counted | undefined

/**
 * Returns the entry with current counts, except for those that its editor changed.
 * @throws VersionConflict if someone else changed the same count.
 */
async function countEntry(
  deps: Deps,
  { db }: Change,
  before: LoadedProduct,
  { entry, seenCounts }: { entry: CatalogEntry; seenCounts?: SeenCounts },
): Promise<CatalogEntry> {
  if (!seenCounts) return entry
  const seen = readCounts(seenCounts)
  const now = readCounts(before.entry)
  const clash = [...readCounts(entry)].find(([choice, own]) => {
    const [seenCount, currentCount] = [seen.get(choice), now.get(choice)]
    return (
      seenCount !== undefined &&
      currentCount !== undefined &&
      own !== seenCount &&
      currentCount !== seenCount &&
      own !== currentCount
    )
  })
  if (clash)
    throw new VersionConflict(
      await toEditorProduct(deps, db, before.row.id),
      'product',
      `The stock ${formatCount(entry, clash[0])}was changed meanwhile: it is ${now.get(clash[0])} now.`,
    )
  return withCounts(entry, (choice, own) =>
    own === seen.get(choice) ? (now.get(choice) ?? own) : own,
  )
}

/** Formats a choice, e.g. `of Size M `. */
const formatCount = ({ options }: CatalogEntry, choice: string): string =>
  choice === NO_CHOICE
    ? ''
    : `of ${formatVariant(toChoiceNames(options, JSON.parse(choice) as Variant).names)} `

/** @throws VersionConflict if `revision` is not the latest. */
export const patchProduct = (
  deps: Deps,
  id: string,
  { revision, seenStock, ...patch }: ProductPatch & { revision: number },
  editorId: string,
): Promise<EditorProduct> =>
  runChange(deps, { editorId }, async (change) => {
    const before = await loadAtRevision(deps, change, id, revision)
    const entry = applyPatch(before.entry, patch)
    const isCounted = seenStock !== undefined && patch.stock !== undefined && !entry.variants
    const seenCounts = isCounted ? { stock: seenStock } : undefined
    const counted = await countEntry(deps, change, before, { entry, seenCounts })
    await saveEntry(change, before, counted)
    return toEditorProduct(deps, change.db, id)
  })

/**
 * Applies a patch.
 * @throws HttpError 400 if the entry would break a rule, e.g. a list price below the price.
 */
export function applyPatch(
  before: CatalogEntry,
  patch: Omit<ProductPatch, 'seenStock'>,
): CatalogEntry {
  const { listPrice, ...fields } = patch
  if (before.variants && fields.stock !== undefined && fields.stock !== before.stock)
    throw new HttpError(
      400,
      'The stock is the sum of the variants. Change the stock of a variant instead.',
      {
        field: 'stock',
      },
    )
  const input = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<CatalogEntry>
  const { listPrice: oldListPrice, ...rest } = before
  const next = listPrice === undefined ? oldListPrice : (listPrice ?? undefined)
  const entry = { ...rest, ...input, ...(next === undefined ? {} : { listPrice: next }) }
  const [error] = findEntryErrors(entry)
  if (error) {
    const field = error.path.join('.')
    throw new HttpError(400, `${toEntryName(error.path)} ${error.message}.`, { field })
  }
  return entry
}

/** Archives or restores a product. What a live launch says about it no longer counts. */
export const setArchived = (
  deps: Deps,
  id: string,
  archived: boolean,
  editorId: string | null,
): Promise<EditorProduct> =>
  runChange(deps, { editorId }, async (change) => {
    const before = await loadForEdit(change.db, id)
    const isArchived = before.row.archived_at !== null
    const overlays = await dropArchived(change.db, id, before.overlays)
    const isSame = isArchived === archived
    if (isSame && overlays === before.overlays) return toEditorProduct(deps, change.db, id)
    const options = {
      action: toAction(isArchived, archived),
      archivedAt: archived ? change.now : null,
      overlays,
    }
    await saveEntry(change, before, before.entry, options)
    return toEditorProduct(deps, change.db, id)
  })

/** Removes SKUs and barcodes, which belong to one product only. */
const withoutCodes = ({ variants, ...entry }: CatalogEntry): CatalogEntry => ({
  ...entry,
  ...(variants && {
    variants: variants.map(({ sku: _sku, barcode: _barcode, ...row }) => row),
  }),
})

/** Creates an archived copy, so that it can be edited before it goes on sale. */
export const duplicateProduct = (
  deps: Deps,
  id: string,
  editorId: string,
): Promise<EditorProduct> =>
  runChange(deps, { editorId }, async (change) => {
    const { entry } = await loadForEdit(change.db, id)
    const slug = await findFreeSlug(change.db, entry.slug)
    const copy = withoutCodes({ ...entry, slug })
    const created = await insertEntry(change, copy, { archivedAt: change.now })
    return toEditorProduct(deps, change.db, created.id)
  })

async function listEntryPictures({ db, env }: Deps, entry: CatalogEntry): Promise<Picture[]> {
  const rows = await listPicturesByHash(
    db,
    entry.pictures.map(({ file }) => file),
  )
  const byHash = new Map(rows.map((row) => [row.hash, row]))
  return entry.pictures.flatMap(({ file, ...place }) => {
    const row = byHash.get(file)
    return row ? [toPicture({ ...row, ...toPlace(place) }, env.MEDIA_ORIGIN)] : []
  })
}

/** Renders the page of an unsaved entry. */
export async function renderPreview(
  deps: Deps,
  { id, entry }: z.output<typeof previewRequest>,
): Promise<z.output<typeof previewResponse>> {
  if (!deps.renderPage) throw new HttpError(503, 'There is no preview on this server.')
  const row = toProductRow(await toStored(deps.db, '', entry), 0, deps.now())
  const pictures = await listEntryPictures(deps, entry)
  const product = await toProductOfRow(deps, { ...row, id: id ?? row.id }, pictures)
  return {
    html: await deps.renderPage(product),
    item: toListingItem(product),
    title: product.seoTitle ?? product.title,
    description: productDescription(product),
  }
}

/** Three times the interval at which an open form repeats the call. */
const PRESENCE_LIFETIME_MS = 45_000
/** Time after which a call renews it. Forms call every 20 s. */
const PRESENCE_RENEWAL_MS = 15_000

/**
 * Records that a member of the staff has a product, a content record or an order open.
 * @returns the others who have it open.
 */
export async function openRecord({ db, now: clock }: Deps, recordId: string, userId: string) {
  const now = clock()
  const open = await queries.listOpenRecords(db, recordId, now)
  const own = open.find(({ user_id }) => user_id === userId)
  // An order is asked for every few seconds: most of these calls write nothing.
  if (!own || own.expires_at < now + PRESENCE_LIFETIME_MS - PRESENCE_RENEWAL_MS)
    await queries.upsertOpenRecord(db, {
      record_id: recordId,
      user_id: userId,
      since: now,
      expires_at: now + PRESENCE_LIFETIME_MS,
    })
  return {
    others: open.flatMap(({ user_id, display_name, since }) =>
      user_id === userId ? [] : [{ name: display_name, since: new Date(since).toISOString() }],
    ),
  }
}
