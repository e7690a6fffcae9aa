import { addToCart, buyNow } from '#src/stores/cart.ts'
import { findIntent, removeIntent } from '#src/stores/intent.ts'
import { currentUser } from '#src/stores/session.ts'
import { addToWishlist } from '#src/stores/wishlist.ts'

/** Time in which a page has its final content, in milliseconds. */
const RESTORE_MS = 10_000

/**
 * Scrolls to `top`, in pixels. A listing that applies its filters afterwards reorders its cards:
 * scroll anchoring, which would follow one of them, is off meanwhile. A page that is not tall enough
 * yet is scrolled as it grows, unless the visitor scrolls first.
 */
function restoreScroll(top: number): void {
  if (scrollY !== 0) return
  let reached = 0
  const scroll = (): boolean => {
    scrollTo({ top, behavior: 'instant' })
    reached = scrollY
    return Math.abs(top - reached) < 1
  }
  const complete = scroll()
  if (typeof ResizeObserver === 'undefined') return
  const { style } = document.documentElement
  style.overflowAnchor = 'none'
  const observer = new ResizeObserver(() => {
    if (scrollY !== reached || scroll()) observer.disconnect()
  })
  if (!complete) observer.observe(document.body)
  setTimeout(() => {
    observer.disconnect()
    style.overflowAnchor = ''
  }, RESTORE_MS)
}

/** Back after logging in: scrolls to the same place and repeats what the visitor did, once. */
export async function replayIntent(): Promise<void> {
  const stored = findIntent()
  const user = stored && (await currentUser())
  if (!user) return
  restoreScroll(stored.scrollY)
  // Another call may have replayed it while the session was fetched.
  if (!findIntent()) return
  removeIntent()
  const { kind, product, quantity, variant } = stored.intent
  if (kind === 'wishlist') {
    // What was kept on the device may be in the account by now.
    if (!user.wishlist.includes(product.id)) await addToWishlist(product)
  } else await (kind === 'buy' ? buyNow : addToCart)(product, { quantity, variant })
}
