import type { CatalogListItem } from '#src/contract/editor.ts'
import { toRupees } from '#src/rules/money.ts'
import { smallestUrl } from '#src/rules/pictures.ts'
import { getCatalogRevision, listPicturesByProduct } from '../catalog/queries.ts'
import { snapshot } from '../catalog/service.ts'
import { parseProductDetail, toPicture } from '../catalog/to-product.ts'
import type { Deps } from '../deps.ts'
import * as queries from './list-queries.ts'

/** @returns every product in short, with the revision of the same snapshot. */
export const listCatalog = (
  deps: Deps,
): Promise<{ products: CatalogListItem[]; revision: number }> =>
  snapshot(deps, async (db) => {
    const rows = await queries.listAllProducts(db)
    const pictures = await listPicturesByProduct(db)
    const unpublished = await queries.listUnpublished(db)
    const onSale = new Set(rows.filter((row) => row.archived_at === null).map(({ slug }) => slug))
    const products = rows.map((row): CatalogListItem => {
      const own = pictures.get(row.id) ?? []
      const [first] = own
      const { related, variants } = parseProductDetail(row)
      return {
        id: row.id,
        slug: row.slug,
        title: row.title,
        category: row.category,
        price: toRupees(row.price_paise),
        listPrice: toRupees(row.list_price_paise),
        stock: row.stock,
        hasVariants: variants !== undefined,
        archived: row.archived_at !== null,
        unpublished: unpublished.has(row.id),
        revision: row.revision,
        updatedAt: new Date(row.updated_at).toISOString(),
        thumbnail: first ? smallestUrl(toPicture(first, deps.env.MEDIA_ORIGIN)) : '',
        pictureCount: own.length,
        missingAltCount: own.filter(({ alt }) => alt.trim() === '').length,
        brokenRelated: related.filter((slug) => !onSale.has(slug)),
      }
    })
    return { products, revision: await getCatalogRevision(db) }
  })
