import type { CartItem } from '#src/contract/cart.ts'
import type { Picture, ShownVariant, Variant } from '#src/contract/catalog.ts'
import { MAX_QUANTITY } from './constants.ts'
import { shopMessages } from './messages/shop.ts'
import { isOfferText } from './product/options.ts'
import { findVariant } from './product/variants.ts'

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

/**
 * The pieces of a line that can be bought: none if it is sold out or no longer exists, and at most
 * the pieces that are left. All totals count these.
 */
export const countAvailable = ({
  state,
  quantity,
  maxQuantity,
}: Pick<CartItem, 'state' | 'quantity' | 'maxQuantity'>): number =>
  state === 'available' ? Math.min(quantity, maxQuantity) : 0

/** Whether all pieces of a line can be bought. Otherwise the payment waits. */
export const canBuy = (line: Pick<CartItem, 'state' | 'quantity' | 'maxQuantity'>): boolean =>
  countAvailable(line) === line.quantity

/** The chosen options on one line, e.g. `Size UK 7, Colour Ruby, Engraving “Asha”`. */
export const formatVariant = (variant: Variant): string =>
  Object.entries(variant)
    .map(([name, value]) => `${name} ${isOfferText(name) ? `“${value}”` : value}`)
    .join(', ')

/** A line of a cart, as its quantity counts for other lines of the product. */
export interface CountedLine {
  variant: Variant
  quantity: number
}

const sumQuantities = (lines: readonly CountedLine[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** How many of `limit` pieces a line can have: its own as far as earlier lines leave them, and what no line has. */
function countRoom(limit: number, lines: readonly CountedLine[], line: CountedLine): number {
  const index = lines.indexOf(line)
  const left = limit - sumQuantities(lines.slice(0, index))
  return Math.max(0, Math.min(line.quantity, left), left - sumQuantities(lines.slice(index + 1)))
}

/**
 * The highest quantity of a line, and why it cannot grow further (docs/decisions/product.md#maximum-quantity): all
 * lines of a product have 10 pieces together, and lines that sell from one stock have no more than that stock.
 * @param product `stock` belongs to the line's variant. `variants` are the product's, and decide which lines share the
 * stock, e.g. lines with another engraving.
 * @param lines the lines of the product in the cart, the line among them, oldest first.
 * @returns also the quantity that the stock alone allows.
 */
export function getQuantityLimit<Line extends CountedLine>(
  product: { stock: number; variants?: readonly Pick<ShownVariant, 'choice'>[] | undefined },
  lines: readonly Line[],
  line: Line,
): { max: number; inStock: number; message: string } {
  const { stock, variants } = product
  const own = findVariant(variants, line.variant)
  const sharing = lines.filter(({ variant }) => findVariant(variants, variant) === own)
  const inStock = countRoom(stock, sharing, line)
  const allowed = countRoom(MAX_QUANTITY, lines, line)
  const isStockLimit = stock < MAX_QUANTITY && inStock <= allowed
  const { soldOut, lowStock, maxQuantity } = shopMessages.stock
  return {
    max: Math.min(inStock, allowed),
    inStock,
    message: stock < 1 ? soldOut : isStockLimit ? lowStock(stock) : maxQuantity,
  }
}

/** The limit of a line of a cart; lines in which their products do not come count for nothing. */
export const getLineLimit = (
  line: CartItem,
  cart: readonly CartItem[],
): ReturnType<typeof getQuantityLimit> =>
  getQuantityLimit(
    line,
    cart.filter(
      (other) =>
        other.productId === line.productId && (other === line || other.state !== 'notOffered'),
    ),
    line,
  )
