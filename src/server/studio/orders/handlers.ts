import { HttpError } from '../../core/errors.ts'
import type { Handlers } from '../../core/http/mount.ts'

const unavailable = (): never => {
  throw new HttpError(503, 'The shop takes no orders yet.')
}

export const editorOrderHandlers = () =>
  ({
    'POST /editor/orders/search': async () => unavailable(),
    'GET /editor/orders/export': async () => unavailable(),
    'GET /editor/orders/:number': async () => unavailable(),
    'GET /editor/orders/:number/paper': async () => unavailable(),
    'PUT /editor/orders/:number/note': async () => unavailable(),
    'POST /editor/orders/:number/dispatch': async () => unavailable(),
    'POST /editor/orders/:number/deliver': async () => unavailable(),
    'POST /editor/orders/:number/collect': async () => unavailable(),
    'POST /editor/orders/:number/cancel': async () => unavailable(),
    'POST /editor/orders/:number/refund': async () => unavailable(),
    'PUT /editor/returns/:id': async () => unavailable(),
  }) satisfies Partial<Handlers>
