import type { SiteRecord } from '#src/contract/catalog.ts'
import { parseSlugId } from '#src/contract/content.ts'
import { effective } from '#src/editing/overlay.ts'
import { readCategories } from '../../core/content/categories.ts'
import {
  createCategoryTraits,
  type FindCategoryTraits,
  isMail,
  parseStoredBody,
  readSiteContent,
  toSiteId,
  toSiteRecords,
} from '../../core/content/read-content.ts'
import { toNamesVersion, toShown } from '../../core/content/record-ids.ts'
import { PRODUCTS_PER_STATEMENT, readInChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { listPicturesByHash } from '../../core/media/queries.ts'
import { toPicture, toPlace } from '../../core/media/to-picture.ts'
import { getCatalogRevision } from '../../core/publish-requests/queries.ts'
import {
  type FormerAddress,
  listFormerAddresses,
  toFormerPaths,
} from '../../shop/catalog/former-paths.ts'
import { createReviewLookup } from '../../shop/catalog/product-reviews.ts'
import {
  relateProducts,
  type SingleProduct,
  type VersionedProducts,
} from '../../shop/catalog/relate-products.ts'
import {
  type CatalogSnapshot,
  toProductList,
  toSingleProduct,
  withCategoryTraits,
} from '../../shop/catalog/service.ts'
import type { PreparedSave } from '../save/prepare-saves.ts'
import type { PreparedRecords } from '../save/save-records.ts'
import { assignPositions } from '../save/write-saves.ts'

/** A content record as a launch shows it. Its body has ids. */
interface ShownContent {
  id: string
  revision: number
  body: Record<string, unknown>
  archived: boolean
}

/**
 * Returns the catalogue with records as a launch shows them. They are computed in memory, so that nothing is
 * written and no write waits.
 * @param known the current products.
 * @param records what the start of the launch would write.
 */
export async function readLaunchedCatalog(
  deps: Deps,
  db: Db,
  known: VersionedProducts,
  { now, records }: { now: number; records: PreparedRecords },
): Promise<CatalogSnapshot> {
  const saves = await assignPositions(db, records.products.saves)
  const contents = records.contents.map(({ id, record, body, archived, overlays = [] }) => ({
    id,
    revision: record?.revision ?? 1,
    ...effective(id, { body, archived }, overlays),
  }))
  const content = await readContent(deps, db, { now, saves, contents })
  const findTraits = createCategoryTraits(content, await readCategories(db))
  const singles = new Map<string, SingleProduct>(known)
  for (const { row } of saves) singles.delete(row.id)
  for (const single of await readSingles(deps, db, saves, findTraits))
    singles.set(single.id, single)
  const ordered = [...singles.values()]
    .map((single) => withCategoryTraits(single, findTraits))
    .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
  const changed = await relateProducts(ordered, known)
  return {
    ...toProductList(changed),
    revision: await getCatalogRevision(db),
    ...toFormerPaths(await listNextAddresses(db, saves, contents)),
    content,
  }
}

/** Builds the changed products that will be on sale. */
async function readSingles(
  deps: Deps,
  db: Db,
  saves: PreparedSave[],
  findTraits: FindCategoryTraits,
): Promise<SingleProduct[]> {
  const onSale = saves.filter(({ row }) => row.archived_at === null)
  const read = async (part: PreparedSave[]) => {
    const reviews = await createReviewLookup(
      db,
      part.map(({ row }) => row.id),
      true,
    )
    const shown = part.map(({ pictures, before }) => pictures ?? before?.live.entry.pictures ?? [])
    const files = shown.flatMap((pictures) => pictures.map(({ file }) => file))
    const stored = await readInChunks([...new Set(files)], (chunk) => listPicturesByHash(db, chunk))
    const byHash = new Map(stored.map((picture) => [picture.hash, picture]))
    const singles: SingleProduct[] = []
    for (const [index, { row }] of part.entries()) {
      const pictures = (shown[index] ?? []).flatMap(({ file, ...place }) => {
        const picture = byHash.get(file)
        return picture ? [toPicture({ ...picture, ...toPlace(place) }, deps.env.MEDIA_ORIGIN)] : []
      })
      singles.push(toSingleProduct(row, pictures, reviews(row.id), findTraits))
    }
    return singles
  }
  return readInChunks(onSale, read, PRODUCTS_PER_STATEMENT)
}

/** Lists former addresses as they would be after changes. A draft cannot change the address of a category. */
async function listNextAddresses(
  db: Db,
  saves: PreparedSave[],
  contents: ShownContent[],
): Promise<FormerAddress[]> {
  const changes = [
    ...saves.map(({ before, row }) => ({
      address: { kind: 'product' as const, slug: row.slug, recordId: row.id, current: null },
      former: before?.live.row.slug,
      archived: row.archived_at !== null,
    })),
    ...contents.flatMap(({ id, archived }) => {
      const own = parseSlugId(id)
      return own && own.kind !== 'category'
        ? { address: { ...own, recordId: id, current: null }, former: undefined, archived }
        : []
    }),
  ]
  const toKey = ({ kind, slug }: FormerAddress): string => `${kind} ${slug}`
  const takenKeys = new Set(changes.map(({ address }) => toKey(address)))
  const byId = new Map(changes.map((change) => [change.address.recordId, change]))
  const renamed = changes.flatMap(({ address, former }) =>
    former === undefined ? [] : { ...address, slug: former },
  )
  const former = [...(await listFormerAddresses(db)), ...renamed]
    .filter((address) => !takenKeys.has(toKey(address)))
    .map((address) => {
      const change = byId.get(address.recordId)
      const current = change && !change.archived ? change.address.slug : null
      return change ? { ...address, current } : address
    })
  return [...former, ...changes.flatMap(({ address, archived }) => (archived ? address : []))]
}

async function readContent(
  deps: Deps,
  db: Db,
  { now, saves, contents }: { now: number; saves: PreparedSave[]; contents: ShownContent[] },
): Promise<SiteRecord[]> {
  const next = new Map(saves.map(({ row }) => [row.id, row.slug]))
  const byId = new Map((await readSiteContent(deps, db, next)).map((record) => [record.id, record]))
  const categories = await readCategories(db)
  const saved: { id: string; version: string; body: Record<string, unknown> }[] = []
  for (const { id, revision, body: stored, archived } of contents) {
    byId.delete(toSiteId(id, categories))
    if (archived || isMail(id)) continue
    const body = parseStoredBody(id, JSON.stringify(stored))
    saved.push({ id, version: `${revision}.${now}`, body })
  }
  const shown = (await toShown(db, saved, { slugs: next })).map((record) => ({
    ...record,
    id: toSiteId(record.id, categories),
    version: record.version + toNamesVersion(record.id, record.body),
  }))
  for (const record of await toSiteRecords(deps, db, shown)) byId.set(record.id, record)
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}
