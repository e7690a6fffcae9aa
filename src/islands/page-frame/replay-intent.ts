import type { Variant } from '#src/contract/catalog.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { addToCart, buyNow } from '#src/stores/cart.ts'
import { findIntent, removeIntent, type ShopProduct } from '#src/stores/intent.ts'
import { currentUser } from '#src/stores/session.ts'
import { showStoredToast, toast } from '#src/stores/toasts.ts'
import { addToWishlist } from '#src/stores/wishlist.ts'

/** Time until a page has its final content, in milliseconds. */
const RESTORE_MS = 10_000

/** Events with which a visitor scrolls. */
const SCROLL_INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to `top`, in pixels, and again if the page changes its height. A listing that applies its filters is
 * shorter for a moment and reorders its cards, which scroll anchoring would follow. Ends if the visitor scrolls.
 */
function scrollToLeftPlace(top: number): void {
  if (scrollY !== 0) return
  const scroll = () => scrollTo({ top, behavior: 'instant' })
  scroll()
  if (typeof ResizeObserver === 'undefined') return
  const { style } = document.documentElement
  style.overflowAnchor = 'none'
  const observer = new ResizeObserver(scroll)
  observer.observe(document.body)
  const ended = new AbortController()
  const end = () => {
    observer.disconnect()
    style.overflowAnchor = ''
    ended.abort()
  }
  for (const input of SCROLL_INPUTS)
    addEventListener(input, end, { passive: true, signal: ended.signal })
  setTimeout(end, RESTORE_MS)
}

/** Runs after logging in: scrolls to the same place and repeats the action of the visitor once. */
export async function replayIntent(): Promise<void> {
  const stored = findIntent()
  const user = stored && (await currentUser())
  if (!user) return
  scrollToLeftPlace(stored.scrollY)
  // Another call may have repeated it while the session was fetched.
  if (!findIntent()) return
  removeIntent()
  const { kind, product, quantity } = stored.intent
  const variant = stored.intent.variant ?? product.variant
  if (kind === 'wishlist') {
    // The account may have the piece from the device already.
    if (!user.wishlist.includes(product.id)) await addToWishlist(product)
    return
  }
  if (!(await isOffered(product, variant))) toast.error(shopMessages.stock.choiceGone)
  else if (await (kind === 'buy' ? buyNow : addToCart)(product, { quantity, variant })) return
  // The checkout is not opened, so its toast appears here (see Toaster).
  showStoredToast()
}

/** Returns whether the current product has the choice. If it cannot be fetched, the API decides. */
async function isOffered({ slug }: ShopProduct, chosen: Variant): Promise<boolean> {
  const [{ loadCard }, { getChoiceState }] = await Promise.all([
    import('#src/stores/product-cards.ts'),
    import('#src/rules/product/choice.ts'),
  ])
  const current = await loadCard(slug)
  return !current || getChoiceState(current, chosen) !== 'notOffered'
}
