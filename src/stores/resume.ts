import { buyNow } from './buy-now.ts'
import { addToCart } from './cart-add.ts'
import { intentPlace, takeIntent } from './intent.ts'
import { currentUser } from './session.ts'
import { addToWishlist } from './wishlist-change.ts'

/** Back after logging in: the same place, and what was wanted happens once (decisions, intent). */
export async function resumeIntent(): Promise<void> {
  const place = intentPlace()
  if (place === null || !(await currentUser())) return
  if (scrollY === 0) scrollTo({ top: place, behavior: 'instant' })
  const intent = takeIntent()
  if (!intent) return
  const { kind, product, quantity, variant } = intent
  if (kind === 'wish') await addToWishlist(product)
  else await (kind === 'buy' ? buyNow : addToCart)(product, { quantity, variant })
}
