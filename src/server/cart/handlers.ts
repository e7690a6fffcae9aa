import { messages } from '#src/rules/messages.ts'
import { picturesOf } from '../catalog/read.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../http/mount.ts'
import { findLines } from './queries.ts'
import { addItem, changeItem, removeItem } from './service.ts'
import { toItem } from './to-item.ts'

type Calls = 'POST /cart' | 'GET /cart' | 'PATCH /cart/:id' | 'DELETE /cart/:id'

export const cartHandlers = (deps: Deps): Pick<Handlers, Calls> => ({
  'POST /cart': async ({ body, caller, db }) => ({
    success: true,
    message: await addItem(deps, db, caller.userId, body),
  }),
  'GET /cart': async ({ caller, db }) => {
    const lines = await findLines(db, caller.userId)
    const pictures = await picturesOf(
      deps,
      db,
      lines.map((line) => line.product_id),
    )
    return {
      success: true,
      cart: lines.map((line) => toItem(line, lines, pictures(line.product_id))),
    }
  },
  'PATCH /cart/:id': async ({ body, caller, param, db }) => ({
    success: true,
    message: await changeItem(deps, db, { id: param, user_id: caller.userId, change: body.change }),
  }),
  'DELETE /cart/:id': async ({ caller, param, db }) => {
    await removeItem(db, param, caller.userId)
    return { success: true, message: messages.cart.removed }
  },
})
