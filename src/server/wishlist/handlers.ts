import { messages } from '#src/rules/messages.ts'
import { toRupees } from '#src/rules/money.ts'
import { findProductById } from '../catalog/queries.ts'
import { getListingItems } from '../catalog/service.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import type { Handlers } from '../http/mount.ts'
import { addWishlistItem, listWishlistItems, removeWishlistItem } from './queries.ts'

type HandledEndpoint = 'GET /wishlist/' | 'POST /wishlist/' | 'DELETE /wishlist/:id'

export const wishlistHandlers = (deps: Deps): Pick<Handlers, HandledEndpoint> => ({
  'GET /wishlist/': async ({ caller, db }) => {
    const rows = await listWishlistItems(db, caller.userId)
    const ids = rows.map((row) => row.product_id)
    const items = await getListingItems(deps, db, ids)
    const wishlist = rows.flatMap(({ product_id: id, price_paise }) => {
      const product = items.get(id)
      const added = price_paise === null ? {} : { addedPrice: toRupees(price_paise) }
      return product ? [{ id, product, ...added }] : []
    })
    return { success: true, wishlist }
  },
  'POST /wishlist/': async ({ body, caller, db }) => {
    const product = await findProductById(db, body.productId)
    if (!product) throw new HttpError(404, messages.products.notFound)
    await addWishlistItem(db, {
      userId: caller.userId,
      productId: product.id,
      pricePaise: product.price_paise,
      now: deps.now(),
    })
    return { success: true, message: messages.wishlist.added }
  },
  'DELETE /wishlist/:id': async ({ caller, param, db }) => {
    if (!(await removeWishlistItem(db, caller.userId, param)))
      throw new HttpError(404, messages.wishlistPage.notFound)
    return { success: true, message: messages.wishlist.removed }
  },
})
