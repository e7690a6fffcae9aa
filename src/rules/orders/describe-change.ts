import type { OrderChange } from '#src/contract/orders.ts'
import { formatVariant } from '../cart-line.ts'
import { orderMessages } from '../messages/orders.ts'
import { formatRupees } from '../money.ts'

const messages = orderMessages.change

/** Describes a change since the shopper saw the cart, with the old and the new value. */
export function describeChange({ title, variant, kind, was, now }: OrderChange) {
  const text =
    kind === 'price'
      ? messages.price(formatRupees(was), formatRupees(now))
      : kind === 'stock' || kind === 'limit' || kind === 'quantity'
        ? messages[kind](was, now)
        : messages[kind]
  return { title: [title, formatVariant(variant)].filter(Boolean).join(', '), text }
}
