import { addToCart, buyNow } from './add-to-cart.ts'
import { findIntent, removeIntent } from './intent.ts'
import { currentUser } from './session.ts'
import { addToWishlist } from './wishlist.ts'

/** Back after logging in: scrolls to the same place and repeats what the visitor did, once. */
export async function replayIntent(): Promise<void> {
  const stored = findIntent()
  if (!stored || !(await currentUser())) return
  if (scrollY === 0) scrollTo({ top: stored.scrollY, behavior: 'instant' })
  // Another call may have replayed it while the session was fetched.
  if (!findIntent()) return
  removeIntent()
  const { kind, product, quantity, variant } = stored.intent
  if (kind === 'wishlist') await addToWishlist(product)
  else await (kind === 'buy' ? buyNow : addToCart)(product, { quantity, variant })
}
