import { messages } from '#src/channels/messages.ts'
import type { Deps } from '../../core/deps.ts'
import type { Handlers } from '../../core/http/mount.ts'
import { setGift } from './queries.ts'
import { addItem, getCart, removeItem, updateItem, updateVariant } from './service.ts'

export const cartHandlers = (deps: Deps) =>
  ({
    'POST /cart': async ({ body, caller, db }) => ({
      success: true,
      message: await addItem(deps, db, caller.userId, body),
    }),
    'GET /cart': async ({ caller, db }) => ({
      success: true,
      ...(await getCart(deps, db, caller.userId)),
    }),
    'PATCH /cart/:id': async ({ body, caller, param, db }) => ({
      success: true,
      message: await updateItem(deps, db, {
        id: param,
        user_id: caller.userId,
        change: body.change,
      }),
    }),
    'PUT /cart/:id/variant': async ({ body, caller, param, db }) => ({
      success: true,
      message: await updateVariant(deps, db, { id: param, user_id: caller.userId, ...body }),
    }),
    'PUT /cart/gift': async ({ body, caller, db }) => {
      await setGift(db, caller.userId, body)
      return { success: true, message: messages.cart.updated }
    },
    'DELETE /cart/:id': async ({ caller, param }) => {
      await removeItem(deps, param, caller.userId)
      return { success: true, message: messages.cart.removed }
    },
  }) satisfies Partial<Handlers>
