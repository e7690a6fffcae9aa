import { computed } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { CartItem } from '#src/contract/cart.ts'
import { MAX_RETRIES } from '#src/rules/constants.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { createOwnList } from './own-list.ts'
import type { Fetched } from './remote.ts'
import { $sessionHint, $signedIn, $user } from './session.ts'
import { isRecord } from './storage.ts'

const words = shopMessages.cart

const unreachable = { error: words.fetchFailed, toast: words.fetchFailedToast }

const list = createOwnList<CartItem>({
  name: 'cart',
  fetch: fetchLines,
  toProductIds: (lines) =>
    lines.flatMap(({ productId, quantity }) => Array<string>(quantity).fill(productId)),
  unreachable,
  // The badge of every page shows the sum that the server confirmed.
  refetchesOnEveryPage: true,
})

async function fetchLines(): Promise<Fetched<CartItem[]>> {
  const outcome = await call('GET /cart', { retries: MAX_RETRIES })
  if (outcome.kind === 'rejected') return { error: outcome.message ?? words.fetchRejected }
  return outcome.kind === 'ok' && Array.isArray(outcome.body.cart)
    ? { data: outcome.body.cart }
    : unreachable
}

export const {
  remote: cart,
  $list: $cartList,
  $phase: $cartPhase,
  open: openCart,
  /** Fetches the cart again, e.g. after a failure. */
  reload: reloadCart,
} = list

/** Items in a list: a line counts by its quantity, anything else is one item. */
const countItems = (list: readonly unknown[]): number =>
  list.reduce<number>((sum, item) => sum + quantityOf(item), 0)

const quantityOf = (item: unknown): number => {
  const quantity = isRecord(item) ? item['quantity'] : 1
  return typeof quantity === 'number' && quantity > 0 ? quantity : 1
}

/** Items in the cart, confirmed and pending: of the last page until the session is known. */
export const $cartCount = computed([$user, $signedIn, $sessionHint], (user, signedIn, hint) => {
  if (user) return countItems(user.cart)
  return signedIn ? (hint?.itemCount ?? 0) : 0
})

/** The user's list with `count` more entries of a product. */
export const addItems = (ids: readonly string[], id: string, count = 1): string[] => [
  ...ids,
  ...Array<string>(count).fill(id),
]

/** The user's list without the last `count` entries of a product, at most as many as it has. */
export function removeItems(ids: readonly string[], id: string, count = 1): string[] {
  const left = [...ids]
  for (let removed = 0; removed < count && left.includes(id); removed++)
    left.splice(left.lastIndexOf(id), 1)
  return left
}
