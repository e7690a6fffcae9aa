import type { ListingItem } from '#src/contract/catalog.ts'
import { MAX_QUANTITY } from '../constants.ts'
import { largestUrl } from '../pictures.ts'
import { isPriceFrom } from '../product/price-from.ts'

/**
 * A product as its card in a list shows it: with its first picture, and with facts instead of its options, variants and
 * other pictures. The page and the API's answer have the same row.
 */
export interface ListRow extends Omit<ListingItem, 'options' | 'variants' | 'publishedAt'> {
  pictureCount: number
  /** Whether the shopper chooses an option. */
  hasChoice: boolean
  /** Whether the price is the lowest of several. */
  isFrom: boolean
}

export function toRow(item: ListingItem): ListRow {
  const { options, variants, publishedAt: _, ...row } = item
  const pictures = item.pictures.slice(0, 1).map((picture) => ({ ...picture, placeholder: '' }))
  return {
    ...row,
    images: item.images.length > 0 ? item.images.slice(0, 1) : pictures.map(largestUrl),
    pictures,
    // The API adds what is fixed.
    variant: {},
    stock: item.stock === 0 ? 0 : MAX_QUANTITY,
    pictureCount: item.pictures.length,
    hasChoice: options.length > 0,
    isFrom: isPriceFrom(item),
  }
}

/** The fields of a row in a page. Leaves out false, a repeated price and an address that follows from another field. */
function packRow({ pictures, images, stock, variant: _, hasChoice, isFrom, ...row }: ListRow) {
  const [picture] = pictures
  const [image] = images
  const isOwn = !picture || image !== largestUrl(picture)
  return {
    ...row,
    actualPrice: row.actualPrice === row.price ? undefined : row.actualPrice,
    image: isOwn ? image : undefined,
    base: picture?.base,
    width: picture?.width,
    height: picture?.height,
    alt: picture?.alt,
    focus: picture?.focus,
    pictureZoom: picture?.zoom,
    isSoldOut: stock === 0 || undefined,
    hasChoice: hasChoice || undefined,
    isFrom: isFrom || undefined,
  }
}

type PackedRow = ReturnType<typeof packRow>

function unpackRow(packed: PackedRow): ListRow {
  const { base, width = 0, height = 0, alt = '', focus, pictureZoom, image, ...rest } = packed
  const { isSoldOut, hasChoice, isFrom, ...row } = rest
  const pictures =
    base === undefined
      ? []
      : [{ base, width, height, alt, placeholder: '', focus, zoom: pictureZoom }]
  return {
    ...row,
    actualPrice: row.actualPrice ?? row.price,
    images: image === undefined ? pictures.map(largestUrl) : [image],
    pictures,
    variant: {},
    stock: isSoldOut ? 0 : MAX_QUANTITY,
    hasChoice: hasChoice === true,
    isFrom: isFrom === true,
  }
}

/** The values of a row in one order. */
const toText = (row: ListRow): string =>
  Object.entries(packRow(row))
    .flatMap(([name, value]) => (value === undefined ? [] : `${name} ${JSON.stringify(value)}`))
    .toSorted()
    .join()

/** Whether two rows make the same card. */
export const isSameRow = (a: ListRow, b: ListRow): boolean => toText(a) === toText(b)

/** Rows as one list for each field, so that a page names each field once; null if a row has none. */
export type ItemColumns = { [Field in keyof PackedRow]: (PackedRow[Field] | null)[] }

export function toColumns(items: readonly ListingItem[]): Partial<ItemColumns> {
  const rows = items.map((item) => packRow(toRow(item)))
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))] as (keyof PackedRow)[]
  return Object.fromEntries(
    fields.flatMap((field) => {
      const values = rows.map((row) => row[field] ?? null)
      return values.every((value) => value === null) ? [] : [[field, values]]
    }),
  )
}

export const fromColumns = (columns: Partial<ItemColumns>): ListRow[] =>
  (columns.id ?? []).map((_, index) =>
    unpackRow(
      Object.fromEntries(
        Object.entries(columns).map(([field, values]) => [field, values[index] ?? undefined]),
      ) as PackedRow,
    ),
  )
