import type { CartItem } from '#src/contract/cart.ts'
import type { Picture, Variant } from '#src/contract/catalog.ts'
import { MAX_QUANTITY } from './constants.ts'
import { shopMessages } from './messages/shop.ts'
import { isOfferText } from './options.ts'

/** The parts of a cart line that are shown. */
export interface LineSummary {
  title: string
  /** Unit price in rupees. */
  price: number
  /** URL of a picture; empty without one. */
  image: string
  picture: Picture | undefined
}

type Line = Pick<CartItem, 'title' | 'price' | 'images'> & { product?: CartItem['product'] }

/** Takes the nested product's values before the item's own (spec §3). */
export const toLineSummary = ({ product, title, price, images }: Line): LineSummary => ({
  title: product?.title ?? title,
  price: product?.price ?? price,
  image: (product?.image || images[0]) ?? '',
  picture: product?.picture,
})

/** The chosen options on one line, e.g. `Size UK 7, Colour Ruby, Engraving “Asha”`. */
export const formatVariant = (variant: Variant): string =>
  Object.entries(variant)
    .map(([name, value]) => `${name} ${isOfferText(name) ? `“${value}”` : value}`)
    .join(', ')

/** Why the quantity of a line cannot grow (docs/decisions/product.md#stock). */
export function stockLimitMessage(stock: number): string {
  if (stock < 1) return shopMessages.stock.soldOut
  return stock < MAX_QUANTITY ? shopMessages.stock.lowStock(stock) : shopMessages.stock.maxQuantity
}
