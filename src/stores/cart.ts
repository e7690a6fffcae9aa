import { computed } from 'nanostores'
import { call, type Outcome } from '#src/api-client/call.ts'
import type { AddToCartRequest, CartItem } from '#src/contract/cart.ts'
import type { Variant } from '#src/contract/catalog.ts'
import type { SuccessResponse } from '#src/contract/endpoint.ts'
import { MAX_RETRIES } from '#src/rules/constants.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { paths } from '#src/rules/paths.ts'
import { change } from './change.ts'
import type { Intent, ShopProduct } from './intent.ts'
import { navigate, promptLogin } from './navigation.ts'
import { createOwnList } from './own-list.ts'
import type { Fetched } from './remote.ts'
import {
  $sessionHint,
  $signedIn,
  $user,
  currentUser,
  sessionUnknown,
  userListEffect,
} from './session.ts'
import { isRecord } from './storage.ts'
import { toast } from './toasts.ts'

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

export interface AddOptions {
  /** 1 where absent. */
  quantity?: number | undefined
  /** The chosen options; the product's own where absent. */
  variant?: Variant | undefined
  /** What is replayed after a log-in instead of adding, e.g. buying. */
  intent?: Intent['kind']
  /** The texts of another place, e.g. the wishlist. */
  words?: { added: string; rejected: string }
}

/** Presses this close together are one, in milliseconds: the slowest double click. */
const DOUBLE_PRESS_MS = 500

/**
 * Adds a product to the cart: shown at once, rolled back if the server rejects it (spec §4). A
 * second press while the first is pending, or right after it, joins it.
 * @returns whether it is in the cart.
 */
export async function addToCart(product: ShopProduct, options: AddOptions = {}): Promise<boolean> {
  if (!(await currentUser())) {
    rejectVisitor(product, options)
    return false
  }
  const body = toRequest(product, options)
  const result = await change(cart, {
    key: `cart/add/${JSON.stringify(body)}`,
    joinMs: DOUBLE_PRESS_MS,
    also: [userListEffect('cart', (ids) => addItems(ids, product.id, body.quantity))],
    send: (idempotencyKey) => call('POST /cart', { body, idempotencyKey, keepalive: true }),
    onSettled: (outcome) => toastOutcome(outcome, product, options),
  })
  return result === 'ok'
}

/** Adds to the cart, then opens the checkout (docs/decisions/product.md#buy-now). */
export async function buyNow(
  product: ShopProduct,
  options: Omit<AddOptions, 'intent'> = {},
): Promise<void> {
  if (await addToCart(product, { ...options, intent: 'buy' })) navigate(paths.checkout)
}

function rejectVisitor(product: ShopProduct, { quantity, variant, intent }: AddOptions): void {
  if (sessionUnknown()) toast.error(shopMessages.cart.addFailed)
  else
    promptLogin(shopMessages.cart.signInToAdd, {
      kind: intent ?? 'add',
      product,
      quantity,
      variant,
    })
}

function toRequest(product: ShopProduct, { quantity = 1, variant = product.variant }: AddOptions) {
  return {
    productId: product.id,
    title: product.title,
    price: product.price,
    quantity,
    variant,
    image: product.images[0] ?? '',
    category: product.category,
  } satisfies AddToCartRequest
}

function toastOutcome(
  outcome: Outcome<SuccessResponse>,
  product: ShopProduct,
  options: AddOptions,
): void {
  const { words } = options
  if (outcome.kind === 'ok')
    toast.success(
      words?.added ?? (outcome.body.message || shopMessages.cart.added),
      { label: shopMessages.cart.view, onPress: () => navigate(paths.cart) },
      { title: product.title, image: product.images[0] ?? '' },
    )
  else if (outcome.kind === 'failed') toast.error(shopMessages.cart.addFailed)
  else if (outcome.status === 401) rejectVisitor(product, options)
  else toast.error(outcome.message ?? words?.rejected ?? shopMessages.cart.addRejected)
}
