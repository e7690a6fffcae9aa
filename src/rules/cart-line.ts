import type { CartItem } from '#src/contract/cart.ts'
import type { Picture, Variant } from '#src/contract/catalog.ts'

/** What a line of the cart looks like and costs. */
export interface LineSummary {
  title: string
  /** Unit price in rupees. */
  price: number
  /** Address of a picture; empty where there is none. */
  image: string
  picture: Picture | undefined
}

type Line = Pick<CartItem, 'title' | 'price' | 'images'> & { product?: CartItem['product'] }

/** Read from the nested product first, then from the item itself (spec §3). */
export const toLineSummary = ({ product, title, price, images }: Line): LineSummary => ({
  title: product?.title ?? title,
  price: product?.price ?? price,
  image: (product?.image || images[0]) ?? '',
  picture: product?.picture,
})

/** The chosen options on one line, e.g. `Size UK 7, Colour Ruby`. */
export const formatVariant = (variant: Variant): string =>
  Object.entries(variant)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
