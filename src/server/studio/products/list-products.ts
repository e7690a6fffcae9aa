import type { z } from 'zod'
import type { CatalogListItem, catalogListResponse } from '#src/contract/editor.ts'
import { listActive } from '#src/editing/overlay.ts'
import { toIso } from '#src/rules/dates.ts'
import { toRupees } from '#src/rules/money.ts'
import { smallestUrl } from '#src/rules/pictures.ts'
import { readCategories } from '../../core/content/categories.ts'
import { readInChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { listPicturesByHash } from '../../core/media/queries.ts'
import { toPicture, toStoredPicture } from '../../core/media/to-picture.ts'
import { getCatalogRevision, listUnpublished } from '../../core/publish-requests/queries.ts'
import { listFormerCategories } from '../../core/slugs/queries.ts'
import { listPicturesByProduct } from '../../shop/catalog/queries.ts'
import { snapshot } from '../../shop/catalog/service.ts'
import { listStockOfAll } from '../../shop/stock/queries.ts'
import { listLive } from '../save/categories.ts'
import { loadCovered } from '../save/change.ts'
import { listLiveLaunches } from '../save/overlay-queries.ts'
import { readVersion } from '../save/queries.ts'
import * as queries from './list-queries.ts'

/** Data of a list item that only a save of the product changes. */
type SavedItem = Omit<
  CatalogListItem,
  'stock' | 'available' | 'hasVariants' | 'unpublished' | 'brokenRelated'
> & { related: string[] }

type CatalogList = z.output<typeof catalogListResponse>

/** The part of the list that no order changes. It is cached until a product or a record is saved. */
interface CachedList extends Pick<CatalogList, 'categories' | 'formerCategories'> {
  version: string
  products: Omit<CatalogListItem, 'stock' | 'available' | 'hasVariants' | 'unpublished'>[]
}

/**
 * Lists all products briefly, with categories and the revision of the same snapshot. Data that only
 * saves change is cached by revision; stock and state are read for each call.
 */
export function createCatalogList(deps: Deps): () => Promise<CatalogList> {
  let itemsByVersion = new Map<string, SavedItem>()
  let cached: CachedList | undefined
  const toKey = ({ id, revision, updated_at }: queries.ProductVersion) =>
    `${id} ${revision} ${updated_at}`

  async function readCachedList(db: Db, version: string): Promise<CachedList> {
    const versions = await queries.listProductVersions(db)
    const changed = versions.filter((product) => !itemsByVersion.has(toKey(product)))
    const read = await readSaved(deps, db, changed)
    itemsByVersion = new Map(
      versions.flatMap((product) => {
        const item = read.get(product.id) ?? itemsByVersion.get(toKey(product))
        return item ? [[toKey(product), item]] : []
      }),
    )
    const own = await readOwn(deps, db, itemsByVersion)
    const saved = [...itemsByVersion.values()].map((item) => own.get(item.id) ?? item)
    const slugs = new Map(saved.map(({ id, slug }) => [id, slug]))
    const onSale = new Set(saved.flatMap(({ archived, id }) => (archived ? [] : id)))
    const categories = await readCategories(db)
    const live = listLive(categories)
    const current = new Set(live.map(({ address }) => address))
    return {
      version,
      products: saved.map(({ related, ...item }) => ({
        ...item,
        category: categories.toAddress(item.category),
        brokenRelated: related.flatMap((id) => (onSale.has(id) ? [] : (slugs.get(id) ?? id))),
      })),
      categories: live.map(({ id, address, name }) => ({ id, address, name })),
      formerCategories: [...(await listFormerCategories(db))].flatMap(([from, to]) =>
        to === null || current.has(from) ? [] : { from, to },
      ),
    }
  }

  return () =>
    snapshot(deps, async (db) => {
      const version = JSON.stringify([
        await readVersion(db, 'product'),
        await readVersion(db, 'content_record'),
        await listLiveLaunches(db),
      ])
      const list = cached?.version === version ? cached : await readCachedList(db, version)
      cached = list
      const { products, categories, formerCategories } = list
      const unpublished = await listUnpublished(db)
      const stock = new Map((await listStockOfAll(db)).map((row) => [row.product_id, row]))
      return {
        products: products.map((item) => {
          const counts = stock.get(item.id)
          return {
            ...item,
            stock: Number(counts?.on_hand ?? 0),
            available: Number(counts?.count ?? 0),
            hasVariants: Number(counts?.choices ?? 0) > 0,
            unpublished: unpublished.has(item.id),
          }
        }),
        categories,
        formerCategories,
        revision: await getCatalogRevision(db),
      }
    })
}

/** Reads the products under live launches with their own values, and with what shoppers see. */
async function readOwn(
  { env }: Deps,
  db: Db,
  itemsByVersion: ReadonlyMap<string, SavedItem>,
): Promise<Map<string, SavedItem>> {
  const products = [...(await loadCovered(db)).values()]
  if (products.length === 0) return new Map()
  const shown = new Map([...itemsByVersion.values()].map((item) => [item.id, item]))
  const files = products.flatMap(({ entry }) => entry.pictures[0]?.file ?? [])
  const pictures = await readInChunks([...new Set(files)], (chunk) => listPicturesByHash(db, chunk))
  const byHash = new Map(pictures.map((picture) => [picture.hash, picture]))
  return new Map(
    products.flatMap(({ row, entry, overlays }): [string, SavedItem][] => {
      const item = shown.get(row.id)
      const launch = listActive(overlays).at(-1)
      if (!item || !launch) return []
      const first = entry.pictures[0] && byHash.get(entry.pictures[0].file)
      const own = {
        slug: row.slug,
        title: row.title,
        category: row.category,
        price: toRupees(row.price_paise),
        listPrice: toRupees(row.list_price_paise),
        archived: row.archived_at !== null,
        thumbnail: first ? smallestUrl(toStoredPicture(first, env.MEDIA_ORIGIN)) : '',
        pictureCount: entry.pictures.length,
        missingAltCount: entry.pictures.filter(({ alt }) => alt.trim() === '').length,
        launch: {
          id: launch.launchId,
          name: launch.launchName,
          endsAt: launch.endsAt === null ? null : toIso(launch.endsAt),
          title: item.title,
          price: item.price,
          archived: item.archived,
        },
      }
      return [[row.id, { ...item, ...own }]]
    }),
  )
}

async function readSaved(
  { env }: Deps,
  db: Db,
  versions: queries.ProductVersion[],
): Promise<Map<string, SavedItem>> {
  const items = await readInChunks(
    versions.map(({ id }) => id),
    async (ids) => {
      const byProduct = await listPicturesByProduct(db, ids)
      return (await queries.listProductSummaries(db, ids)).map((row): SavedItem => {
        const pictures = byProduct.get(row.id) ?? []
        const [first] = pictures
        return {
          id: row.id,
          slug: row.slug,
          title: row.title,
          category: row.category,
          price: toRupees(row.price_paise),
          listPrice: toRupees(row.list_price_paise),
          codes: (row.codes ?? '').replace(/\s+/g, ' ').trim(),
          archived: row.archived_at !== null,
          revision: row.revision,
          updatedAt: new Date(row.updated_at).toISOString(),
          thumbnail: first ? smallestUrl(toPicture(first, env.MEDIA_ORIGIN)) : '',
          pictureCount: pictures.length,
          missingAltCount: pictures.filter(({ alt }) => alt.trim() === '').length,
          related: JSON.parse(row.related) as string[],
        }
      })
    },
  )
  return new Map(items.map((item) => [item.id, item]))
}
