import type { ListingItem } from '#src/contract/catalog.ts'
import { MAX_QUANTITY } from '../constants.ts'
import { largestUrl } from '../pictures.ts'
import { isPriceFrom } from '../product/price-from.ts'

/** A product of a list. That of a page has only what its card shows, until the API's is there. */
export interface ListedItem extends ListingItem {
  /** What its card says of what it lacks: its further pictures, its options and its variants. */
  brief?: { pictureCount: number; hasChoice: boolean; isFrom: boolean } | undefined
}

/** What a card shows of a product; false, a repeated price and an address that follows from another are left out. */
function toRow(item: ListingItem) {
  const [picture] = item.pictures
  const [image] = item.images
  const isOwn = !picture || image !== largestUrl(picture)
  return {
    id: item.id,
    slug: item.slug,
    title: item.title,
    price: item.price,
    actualPrice: item.actualPrice === item.price ? undefined : item.actualPrice,
    tagline: item.tagline,
    category: item.category,
    categoryName: item.categoryName,
    rating: item.rating,
    reviews: item.reviews,
    zoom: item.zoom,
    image: isOwn ? image : undefined,
    base: picture?.base,
    width: picture?.width,
    height: picture?.height,
    alt: picture?.alt,
    focus: picture?.focus,
    pictureZoom: picture?.zoom,
    pictureCount: item.pictures.length,
    isSoldOut: item.stock === 0 || undefined,
    hasChoice: item.options.length > 0 || undefined,
    isFrom: isPriceFrom(item) || undefined,
  }
}

type Row = ReturnType<typeof toRow>

function fromRow({
  base,
  width = 0,
  height = 0,
  alt = '',
  focus,
  pictureZoom,
  pictureCount,
  image,
  isSoldOut,
  hasChoice,
  isFrom,
  ...row
}: Row): ListedItem {
  const pictures =
    base === undefined
      ? []
      : [{ base, width, height, alt, placeholder: '', focus, zoom: pictureZoom }]
  return {
    ...row,
    actualPrice: row.actualPrice ?? row.price,
    images: image === undefined ? pictures.map(largestUrl) : [image],
    pictures,
    // The API adds what is fixed.
    variant: {},
    options: [],
    stock: isSoldOut ? 0 : MAX_QUANTITY,
    publishedAt: '',
    brief: { pictureCount, hasChoice: hasChoice === true, isFrom: isFrom === true },
  }
}

const SHOWN = [
  'title',
  'price',
  'actualPrice',
  'tagline',
  'category',
  'categoryName',
  'rating',
  'reviews',
  'zoom',
] as const

/** Whether the card of a page's product shows the product of now. */
export function isShown(known: ListedItem, item: ListingItem): boolean {
  const { brief, stock, pictures } = known
  return (
    SHOWN.every((field) => known[field] === item[field]) &&
    stock > 0 === item.stock > 0 &&
    brief?.pictureCount === item.pictures.length &&
    brief.hasChoice === item.options.length > 0 &&
    brief.isFrom === isPriceFrom(item) &&
    JSON.stringify(pictures[0]) === JSON.stringify(item.pictures[0])
  )
}

/** Products as one list for each field, so that a page names each field once; null where a product has none. */
export type ItemColumns = { [Field in keyof Row]: (Row[Field] | null)[] }

export function toColumns(items: readonly ListingItem[]): Partial<ItemColumns> {
  const rows = items.map(toRow)
  const fields = Object.keys(rows[0] ?? {}) as (keyof Row)[]
  return Object.fromEntries(
    fields.flatMap((field) => {
      const values = rows.map((row) => row[field] ?? null)
      return values.every((value) => value === null) ? [] : [[field, values]]
    }),
  )
}

export const fromColumns = (columns: Partial<ItemColumns>): ListedItem[] =>
  (columns.id ?? []).map((_, index) =>
    fromRow(
      Object.fromEntries(
        Object.entries(columns).map(([field, values]) => [field, values[index] ?? undefined]),
      ) as Row,
    ),
  )
