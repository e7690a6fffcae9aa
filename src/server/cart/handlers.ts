import { messages } from '#src/rules/messages.ts'
import { createPictureLookup } from '../catalog/service.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../http/mount.ts'
import { listLines } from './queries.ts'
import { addItem, removeItem, updateItem } from './service.ts'
import { toCartItem } from './to-cart-item.ts'

type Calls = 'POST /cart' | 'GET /cart' | 'PATCH /cart/:id' | 'DELETE /cart/:id'

export const cartHandlers = (deps: Deps): Pick<Handlers, Calls> => ({
  'POST /cart': async ({ body, caller, db }) => ({
    success: true,
    message: await addItem(deps, db, caller.userId, body),
  }),
  'GET /cart': async ({ caller, db }) => {
    const lines = await listLines(db, caller.userId)
    const pictures = await createPictureLookup(
      deps,
      db,
      lines.map((line) => line.product_id),
    )
    return {
      success: true,
      cart: lines.map((line) => toCartItem(line, lines, pictures(line.product_id))),
    }
  },
  'PATCH /cart/:id': async ({ body, caller, param, db }) => ({
    success: true,
    message: await updateItem(deps, db, { id: param, user_id: caller.userId, change: body.change }),
  }),
  'DELETE /cart/:id': async ({ caller, param, db }) => {
    await removeItem(db, param, caller.userId)
    return { success: true, message: messages.cart.removed }
  },
})
