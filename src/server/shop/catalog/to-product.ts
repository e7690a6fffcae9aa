import { createHash } from 'node:crypto'
import { getRelatedReason, type ReasonTraits } from '#src/channels/related-reason.ts'
import {
  type Picture,
  type Product,
  product,
  type RelatedProduct,
  type ShownVariant,
  type Variant,
} from '#src/contract/catalog.ts'
import type { CatalogEntry, EntryVariant } from '#src/contract/entry.ts'
import { NO_CHOICE } from '#src/editing/stock-counts.ts'
import { discountPercent, toPaise, toRupees } from '#src/rules/money.ts'
import { largestUrl } from '#src/rules/pictures.ts'
import { toCanonicalJson, toChoiceNames, toChoiceText } from '#src/rules/product/choice-ids.ts'
import { isPriceFrom } from '#src/rules/product/price-from.ts'
import { summarizeStars } from '#src/rules/product/reviews.ts'
import {
  type EntryPrice,
  formatAvailability,
  getShownPrice,
  getVariantPrice,
} from '#src/rules/product/variants.ts'
import type { CategoryTraits } from '../../core/content/read-content.ts'
import { fromPlace, type PicturePlace, type ProductPicture } from '../../core/media/to-picture.ts'
import {
  formatCounts,
  getAvailable,
  parseCounts,
  type StockCount,
  sumAvailable,
  sumOnHand,
  toStockCounts,
} from '../stock/stock-count.ts'
import type { ProductReviews } from './product-reviews.ts'
import type { ProductRow, StockedProduct } from './tables.ts'

/** Fields of an entry without their own column. */
export type ProductDetail = Omit<
  CatalogEntry,
  'slug' | 'title' | 'category' | 'price' | 'listPrice' | 'stock' | 'publishedAt' | 'pictures'
> & {
  /**
   * Prices of the entry if it has variants; the columns contain the shown prices. Absent in rows of
   * earlier releases, where both were equal.
   */
  base?: EntryPrice
}

/** Content of the column `detail`. The counts of variants are in the stock table. */
type StoredDetail = Omit<ProductDetail, 'variants'> & { variants?: Omit<EntryVariant, 'stock'>[] }

export type UncountedDetail = Omit<ProductDetail, 'variants'>

type PriceColumns = Pick<ProductRow, 'price_paise' | 'list_price_paise'>

const readPriceColumns = ({ price_paise, list_price_paise }: PriceColumns): EntryPrice => ({
  price: toRupees(price_paise),
  ...(list_price_paise > price_paise ? { listPrice: toRupees(list_price_paise) } : {}),
})

/** The JSON is trusted, because `toProductRow` writes it from a validated entry. */
const parseStoredDetail = (row: Pick<ProductRow, 'detail'>): StoredDetail =>
  JSON.parse(row.detail) as StoredDetail

/** Parses the detail for code that needs no variants. */
export const parseUncounted = (row: Pick<ProductRow, 'detail'>): UncountedDetail =>
  parseStoredDetail(row)

/** Adds the choice of a variant with its current names, as JSON. */
export function withVariant<Row extends { choice: string; selection?: string; detail: string }>({
  choice,
  selection = '{}',
  detail,
  ...row
}: Row) {
  const ids = choice === NO_CHOICE ? {} : (JSON.parse(choice) as Variant)
  const { names } = toChoiceNames(parseUncounted({ detail }).options, ids)
  return { ...row, variant: toCanonicalJson({ ...names, ...(JSON.parse(selection) as Variant) }) }
}

/** Returns the choices of a product by their current names, with their ids in channels. */
export const toPublicIds = (
  { options }: Pick<UncountedDetail, 'options'>,
  variants: readonly { choice: string; archived_at: number | null; public_id: string }[],
): NonNullable<Product['publicIds']> =>
  variants.flatMap(({ choice, archived_at, public_id }) =>
    choice === NO_CHOICE || archived_at !== null
      ? []
      : { choice: toChoiceNames(options, JSON.parse(choice) as Variant).names, id: public_id },
  )

/** Adds counts, and keeps the order of the contract, because versions are compared as texts. */
const addCounts = (
  { variants, ...detail }: StoredDetail,
  counts: readonly StockCount[],
  count: (stock: StockCount) => number,
): ProductDetail => {
  if (!variants) return detail
  const byChoice = new Map(counts.map((stock) => [stock.choice, count(stock)]))
  return {
    ...detail,
    variants: variants.map(({ picture, ...row }) => ({
      ...row,
      stock: byChoice.get(toChoiceText(detail.options, row.choice)) ?? 0,
      ...(picture === undefined ? {} : { picture }),
    })),
  }
}

/** Parses the detail with the stock that can be bought. */
export const parseProductDetail = (
  row: Pick<StockedProduct, 'detail' | 'counts'>,
): ProductDetail & { stock: number } => {
  const counts = parseCounts(row)
  return {
    ...addCounts(parseStoredDetail(row), counts, getAvailable),
    stock: sumAvailable(counts),
  }
}

/** Converts rows back to the entry, with the total stock. */
export function toCatalogEntry(
  row: StockedProduct,
  pictures: (Pick<ProductPicture, 'hash'> & PicturePlace)[],
): CatalogEntry {
  const counts = parseCounts(row)
  const { base, ...detail } = addCounts(parseStoredDetail(row), counts, ({ on_hand }) => on_hand)
  const { price, listPrice } = base ?? readPriceColumns(row)
  return {
    ...detail,
    slug: row.slug,
    title: row.title,
    category: row.category,
    price,
    ...(listPrice === undefined ? {} : { listPrice }),
    stock: sumOnHand(counts),
    publishedAt: new Date(row.published_at).toISOString(),
    pictures: pictures.map((picture) => ({ file: picture.hash, ...fromPlace(picture) })),
  }
}

/**
 * Returns the variants. A variant has a price only if it differs from the shown price of the product.
 * @param pictures of the product, in order.
 */
export function toShownVariants(
  { variants, base }: Pick<ProductDetail, 'variants' | 'base'>,
  columns: PriceColumns,
  pictures: readonly Pick<Picture, 'base'>[],
): ShownVariant[] | undefined {
  const shown = readPriceColumns(columns)
  return variants?.map(({ choice, stock, sku, barcode, picture: file, ...own }) => {
    const { price, listPrice } = getVariantPrice(base ?? shown, own)
    const isShared = price === shown.price && listPrice === shown.listPrice
    const picture = file ? pictures.findIndex(({ base }) => base.endsWith(`/${file}`)) : -1
    // In the order of the contract, so that equal data renders equal pages.
    return {
      choice,
      stock,
      ...(isShared ? {} : { price }),
      ...(isShared || listPrice === undefined ? {} : { originalPrice: listPrice }),
      ...(sku === undefined ? {} : { sku }),
      ...(barcode === undefined ? {} : { barcode }),
      ...(picture < 0 ? {} : { picture }),
    }
  })
}

/** Picks the fields of the contract's product. Other fields of an entry are not public. */
const pickPublic = <Detail extends object>(detail: Detail) =>
  Object.fromEntries(
    Object.entries(detail).filter(([name]) => Object.hasOwn(product.shape, name)),
  ) as Pick<Detail, keyof Detail & keyof Product>

/** Converts rows to the contract's product. Related products stay in the given order. */
export function toProduct(
  row: StockedProduct,
  pictures: Picture[],
  reviews: ProductReviews,
  relatedProducts: RelatedProduct[],
  traits: CategoryTraits,
  parsed = parseProductDetail(row),
): Product {
  const { variants: _, ...detail } = parsed
  const variants = toShownVariants(parsed, row, pictures)
  const price = toRupees(row.price_paise)
  const originalPrice = toRupees(row.list_price_paise)
  return {
    tagline: '',
    ...pickPublic(detail),
    options: detail.options.map(({ name, values }) => ({ name, values })),
    id: row.id,
    slug: row.slug,
    title: row.title,
    images: pictures.map(largestUrl),
    pictures,
    price,
    originalPrice,
    discountPercent: discountPercent(price, originalPrice),
    ...summarizeStars(reviews.counts),
    ratingCounts: reviews.counts,
    newestReviews: reviews.newest,
    availability: formatAvailability(parsed.stock),
    stock: parsed.stock,
    ...(variants ? { variants } : {}),
    relatedProducts,
    publishedAt: new Date(row.published_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    ...traits,
  }
}

/** Makes the card of `other` for the page of `product`. */
export function toRelatedProduct(
  product: ReasonTraits,
  other: ReasonTraits & Pick<Product, 'id' | 'slug' | 'price' | 'pictures' | 'variants' | 'zoom'>,
): RelatedProduct {
  const { id, slug, title, price, pictures, zoom } = other
  const [picture] = pictures
  const shownZoom = picture?.zoom ?? zoom
  return {
    id,
    slug,
    title,
    price,
    ...(isPriceFrom(other) ? { priceFrom: true } : {}),
    reason: getRelatedReason(product, other),
    image: picture ? largestUrl(picture) : '',
    ...(picture
      ? { picture: { ...picture, ...(shownZoom === undefined ? {} : { zoom: shownZoom }) } }
      : {}),
  }
}

/** Derives the id from the slug, so that a product has the same id in every database. @public for tests. */
export const toProductId = (slug: string): string =>
  createHash('sha256').update(`product ${slug}`).digest('hex').slice(0, 24)

/**
 * Makes the row of an entry, with its stock after the save.
 * @param position index in catalogue order.
 * @param before the current stock, whose holds are kept.
 */
export function toProductRow(
  input: CatalogEntry,
  position: number,
  updatedAt: number,
  before: readonly StockCount[] = [],
): StockedProduct {
  const { slug, title, category, stock: _sum, variants, ...others } = input
  const { publishedAt, pictures: _, price: basePrice, listPrice: baseListPrice, ...fields } = others
  const counts = toStockCounts(input, before)
  const stored: StoredDetail = {
    ...fields,
    ...(variants && {
      variants: variants.map(({ stock: _count, ...row }) => row),
      base: {
        price: basePrice,
        ...(baseListPrice === undefined ? {} : { listPrice: baseListPrice }),
      },
    }),
  }
  const { price, listPrice } = getShownPrice({
    price: basePrice,
    listPrice: baseListPrice,
    variants: addCounts(stored, counts, getAvailable).variants,
  })
  return {
    id: toProductId(slug),
    slug,
    title,
    category,
    price_paise: toPaise(price),
    list_price_paise: toPaise(listPrice ?? price),
    published_at: Date.parse(publishedAt),
    updated_at: updatedAt,
    archived_at: null,
    position,
    detail: JSON.stringify(stored),
    revision: 1,
    counts: formatCounts(counts),
  }
}

/** Removes the stock from a row, so that it can be written. */
export const toColumns = ({ counts: _, ...row }: StockedProduct): ProductRow => row
