import { generateCatalog } from '#scripts/catalog/generate.ts'
import { DEFAULT_IDS } from '#src/content/defaults.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { insertContentVersion } from '#src/server/core/content/queries.ts'
import { incrementCatalogRevision } from '#src/server/core/publish-requests/queries.ts'
import { listCodes, replaceCodes } from '#src/server/shop/catalog/code-queries.ts'
import { toProductId, toProductRow } from '#src/server/shop/catalog/to-product.ts'
import { insertProductPictures, insertProducts } from '#src/server/shop/seed/queries.ts'
import { DEFAULT_SEED_DIR, readEntries } from '#src/server/shop/seed/read-entries.ts'
import { interleaveCategories } from '#src/server/shop/seed/seed.ts'
import type { LoadedProduct } from '#src/server/studio/save/change.ts'
import { loadContent } from '#src/server/studio/save/load-content.ts'
import { insertProductVersions } from '#src/server/studio/save/queries.ts'
import type { ProductVersionRow } from '#src/server/studio/save/tables.ts'
import { toPictureRows, toVersion } from '#src/server/studio/save/write-saves.ts'
import type { Accounts } from './accounts.ts'
import { type Aging, times, toChunks } from './aging.ts'
import type { Pictures } from './pictures.ts'

/** Products that batches and launches change together. */
export const GROUP_SIZE = 10
/** Each has some kilobytes. */
const VERSIONS_AT_ONCE = 2_000
/** One of this many products is archived. */
const ARCHIVED = 33

const toGroup = (position: number): number => Math.floor(position / GROUP_SIZE)

/** Number of saves within hours of each other. */
const BURST = 4
const HOUR_MS = 3_600_000

/** Returns the time at which all products of a group got a revision: several revisions on one day. */
export function toSavedAt({ now, days, versions }: Aging, group: number, revision: number): number {
  const burst = Math.floor((revision - 1) / BURST)
  const share = (burst + ((group * 0.618) % 1)) / Math.ceil(versions / BURST)
  const hoursBefore = BURST - 1 - ((revision - 1) % BURST)
  return now - Math.floor((1 - share) * days * DAY_MS) - hoursBefore * HOUR_MS
}

/** Lists the revisions that each group got by a bulk change. */
const listBatchRevisions = ({ versions }: Aging): [number, number] => [
  Math.ceil(versions / 4),
  Math.ceil((versions * 3) / 4),
]

/** Returns the batch by which a launch published the products of a group. */
export const toLaunchBatch = (aging: Aging, group: number) => {
  const [, revision] = listBatchRevisions(aging)
  return {
    id: aging.toId(`batch of revision ${revision}`, group),
    revision,
    at: toSavedAt(aging, group, revision),
  }
}

/**
 * Adds products with all their versions.
 * @returns the products, in catalogue order.
 */
export async function addProducts(
  aging: Aging,
  { shown, retired }: Pictures,
  { staff }: Accounts,
): Promise<LoadedProduct[]> {
  const { deps, versions, toId, insert } = aging
  const parts = interleaveCategories(readEntries(DEFAULT_SEED_DIR))
  const entries = generateCatalog(parts, aging.products, aging.seed)
  const products = entries.map((generated, position): LoadedProduct => {
    const entry = withPictures(generated, position, shown)
    const savedAt = toSavedAt(aging, toGroup(position), versions)
    const archived_at = position % ARCHIVED === ARCHIVED - 1 ? savedAt : null
    const stored = { ...entry, related: entry.related.map(toProductId) }
    const row = {
      ...toProductRow(stored, position, savedAt),
      revision: versions,
      archived_at,
    }
    return {
      entry,
      row,
      stored,
      live: { row, entry: stored },
      overlays: [],
    }
  })
  await insertProducts(
    deps.db,
    products.map(({ row }) => row),
  )
  await insertProductPictures(
    deps.db,
    products.flatMap(({ row, entry }) => toPictureRows(row.id, entry)),
  )
  await replaceCodes(
    deps.db,
    products.map(({ row, entry }) => ({ id: row.id, codes: listCodes(entry), isNew: true })),
  )
  const batches = listBatchRevisions(aging)
  const toEditor = (index: number) => staff[index % staff.length]?.id ?? null
  const toProductVersion = (position: number, revision: number): ProductVersionRow => {
    const { row, entry } = products[position] as LoadedProduct
    const group = toGroup(position)
    const isLast = revision === versions
    const isBatch = batches.includes(revision)
    const change = {
      now: toSavedAt(aging, group, revision),
      editorId: toEditor(group + revision),
      batchId: isBatch ? toId(`batch of revision ${revision}`, group) : null,
    }
    const former = toFormerEntry(entry, versions - revision, retired[group])
    const isArchived = isLast && row.archived_at !== null
    const json = JSON.stringify(isLast ? entry : former)
    const action = revision === 1 ? 'create' : isArchived ? 'archive' : 'update'
    return toVersion(change, { id: row.id, revision }, json, { action, isArchived })
  }
  const all = times(products.length * versions, (index) =>
    toProductVersion(Math.floor(index / versions), (index % versions) + 1),
  )
  for (const rows of toChunks(all, VERSIONS_AT_ONCE))
    await deps.db.transaction().execute((db) => insertProductVersions(db, rows))
  await insert(
    'product_version_picture',
    products.flatMap(({ row, entry }, position) => {
      const picture_hash = retired[toGroup(position)]
      if (entry.pictures.length === 0 || picture_hash === undefined) return []
      return { product_id: row.id, revision: versions - SAVES_SINCE_RETIRED - 1, picture_hash }
    }),
  )
  const groups = toGroup(products.length - 1) + 1
  for (const revision of batches)
    await insert(
      'batch',
      times(groups, (group) => ({
        id: toId(`batch of revision ${revision}`, group),
        summary: `Changed the price of ${GROUP_SIZE} products by -1 %`,
        editor_id: toEditor(group + revision),
        created_at: toSavedAt(aging, group, revision),
        undone_at: null,
      })),
    )
  await addFormerAddresses(aging, products)
  await incrementCatalogRevision(deps.db)
  return products
}

/** Gives an entry pictures of the shop. */
function withPictures(entry: CatalogEntry, position: number, shown: string[]): CatalogEntry {
  const start = position * entry.pictures.length
  const files = new Map(
    entry.pictures.map(({ file }, index) => [file, shown[(start + index) % shown.length] ?? file]),
  )
  const toFile = (file: string) => files.get(file) ?? file
  const { variants } = entry
  return {
    ...entry,
    pictures: entry.pictures.map((picture) => ({ ...picture, file: toFile(picture.file) })),
    ...(variants && {
      variants: variants.map((row) => ({
        ...row,
        ...(row.picture && { picture: toFile(row.picture) }),
      })),
    }),
  }
}

/** Number of latest versions without the picture that no product has now. */
const SAVES_SINCE_RETIRED = 13

/** Returns an entry as it was some saves ago. The oldest versions have a picture that no product has now. */
function toFormerEntry(entry: CatalogEntry, savesAgo: number, retired?: string): CatalogEntry {
  const { listPrice } = entry
  const former: CatalogEntry = {
    ...entry,
    highlights: [`${entry.highlights[0]} (${savesAgo} saves ago)`, ...entry.highlights.slice(1)],
  }
  if (!entry.variants) {
    former.price += savesAgo * 100
    if (listPrice !== undefined) former.listPrice = listPrice + savesAgo * 100
  }
  const [first, ...others] = entry.pictures
  if (first && retired && savesAgo > SAVES_SINCE_RETIRED)
    former.pictures = [{ ...first, file: retired }, ...others]
  return former
}

async function addFormerAddresses(
  { scale, insert }: Aging,
  products: LoadedProduct[],
): Promise<void> {
  const former = { launch_id: null, is_current: 0 }
  await insert(
    'slug',
    products.slice(0, scale(500)).map(({ row }, index) => ({
      ...former,
      kind: 'product' as const,
      slug: `former-piece-${index}`,
      record_id: row.id,
    })),
  )
  await insert('slug', [
    { ...former, kind: 'category', slug: 'timepieces', record_id: 'category:watches' },
  ])
}

/** Adds all content records, saved as often as products. */
export async function addContent(
  aging: Aging,
  { shown }: Pictures,
  { staff }: Accounts,
): Promise<void> {
  const { deps, versions, insert } = aging
  const records = await Promise.all(
    DEFAULT_IDS.map(async (id, index) => {
      const { body } = await loadContent(deps.db, id)
      // Replaces a default picture by an uploaded one.
      const json = JSON.stringify(body).replace(/(?<="file":")site:[^"]+/, shown[index] ?? '')
      return { id, index, body: json }
    }),
  )
  await insert(
    'content_record',
    records.map(({ id, index, body }) => ({
      id,
      body,
      revision: versions,
      archived: 0,
      updated_at: toSavedAt(aging, index, versions),
    })),
  )
  for (const { id, index, body } of records)
    for (let revision = 1; revision <= versions; revision++)
      await insertContentVersion(deps.db, {
        record_id: id,
        revision,
        action: 'update',
        body,
        archived: 0,
        batch_id: null,
        editor_id: staff[(index + revision) % staff.length]?.id ?? null,
        saved_at: toSavedAt(aging, index, revision),
      })
}
