import { paths } from '#src/rules/paths.ts'
import { type AddOptions, addToCart } from './cart-add.ts'
import { leaveFor } from './leave.ts'
import type { ShopProduct } from './shop-product.ts'

/** Adds to the cart, then goes to the checkout (decisions, Buy Now). */
export async function buyNow(
  product: ShopProduct,
  options: Omit<AddOptions, 'intent'> = {},
): Promise<void> {
  if (await addToCart(product, { ...options, intent: 'buy' })) leaveFor(paths.checkout)
}
