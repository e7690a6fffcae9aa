import { HttpError } from '../../core/errors.ts'
import type { Handlers } from '../../core/http/mount.ts'

const unavailable = (): never => {
  throw new HttpError(503, 'The shop takes no orders yet.')
}

export const orderHandlers = () =>
  ({
    'POST /orders': async () => unavailable(),
    'GET /orders': async () => unavailable(),
    'GET /orders/:number': async () => unavailable(),
    'GET /orders/:number/paper': async () => unavailable(),
    'POST /orders/:number/cancel': async () => unavailable(),
    'POST /orders/:number/return': async () => unavailable(),
    'POST /orders/:number/payment': async () => unavailable(),
    'POST /orders/:number/payment/confirm': async () => unavailable(),
    'POST /webhooks/razorpay': async () => unavailable(),
  }) satisfies Partial<Handlers>
