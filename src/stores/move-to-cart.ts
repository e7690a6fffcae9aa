import { shopMessages } from '#src/rules/messages/shop.ts'
import { addToCart } from './cart-add.ts'
import type { ShopProduct } from './shop-product.ts'
import { removeFromWishlist } from './wishlist-change.ts'

/** Adds to the cart, and only then takes off the wishlist (spec §4, wishlist to cart). */
export async function moveToCart(product: ShopProduct): Promise<void> {
  const { rowUpdated: added, updateRejected: refused } = shopMessages.cart
  if (await addToCart(product, { words: { added, refused } }))
    await removeFromWishlist(product.id, true)
}
