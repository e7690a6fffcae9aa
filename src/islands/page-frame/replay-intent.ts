import type { Variant } from '#src/contract/catalog.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { addToCart, buyNow } from '#src/stores/cart.ts'
import { findIntent, removeIntent, type ShopProduct } from '#src/stores/intent.ts'
import { currentUser } from '#src/stores/session.ts'
import { showStoredToast, toast } from '#src/stores/toasts.ts'
import { addToWishlist } from '#src/stores/wishlist.ts'

/** Time in which a page has its final content, in milliseconds. */
const RESTORE_MS = 10_000

/** What a visitor scrolls with. */
const SCROLL_INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to `top`, in pixels, and again whenever the page changes its height: a listing that applies its
 * filters is shorter meanwhile, and reorders its cards, which scroll anchoring would follow. Ends when the
 * visitor scrolls.
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

/** Back after logging in: scrolls to the same place and repeats what the visitor did, once. */
export async function replayIntent(): Promise<void> {
  const stored = findIntent()
  const user = stored && (await currentUser())
  if (!user) return
  scrollToLeftPlace(stored.scrollY)
  // Another call may have replayed it while the session was fetched.
  if (!findIntent()) return
  removeIntent()
  const { kind, product, quantity } = stored.intent
  const variant = stored.intent.variant ?? product.variant
  if (kind === 'wishlist') {
    // What was kept on the device may be in the account by now.
    if (!user.wishlist.includes(product.id)) await addToWishlist(product)
    return
  }
  if (!(await isOffered(product, variant))) toast.error(shopMessages.stock.choiceGone)
  else if (await (kind === 'buy' ? buyNow : addToCart)(product, { quantity, variant })) return
  // The toast that waits for the checkout (see Toaster), which is not opened.
  showStoredToast()
}

/** Whether the product of now comes in the choice. Where it cannot be fetched, the API decides. */
async function isOffered({ slug }: ShopProduct, chosen: Variant): Promise<boolean> {
  const [{ loadCard }, { getChoiceState }] = await Promise.all([
    import('#src/stores/product-cards.ts'),
    import('#src/rules/product/choice.ts'),
  ])
  const current = await loadCard(slug)
  return !current || getChoiceState(current, chosen) !== 'notOffered'
}
