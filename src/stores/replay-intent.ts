import { addToCart, buyNow } from './add-to-cart.ts'
import { findIntent, removeIntent } from './intent.ts'
import { currentUser } from './session.ts'
import { addToWishlist } from './wishlist.ts'

/** Time in which a page reaches the height that it had, in milliseconds. */
const RESTORE_MS = 10_000

/**
 * Scrolls to `top`, in pixels. A page that is not tall enough yet, e.g. a listing that has not
 * applied its filters, is scrolled as it grows, unless the visitor scrolls first.
 */
function restoreScroll(top: number): void {
  if (scrollY !== 0) return
  let reached = 0
  const scroll = (): boolean => {
    scrollTo({ top, behavior: 'instant' })
    reached = scrollY
    return Math.abs(top - reached) < 1
  }
  if (scroll() || typeof ResizeObserver === 'undefined') return
  const observer = new ResizeObserver(() => {
    if (scrollY !== reached || scroll()) observer.disconnect()
  })
  observer.observe(document.body)
  setTimeout(() => observer.disconnect(), RESTORE_MS)
}

/** Back after logging in: scrolls to the same place and repeats what the visitor did, once. */
export async function replayIntent(): Promise<void> {
  const stored = findIntent()
  if (!stored || !(await currentUser())) return
  restoreScroll(stored.scrollY)
  // Another call may have replayed it while the session was fetched.
  if (!findIntent()) return
  removeIntent()
  const { kind, product, quantity, variant } = stored.intent
  if (kind === 'wishlist') await addToWishlist(product)
  else await (kind === 'buy' ? buyNow : addToCart)(product, { quantity, variant })
}
