import { messages } from '#src/rules/messages.ts'
import { findProductById } from '../catalog/queries.ts'
import { getListingItems } from '../catalog/service.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import type { Handlers } from '../http/mount.ts'
import { addWishlistItem, listWishlistProductIds, removeWishlistItem } from './queries.ts'

type HandledEndpoint = 'GET /wishlist/' | 'POST /wishlist/' | 'DELETE /wishlist/:id'

export const wishlistHandlers = (deps: Deps): Pick<Handlers, HandledEndpoint> => ({
  'GET /wishlist/': async ({ caller, db }) => {
    const ids = await listWishlistProductIds(db, caller.userId)
    const items = await getListingItems(deps, db, ids)
    const wishlist = ids.flatMap((id) => {
      const product = items.get(id)
      return product ? [{ id, product }] : []
    })
    return { success: true, wishlist }
  },
  'POST /wishlist/': async ({ body, caller, db }) => {
    if (!(await findProductById(db, body.productId)))
      throw new HttpError(404, messages.products.notFound)
    await addWishlistItem(db, { userId: caller.userId, productId: body.productId, now: deps.now() })
    return { success: true, message: messages.wishlist.added }
  },
  'DELETE /wishlist/:id': async ({ caller, param, db }) => {
    if (!(await removeWishlistItem(db, caller.userId, param)))
      throw new HttpError(404, messages.wishlistPage.notFound)
    return { success: true, message: messages.wishlist.removed }
  },
})
