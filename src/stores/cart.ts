import { atom, computed } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { CartItem, WithdrawnItem } from '#src/contract/cart.ts'
import type { Variant } from '#src/contract/catalog.ts'
import { isRecord } from '#src/rules/is-record.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { paths } from '#src/rules/paths.ts'
import type { Intent, ShopProduct } from './intent.ts'
import { type Effect, mutate } from './mutation.ts'
import { navigate, promptLogin } from './navigation.ts'
import { errorText } from './outcome.ts'
import { $sessionHint, $signedIn, $user, userEffect } from './session.ts'
import { readItem, SHOWN_PRICES_KEY, setItem } from './storage.ts'
import { toast } from './toasts.ts'
import { isLimit, requireUser, toastError } from './user-action.ts'
import { createUserList } from './user-list.ts'

const messages = shopMessages.cart

/** Lines of the fetched cart whose products are not on sale. */
export const $withdrawn = atom<readonly WithdrawnItem[]>([])

export const {
  query: cart,
  $list: $cartList,
  $phase: $cartPhase,
  /** Fetches the cart again, e.g. after a failure. */
  reload: reloadCart,
} = createUserList<CartItem>({
  name: 'cart',
  // Amounts to pay are always fetched again (docs/decisions/product.md#money).
  cached: false,
  async fetch() {
    const outcome = await call('GET /cart')
    if (outcome.kind !== 'ok' || !Array.isArray(outcome.body.cart))
      return { error: errorText(outcome, messages.fetchRejected, messages.fetchFailed) }
    const { cart, withdrawn = [] } = outcome.body
    $withdrawn.set(withdrawn)
    // A page that shows a cart has it already.
    const { parseLine } = await import('./cart-answer.ts')
    return { data: cart.flatMap((line) => parseLine(line) ?? []) }
  },
  toProductIds: (lines) =>
    lines.flatMap(({ productId, quantity }) => Array<string>(quantity).fill(productId)),
  failed: messages.fetchFailed,
  failedToast: messages.fetchFailedToast,
})

/** A line counts by its quantity, anything else is one item. */
const quantityOf = (item: unknown): number => {
  const quantity = isRecord(item) ? item['quantity'] : 1
  return typeof quantity === 'number' && quantity > 0 ? quantity : 1
}

/** Items in the cart, confirmed and pending. Until the session is known, the number of the last page. */
export const $cartCount = computed([$user, $signedIn, $sessionHint], (user, signedIn, hint) => {
  if (user) return user.cart.reduce((sum, item) => sum + quantityOf(item), 0)
  return signedIn ? (hint?.itemCount ?? 0) : 0
})

/** The user's list with `delta` more entries of a product, or fewer, but no less than none. */
export function changeCount(ids: readonly string[], id: string, delta: number): string[] {
  const changed = [...ids]
  for (let added = 0; added < delta; added++) changed.push(id)
  for (let removed = 0; removed < -delta && changed.includes(id); removed++)
    changed.splice(changed.lastIndexOf(id), 1)
  return changed
}

/** Changes the number of a product in the cart of the user. */
export const countEffect = (productId: string, optimistic?: boolean): Effect =>
  userEffect(
    (user, delta) => ({ ...user, cart: changeCount(user.cart, productId, delta) }),
    optimistic,
  )

export interface AddOptions {
  /** 1 if absent. */
  quantity?: number | undefined
  /** The chosen options; the product's own if absent. */
  variant?: Variant | undefined
  /** Id of the cart line before which a new line is put; at the end without one. */
  before?: string | undefined
  /** Id of the removed line that comes back: it is no second press of a former add. */
  removed?: string
  /** The unit price that was shown with the press, if it is the price of the variant. */
  shownPrice?: number | undefined
  /** The action to replay after a login instead of adding, e.g. buying. */
  intent?: Intent['kind']
  /** The texts of another place, e.g. the wishlist. */
  texts?: { added: string; rejected: string }
}

/** Keeps the price that a press has shown, until the cart is opened, where it may have changed. */
const keepShownPrice = (...shown: [productId: string, variant: Variant, price: number]): void =>
  setItem(SHOWN_PRICES_KEY, [...(readItem(SHOWN_PRICES_KEY, Array.isArray) ?? []), shown])

/** Notes the current price of an added piece, so that a cart that is opened later tells a change. */
async function noteAdded(): Promise<void> {
  const lines = cart.$confirmed.get()
  if (!lines) return
  const changes = await import('./cart-changes.ts').catch(() => undefined)
  changes?.noteLines(lines)
}

/** Presses this close together are one, in milliseconds: the slowest double click. */
const DOUBLE_PRESS_MS = 500

/**
 * Adds a product to the cart: shown at once, rolled back if the server rejects it (spec §4). A
 * second press while the first is pending, or right after it, joins it.
 * @returns whether it is in the cart.
 */
export async function addToCart(product: ShopProduct, options: AddOptions = {}): Promise<boolean> {
  const { quantity = 1, variant = product.variant, before, removed, shownPrice } = options
  const { id, title, price, category, images } = product
  const image = images[0] ?? ''
  const texts = { ...messages.addErrors, ...options.texts }
  const kind = options.intent ?? 'add'
  const asVisitor = () => promptLogin(texts.signIn, { kind, product, quantity, variant })
  if (!(await requireUser(texts, asVisitor))) return false
  const wasInCart = $user.get()?.cart.includes(id)
  const body = { productId: id, title, price, quantity, variant, image, category, before }
  return mutate(cart, {
    key: `cart/add/${JSON.stringify({ ...body, removed })}`,
    delta: quantity,
    joinMs: DOUBLE_PRESS_MS,
    effects: [countEffect(id)],
    send(idempotencyKey) {
      // Now: the page may be left before the answer.
      if (shownPrice !== undefined) keepShownPrice(id, variant, shownPrice)
      return call('POST /cart', { body, idempotencyKey, keepalive: true })
    },
    onSettled(outcome) {
      // The badge of every page shows the sum that the server confirmed.
      void cart.refetch().then(noteAdded)
      const isCartPage = location.pathname === paths.cart
      const action = isCartPage
        ? undefined
        : { label: messages.view, onPress: () => navigate(paths.cart) }
      const shown = { title, image }
      if (outcome.kind === 'ok') {
        const message = outcome.body.message || messages.added
        // For several pieces, a message other than the usual one says that fewer were added.
        const isWhole = quantity < 2 || message === messages.added
        toast.success((isWhole && options.texts?.added) || message, action, shown)
      } else if (wasInCart && isLimit(outcome))
        toast.blank(`${messages.inCart} ${outcome.message}`.trim(), action, shown)
      else toastError(outcome, texts, asVisitor)
    },
  })
}

/** Adds to the cart, then opens the checkout (docs/decisions/product.md#buy-now). */
export async function buyNow(
  product: ShopProduct,
  options: Omit<AddOptions, 'intent'> = {},
): Promise<boolean> {
  const added = await addToCart(product, { ...options, intent: 'buy' })
  if (added) navigate(paths.checkout)
  return added
}
