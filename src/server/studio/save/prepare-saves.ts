import { randomBytes } from 'node:crypto'
import { type CatalogEntry, findEntryErrors, toEntryName } from '#src/contract/entry.ts'
import { effective, type Overlay, type PatchedValue } from '#src/editing/overlay.ts'
import {
  type CountChange,
  type Counts,
  listCountChanges,
  listOffered,
  listVariantChanges,
  readCounts,
  type VariantChange,
  withCounts,
} from '#src/editing/stock-counts.ts'
import { withTotalStock } from '#src/rules/product/variants.ts'
import { type Categories, readCategories } from '../../core/content/categories.ts'
import { toStoredBodies } from '../../core/content/record-ids.ts'
import { readInChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import { HttpError } from '../../core/errors.ts'
import { getChangedCodes, type ProductCode } from '../../shop/catalog/code-queries.ts'
import type { StockedProduct } from '../../shop/catalog/tables.ts'
import { toProductId, toProductRow } from '../../shop/catalog/to-product.ts'
import { listCounts } from '../../shop/stock/queries.ts'
import { parseCounts, type StockCount } from '../../shop/stock/stock-count.ts'
import { toCategoryAddress } from './categories.ts'
import type { Action, LoadedProduct } from './change.ts'
import type { LiveOverlay } from './overlays.ts'
import * as queries from './queries.ts'
import { orderBySlug } from './references.ts'

/** A product to save, whose references are already checked. */
export interface SaveInput {
  /** The previous version; undefined for a new product. */
  before: LoadedProduct | undefined
  entry: CatalogEntry
  action: Action
  archivedAt: number | null
  /** The launches that lie over it afterwards; by default those that do now. */
  overlays?: readonly LiveOverlay[]
  /** Whether only a launch has started or ended: the product has no new version. */
  isProjection?: boolean
  /** The slug that shoppers keep seeing, because another product has its own. */
  keptSlug?: string
  /** The id of the draft of a new product. */
  draftId?: string
}

/** A save with its row. A new product has no position yet. */
export interface PreparedSave {
  before: LoadedProduct | undefined
  /** As shoppers will see it. */
  row: StockedProduct
  /** Whether the product itself is archived, without live launches. */
  isArchived: boolean
  isProjection: boolean
  draftId: string | undefined
  /** Pictures of the entry that a live launch hides. */
  hidden: string[]
  /** Changes of stock counts. */
  counted: CountChange[]
  /** Added and removed variants. */
  variants: VariantChange[]
  action: Action
  /** The entry of its version, as JSON. */
  entry: string
  /** The pictures that shoppers will see; undefined if unchanged. */
  pictures: CatalogEntry['pictures'] | undefined
  /** The pictures of the previous version that this one no longer has. */
  former: string[]
  /** The codes of its variants; undefined if unchanged. */
  codes: ProductCode[] | undefined
  /** Whether its price depends on which variants are in stock. */
  hasVariantPrice: boolean
  /** The previous entry, if it has no version because the seed imported it. */
  seedEntry: string | undefined
}

/** Saves that are ready to be written. */
export interface PreparedSaves {
  saves: PreparedSave[]
}

/**
 * Makes the rows of saves, in an order in which each slug is free when it is taken. A row has the values that live
 * launches give the product.
 * @param known categories as they will be, if the change restores some.
 * @throws HttpError 409 if a product would break a rule under a live launch.
 */
export async function prepareSaves(
  db: Db,
  now: number,
  inputs: SaveInput[],
  known?: Categories,
): Promise<PreparedSaves> {
  const categories = known ?? (await readCategories(db))
  const saves: PreparedSave[] = []
  const seeded = await listWithoutVersion(db, inputs)
  const ids = await listNextIds(db, inputs)
  const next = new Map(inputs.map(({ entry }, index) => [entry.slug, ids[index] ?? '']))
  const created = listCreated(inputs, ids)
  const counts = await readAllCounts(db, inputs)
  const stored = await toStoredBodies(
    db,
    inputs.map(({ entry }) => ({
      id: '',
      body: { ...entry, category: toCategoryAddress(entry.category) },
    })),
    { categories, ids: next },
  )
  for (const [index, input] of inputs.entries()) {
    const { before, isProjection = false } = input
    const id = ids[index] ?? ''
    const allCounts = counts.get(id)
    const own = before && allCounts ? { ...before, allCounts } : before
    const entry = isProjection && own ? own.stored : withTotalStock(stored[index] as CatalogEntry)
    const isSeeded = seeded.has(id)
    saves.push(
      prepareSave({ ...input, before: own }, { entry, id, now, categories, created, isSeeded }),
    )
  }
  const ordered = orderBySlug(saves, {
    getFormer: ({ before }) => before?.live.row.slug,
    getNext: ({ row }) => row.slug,
  })
  // Products that swap their slugs have no such order. They come last, and the database refuses them.
  return { saves: [...new Set([...ordered, ...saves])] }
}

/** Lists the ids of new products by the slugs that they have under their launches, and by their own. */
function listCreated(inputs: SaveInput[], ids: string[]): Map<string, string> {
  const created = new Map<string, string>()
  for (const [index, { before, entry, overlays = [] }] of inputs.entries()) {
    if (before) continue
    const id = ids[index] ?? ''
    for (const slug of [entry.slug, ...overlays.map(({ patch }) => getSetValue(patch['slug']))])
      if (typeof slug === 'string') created.set(slug, id)
  }
  return created
}

const getSetValue = (value: PatchedValue | undefined): unknown =>
  value && 'set' in value ? value.set : undefined

/** Reads the stock of all variants of products that have, or had, a launch over them. */
async function readAllCounts(
  db: Db,
  inputs: SaveInput[],
): Promise<Map<string, NonNullable<LoadedProduct['allCounts']>>> {
  const ids = inputs.flatMap(({ before, overlays = before?.overlays ?? [] }) =>
    before && overlays.length + before.overlays.length > 0 ? before.row.id : [],
  )
  const rows = ids.length > 0 ? await listCounts(db, ids) : []
  const byProduct = Map.groupBy(rows, ({ product_id }) => product_id)
  return new Map(
    [...byProduct].map(([id, counts]) => [
      id,
      new Map(counts.map((count) => [count.choice, count])),
    ]),
  )
}

interface Prepared {
  entry: CatalogEntry
  id: string
  now: number
  categories: Categories
  /** Ids of new products by their slugs. */
  created: ReadonlyMap<string, string>
  /** Whether no version has the entry of the seed. */
  isSeeded: boolean
}

function prepareSave(
  { before, action, archivedAt, draftId, keptSlug, isProjection = false, ...input }: SaveInput,
  { entry, id, now, categories, created, isSeeded }: Prepared,
): PreparedSave {
  const overlays = input.overlays ?? before?.overlays ?? []
  const base = { entry, archived: archivedAt !== null }
  const live = overlay(base, overlays, before?.allCounts, categories)
  const error = findOverlayError(live)
  if (error)
    throw new HttpError(
      409,
      `“${entry.title}” would break a rule in the launch “${overlays.at(-1)?.launchName}”, which is live: ${error} Change it in the launch, or end the launch first.`,
    )
  if (keptSlug !== undefined) live.entry = { ...live.entry, slug: keptSlug }
  if (overlays.length > 0)
    live.entry.related = live.entry.related.map((name) => created.get(name) ?? name)
  const { position = -1, revision = 0 } = before?.row ?? {}
  const former = before?.live.entry
  const hasSamePictures =
    former && JSON.stringify(live.entry.pictures) === JSON.stringify(former.pictures)
  const counts = joinCounts(live.entry, entry)
  return {
    before,
    action,
    draftId,
    isProjection,
    isArchived: archivedAt !== null,
    counted: listCounted(before, counts),
    variants: former ? listVariants(former, live.entry, entry) : [],
    entry: JSON.stringify(entry),
    hasVariantPrice: before !== undefined && live.entry.variants !== undefined,
    codes: getChangedCodes(
      before && joinVariants(before.live.entry, before.entry),
      joinVariants(live.entry, entry),
    ),
    row: {
      ...toProductRow(live.entry, position, now, before && listHeld(before)),
      id,
      archived_at: live.archived ? (before?.live.row.archived_at ?? now) : null,
      updated_at: Math.max(now, (before?.live.row.updated_at ?? 0) + (before ? 1 : 0)),
      revision: isProjection ? revision : revision + 1,
    },
    pictures: hasSamePictures ? undefined : live.entry.pictures,
    hidden: listLost(entry, live.entry),
    former: before && !isProjection ? listLost(before.entry, entry) : [],
    seedEntry: before && isSeeded ? JSON.stringify(before.stored) : undefined,
  }
}

/** Lists the pictures of an entry that another one lacks. */
const listLost = (entry: CatalogEntry, other: CatalogEntry): string[] => {
  const files = new Set(other.pictures.map(({ file }) => file))
  return [...new Set(entry.pictures.map(({ file }) => file))].filter((file) => !files.has(file))
}

/** Lists the counts that a save changes. Under a launch, a removed variant keeps its stock. */
function listCounted(before: LoadedProduct | undefined, counts: Counts): CountChange[] {
  if (!before) return listCountChanges(new Map(), counts)
  if (!before.allCounts) return listCountChanges(readCounts(before.entry), counts)
  const all = new Map([...before.allCounts].map(([choice, { on_hand }]) => [choice, on_hand]))
  return listCountChanges(all, new Map([...all, ...counts]))
}

/** Returns the counts of what shoppers see and of what is under it. */
const joinCounts = (live: CatalogEntry, base: CatalogEntry): Counts =>
  new Map([...(live === base ? [] : readCounts(live)), ...readCounts(base)])

const joinVariants = (live: CatalogEntry, base: CatalogEntry): Pick<CatalogEntry, 'variants'> =>
  live === base ? base : { variants: [...(base.variants ?? []), ...(live.variants ?? [])] }

const listHeld = ({ row, allCounts }: LoadedProduct): readonly StockCount[] =>
  allCounts ? [...allCounts.values()] : parseCounts(row)

/** Lists the variants that shoppers see or no longer see, and new ones that a launch hides. */
function listVariants(
  former: CatalogEntry,
  live: CatalogEntry,
  base: CatalogEntry,
): VariantChange[] {
  const changes = listVariantChanges(listOffered(former), listOffered(live))
  if (live === base) return changes
  const known = new Set([...listOffered(former), ...listOffered(live)].map(({ choice }) => choice))
  const hidden = listOffered(base).filter(({ choice }) => !known.has(choice))
  return [...changes, ...hidden.map((variant) => ({ ...variant, isOffered: false }))]
}

interface LiveEntry {
  entry: CatalogEntry
  archived: boolean
}

/** Returns an entry with ids as shoppers see it under launches. @param counts the stock of its variants. */
export function overlay(
  { entry, archived }: LiveEntry,
  overlays: readonly Overlay[],
  counts: LoadedProduct['allCounts'],
  categories: Categories,
): LiveEntry {
  if (overlays.length === 0) return { entry, archived }
  const { body, ...state } = effective('', { body: { ...entry }, archived }, overlays)
  const found = body as unknown as CatalogEntry
  const own = readCounts(entry)
  // A variant that exists only in the launch keeps its present stock.
  const live = withCounts(
    { ...found, category: categories.toFollowing(found.category) },
    (choice, count) => own.get(choice) ?? counts?.get(choice)?.on_hand ?? count,
  )
  return { entry: live, ...state }
}

/** Returns why a product that is on sale cannot be as launches make it; undefined if it can. */
export function findOverlayError({ entry, archived }: LiveEntry): string | undefined {
  if (archived) return undefined
  if (entry.variants?.length === 0) return 'Its options leave no variant.'
  const [error] = findEntryErrors(entry)
  return error && `${toEntryName(error.path)} ${error.message}.`
}

/** Returns the id of each product. A new product gets an id from its slug, unless a renamed product has that id. */
async function listNextIds(db: Db, inputs: SaveInput[]): Promise<string[]> {
  const derived = inputs.flatMap(({ before, entry }) => (before ? [] : toProductId(entry.slug)))
  const takenIds = new Set(
    (await readInChunks(derived, (ids) => queries.listExistingIds(db, ids))).map(({ id }) => id),
  )
  return inputs.map(({ before, entry }) => {
    if (before) return before.row.id
    const id = toProductId(entry.slug)
    return takenIds.has(id) ? randomBytes(12).toString('hex') : id
  })
}

/** Lists products that the seed imported and no one has saved since. */
async function listWithoutVersion(db: Db, inputs: SaveInput[]): Promise<Set<string>> {
  const first = inputs.flatMap(({ before }) => (before?.row.revision === 1 ? before.row.id : []))
  const withVersion = await readInChunks(first, (ids) => queries.listFirstVersions(db, ids))
  return new Set(first).difference(new Set(withVersion.map(({ product_id }) => product_id)))
}
