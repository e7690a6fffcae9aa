import type { ListingItem, Picture, Product } from '#src/contract/catalog.ts'
import { brand } from '#src/rules/brand.ts'
import { type CategoryNames, categoryLabel } from '#src/rules/categories.ts'
import { formatRupees } from '#src/rules/money.ts'
import { isPriceFrom } from '#src/rules/product/price-from.ts'

/** The picture for link previews of a page (`og:image`). */
export interface SharePicture {
  /** Root-relative or absolute. It changes if the picture would show something else. */
  url: string
  title: string
  /** The line below the title. */
  note: string
}

export const SHARE_PICTURE_SIZE = { width: 1200, height: 630 } as const

/** Raised when the layout changes, which changes all addresses. */
const LAYOUT = 1

/** For pages without an own picture. */
export const siteSharePicture: SharePicture = {
  url: '/og-image.jpg',
  title: brand.tagline,
  note: 'Watches, jewellery, perfumes, bags and clothing',
}

type Base = Pick<Picture, 'base' | 'focus'>

function toSharePicture(name: string, { base, focus }: Base, title: string, note: string) {
  const hash = hashText(JSON.stringify([LAYOUT, title, note, focus]))
  return { url: `${base}/share-${name}-${hash}.jpg`, title, note }
}

/** Shows the product's name, price and first picture; undefined without a picture. */
export function toProductSharePicture({
  slug,
  title,
  price,
  variants,
  pictures: [picture],
}: Pick<Product, 'slug' | 'title' | 'price' | 'variants'> & {
  pictures: Base[]
}): SharePicture | undefined {
  const from = isPriceFrom({ price, variants }) ? 'From ' : ''
  return picture && toSharePicture(`product-${slug}`, picture, title, from + formatRupees(price))
}

/** Shows the picture of the category, or the first one of its products. */
export function toCategorySharePicture(
  category: string,
  items: Pick<ListingItem, 'pictures'>[],
  own?: Base,
  names?: CategoryNames,
): SharePicture | undefined {
  const base = items.find(({ pictures }) => pictures.length > 0)?.pictures[0]?.base
  const picture = own ?? (base === undefined ? undefined : { base })
  const title = categoryLabel(category, names)
  return picture && toSharePicture(`category-${category}`, picture, title, brand.tagline)
}

/** FNV-1a, 32 bits. It needs no security, and the browser's own hashes are asynchronous. */
function hashText(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}
