import type { z } from 'zod'
import type { CatalogListItem, catalogListResponse } from '#src/contract/editor.ts'
import { toRupees } from '#src/rules/money.ts'
import { smallestUrl } from '#src/rules/pictures.ts'
import { NO_CHOICE } from '#src/rules/product/stock-counts.ts'
import { readInChunks } from '../../core/db/chunks.ts'
import type { Deps } from '../../core/deps.ts'
import { toPicture } from '../../core/media/to-picture.ts'
import { getCatalogRevision, listUnpublished } from '../../core/publish-requests/queries.ts'
import { createTurns } from '../../core/turns.ts'
import { listPicturesByProduct } from '../../shop/catalog/queries.ts'
import { snapshot } from '../../shop/catalog/service.ts'
import { parseCounts, sumAvailable, sumOnHand } from '../../shop/stock/stock-count.ts'
import { listCategories, listMovedCategories, toCategoryList } from '../save/categories.ts'
import { listAllProductIds } from '../save/queries.ts'
import * as queries from './list-queries.ts'

/** @returns every product in short, with the categories and the revision of the same snapshot. */
export const listCatalog = (deps: Deps): Promise<z.output<typeof catalogListResponse>> =>
  snapshot(deps, async (db) => {
    const unpublished = await listUnpublished(db)
    const rows = await readInChunks(await listAllProductIds(db), async (ids) => {
      const pictures = await listPicturesByProduct(db, ids)
      const found = await queries.listProductsInShort(db, ids)
      const byId = new Map(found.map((row) => [row.id, row]))
      return ids.flatMap((id) => {
        const row = byId.get(id)
        return row ? { row, pictures: pictures.get(id) ?? [] } : []
      })
    })
    const onSale = new Set(rows.flatMap(({ row }) => (row.archived_at === null ? row.slug : [])))
    const turn = createTurns()
    const products: CatalogListItem[] = []
    for (const { row, pictures } of rows) {
      await turn()
      const [first] = pictures
      const counts = parseCounts(row)
      const related: string[] = JSON.parse(row.related)
      products.push({
        id: row.id,
        slug: row.slug,
        title: row.title,
        category: row.category,
        price: toRupees(row.price_paise),
        listPrice: toRupees(row.list_price_paise),
        stock: sumOnHand(counts),
        available: sumAvailable(counts),
        hasVariants: counts.some(({ choice }) => choice !== NO_CHOICE),
        codes: (row.codes ?? '').replace(/\s+/g, ' ').trim(),
        archived: row.archived_at !== null,
        unpublished: unpublished.has(row.id),
        revision: row.revision,
        updatedAt: new Date(row.updated_at).toISOString(),
        thumbnail: first ? smallestUrl(toPicture(first, deps.env.MEDIA_ORIGIN)) : '',
        pictureCount: pictures.length,
        missingAltCount: pictures.filter(({ alt }) => alt.trim() === '').length,
        brokenRelated: related.filter((slug) => !onSale.has(slug)),
      })
    }
    const moved = await listMovedCategories(db)
    return {
      products,
      categories: toCategoryList(await listCategories(db)),
      formerCategories: moved.map(({ from, to }) => ({ from, to })),
      revision: await getCatalogRevision(db),
    }
  })
