import { messages } from '#src/rules/messages.ts'
import { findById } from '../catalog/queries.ts'
import { readItems } from '../catalog/read.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../http/mount.ts'
import { HttpError } from '../http/http-error.ts'
import { drop, findKept, keep } from './queries.ts'

type Calls = 'GET /wishlist/' | 'POST /wishlist/' | 'DELETE /wishlist/:id'

export const wishlistHandlers = (deps: Deps): Pick<Handlers, Calls> => ({
  'GET /wishlist/': async ({ caller, db }) => {
    const ids = await findKept(db, caller.userId)
    const items = await readItems(deps, db, ids)
    const wishlist = ids.flatMap((id) => {
      const product = items.get(id)
      return product ? [{ id, product }] : []
    })
    return { success: true, wishlist }
  },
  'POST /wishlist/': async ({ body, caller, db }) => {
    if (!(await findById(db, body.productId))) throw new HttpError(404, messages.products.notFound)
    await keep(db, { userId: caller.userId, productId: body.productId, now: deps.now() })
    return { success: true, message: messages.wishlist.added }
  },
  'DELETE /wishlist/:id': async ({ caller, param, db }) => {
    if (!(await drop(db, caller.userId, param))) throw new HttpError(404, messages.wishlist.notThere)
    return { success: true, message: messages.wishlist.removed }
  },
})
