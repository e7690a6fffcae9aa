import type { CatalogueEntry, Picture, Product, RelatedProduct } from '#src/contract/catalog.ts'
import { LOW_STOCK_THRESHOLD } from '#src/rules/constants.ts'
import { messages } from '#src/rules/messages.ts'
import { discountPercent, toRupees } from '#src/rules/money.ts'
import { largestUrl } from '#src/rules/pictures.ts'
import type { ProductRow } from '../db/schema.ts'
import type { ProductPicture } from './queries.ts'

/** What the `detail` column keeps, as JSON: the fields of an entry that have no column. */
export type ProductDetail = Pick<
  CatalogueEntry,
  | 'subtitle'
  | 'tagline'
  | 'options'
  | 'variant'
  | 'highlights'
  | 'description'
  | 'technicalDetails'
  | 'warranty'
  | 'offers'
  | 'countryOfOrigin'
  | 'related'
>

export type RelatedProductRow = Pick<ProductRow, 'id' | 'slug' | 'title' | 'price_paise'>

/** The `detail` column was written by `productRow`, from a checked entry. */
export const parseProductDetail = (row: Pick<ProductRow, 'detail'>): ProductDetail =>
  JSON.parse(row.detail) as ProductDetail

/** What a shopper reads about the stock; only ever told from real stock (decisions). */
function formatAvailability(stock: number): string {
  if (stock <= 0) return messages.stock.soldOut
  return stock <= LOW_STOCK_THRESHOLD ? messages.stock.lowStock(stock) : messages.stock.inStock
}

/** The one way from rows to the contract's product. Related products keep the order given. */
export function toProduct(
  row: ProductRow,
  pictures: Picture[],
  relatedProducts: RelatedProduct[],
): Product {
  const { related: _, ...detail } = parseProductDetail(row)
  const price = toRupees(row.price_paise)
  const originalPrice = toRupees(row.list_price_paise)
  return {
    ...detail,
    id: row.id,
    slug: row.slug,
    title: row.title,
    category: row.category,
    images: pictures.map(largestUrl),
    pictures,
    price,
    originalPrice,
    discountPercent: discountPercent(price, originalPrice),
    ...(row.rating === null ? {} : { rating: row.rating }),
    reviewCount: row.review_count,
    availability: formatAvailability(row.stock),
    stock: row.stock,
    relatedProducts,
    publishedAt: new Date(row.published_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

export const toRelatedProduct = (
  row: RelatedProductRow,
  picture: Picture | undefined,
): RelatedProduct => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  price: toRupees(row.price_paise),
  image: picture ? largestUrl(picture) : '',
  ...(picture ? { picture } : {}),
})

/** @param mediaOrigin where pictures are served from; empty where it is the API's own origin. */
export const toPicture = (shown: ProductPicture, mediaOrigin: string | undefined): Picture => ({
  base: `${mediaOrigin ?? ''}/api/media/${shown.hash}`,
  width: shown.width,
  height: shown.height,
  alt: shown.alt,
  placeholder: shown.placeholder,
})
