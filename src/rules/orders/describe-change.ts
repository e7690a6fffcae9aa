import type { OrderChange } from '#src/contract/orders.ts'
import { formatVariant } from '../cart-line.ts'
import { orderMessages } from '../messages/orders.ts'
import { formatRupees } from '../money.ts'

const words = orderMessages.change

/** What is not as the shopper saw it, with old and new. */
export function describeChange({ title, variant, kind, was, now }: OrderChange) {
  const text =
    kind === 'price'
      ? words.price(formatRupees(was), formatRupees(now))
      : kind === 'stock'
        ? words.stock(was, now)
        : kind === 'quantity'
          ? words.quantity(was, now)
          : words[kind]
  return { title: [title, formatVariant(variant)].filter(Boolean).join(', '), text }
}
