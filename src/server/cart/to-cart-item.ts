import type { CartItem } from '#src/contract/cart.ts'
import type { Picture, Variant } from '#src/contract/catalog.ts'
import { toRupees } from '#src/rules/money.ts'
import { largestUrl } from '#src/rules/pictures.ts'
import type { CartLine } from './queries.ts'
import { maxQuantity } from './service.ts'

/**
 * The one way from a line's rows to the contract's cart item.
 * @param lines the whole cart: lines of one product share its stock.
 */
export function toCartItem(
  line: CartLine,
  lines: readonly CartLine[],
  pictures: Picture[],
): CartItem {
  const others = lines
    .filter((one) => one.product_id === line.product_id && one.id !== line.id)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  const images = pictures.map(largestUrl)
  const price = toRupees(line.price_paise)
  const picture = pictures[0]
  return {
    id: line.id,
    productId: line.product_id,
    slug: line.slug,
    title: line.title,
    price,
    quantity: line.quantity,
    images,
    variant: JSON.parse(line.variant) as Variant,
    category: line.category,
    stock: line.stock,
    maxQuantity: maxQuantity(line.stock, others),
    product: {
      _id: line.product_id,
      title: line.title,
      price,
      image: images[0] ?? '',
      ...(picture ? { picture } : {}),
    },
  }
}
