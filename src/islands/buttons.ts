import { shopMessages } from '#src/rules/messages/shop.ts'
import type { ShopProduct } from '#src/stores/intent.ts'
import { $wishlistBusy, $wishlistIds } from '#src/stores/wishlist.ts'

// The states of buttons in static HTML.

/** Fills the heart of a product on the wishlist; disabled while that changes. */
export function showHeart(
  button: HTMLButtonElement,
  { id, title }: Pick<ShopProduct, 'id' | 'title'>,
): void {
  const added = $wishlistIds.get().has(id)
  button.toggleAttribute('data-added', added)
  button.disabled = $wishlistBusy.get().has(id)
  button.ariaLabel = shopMessages.wishlist.heart(title, added)
}

/** Disables a button, and marks it busy for screen readers, while its request is pending. */
export async function whileBusy(
  button: HTMLButtonElement,
  request: () => Promise<unknown>,
): Promise<void> {
  button.disabled = true
  button.ariaBusy = 'true'
  await request()
  button.ariaBusy = null
  button.disabled = false
}
