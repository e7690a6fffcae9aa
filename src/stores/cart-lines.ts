import { atom, computed } from 'nanostores'
import { call, type Outcome } from '#src/api-client/call.ts'
import type { CartItem, Gift } from '#src/contract/cart.ts'
import type { Variant } from '#src/contract/catalog.ts'
import type { SuccessResponse } from '#src/contract/endpoint.ts'
import { toLineSummary } from '#src/rules/cart-line.ts'
import { MAX_RETRIES } from '#src/rules/constants.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { calculateTotals } from '#src/rules/money.ts'
import { $cartList, addItems, addToCart, cart, removeItems } from './cart.ts'
import { cancelUnsent, change } from './change.ts'
import type { ShopProduct } from './intent.ts'
import { promptLogin } from './navigation.ts'
import { $user, currentUser, sessionUnknown, userEffect, userListEffect } from './session.ts'
import { toast } from './toasts.ts'
import { addToWishlist } from './wishlist.ts'

/** A line as it is shown: what the server confirmed plus what is pending. */
export interface CartLine extends CartItem {
  /** Its request is in flight: the buttons of the row are disabled. */
  busy: boolean
  /** How its last change ended. */
  note: string
}

const lineKey = (id: string): string => `cart/line/${id}`

const VARIANT = '/variant/'

/** How the last change of a line ended, by line id. */
const $lineNotes = atom<Readonly<Record<string, string>>>({})

export const $cart = computed(
  [$cartList, cart.$pending, $lineNotes],
  ({ items, ...state }, pending, notes) => {
    const busy = new Set(pending.filter(({ sent }) => sent).map(({ key }) => key.split(VARIANT)[0]))
    const lines = items.map((line): CartLine => ({
      ...line,
      busy: busy.has(lineKey(line.id)),
      note: notes[line.id] ?? '',
    }))
    return { ...state, lines }
  },
)

/** What the cart comes to, pending changes included. */
export const $cartTotals = computed($cart, ({ lines }) =>
  calculateTotals(
    lines.map((line) => ({ price: toLineSummary(line).price, quantity: line.quantity })),
  ),
)

/** Time without a press after which a burst is sent, in milliseconds. */
const BURST_MS = 350

type Line = Pick<CartItem, 'id'>

const words = shopMessages.cart

const findLine = (id: string) => $cart.get().lines.find((line) => line.id === id)

const setNote = (id: string, note: string): void =>
  $lineNotes.set({ ...$lineNotes.get(), [id]: note })

/**
 * Changes the quantity of a line, shown at once. A burst of presses is sent as one signed change.
 * Never below 1 nor above the line's maximum.
 * @param step +1 or -1.
 */
export async function changeQuantity({ id }: Line, step: number): Promise<void> {
  if (!(await currentUser())) return rejectVisitor(words.signInToUpdate, words.updateFailed)
  const line = findLine(id)
  if (!line || line.busy) return
  if (step > 0 ? line.quantity >= line.maxQuantity : line.quantity <= 1) return
  setNote(id, '')
  const { productId } = line
  void change(cart, {
    key: lineKey(id),
    delta: step,
    delayMs: BURST_MS,
    apply: (lines, delta) =>
      lines.map((one) =>
        one.id === id ? { ...one, quantity: Math.max(1, one.quantity + delta) } : one,
      ),
    also: [
      userListEffect('cart', (ids, delta) =>
        delta > 0 ? addItems(ids, productId, delta) : removeItems(ids, productId, -delta),
      ),
    ],
    send: (idempotencyKey, delta) =>
      call('PATCH /cart/:id', {
        param: id,
        body: { change: delta },
        idempotencyKey,
        keepalive: true,
      }),
    onSettled(outcome) {
      setNote(id, outcome.kind === 'ok' ? words.rowUpdated : words.updateRejected)
      toastUpdate(outcome)
    },
  })
}

/**
 * Changes the options of a line. The server merges it with a line that has them already: the refetched
 * cart shows the result.
 */
export async function changeVariant({ id }: Line, variant: Variant): Promise<void> {
  if (!(await currentUser())) return rejectVisitor(words.signInToUpdate, words.updateFailed)
  if (findLine(id)?.busy) return
  setNote(id, '')
  await change(cart, {
    key: lineKey(id) + VARIANT + JSON.stringify(variant),
    apply: (lines) => lines.map((one) => (one.id === id ? { ...one, variant } : one)),
    send: (idempotencyKey) =>
      call('PUT /cart/:id/variant', {
        param: id,
        body: { variant },
        idempotencyKey,
        keepalive: true,
      }),
    onSettled(outcome) {
      setNote(id, outcome.kind === 'ok' ? words.rowUpdated : words.updateRejected)
      toastUpdate(outcome)
    },
  })
}

function toastUpdate(outcome: Outcome<SuccessResponse>): void {
  if (outcome.kind === 'ok') toast.success(outcome.body.message || words.updated)
  else if (outcome.kind === 'failed') toast.error(words.updateFailed)
  else if (outcome.status === 401) rejectVisitor(words.signInToUpdate, words.updateFailed)
  else toast.error(outcome.message ?? words.updateRejected)
}

/** The line that was removed last on this page. */
export const $removedLine = atom<CartItem | null>(null)

/** Adds the line that was removed last again. */
export async function undoRemoval(): Promise<void> {
  const line = $removedLine.get()
  if (!line) return
  const { quantity, variant } = line
  if (await addToCart(toShopProduct(line), { quantity, variant })) $removedLine.set(null)
}

/** The product of a line, for actions of any product. */
const toShopProduct = ({ productId: id, ...line }: CartItem): ShopProduct => ({
  ...{ id, slug: line.slug, title: line.title, price: line.price, images: line.images },
  ...{ category: line.category, stock: line.stock, variant: line.variant },
})

/** Moves a line with its choice and quantity to the wishlist. */
export async function saveForLater(line: CartLine): Promise<void> {
  const { variant, quantity } = line
  if (await addToWishlist(toShopProduct(line), { variant, quantity })) await removeLine(line)
}

/**
 * Removes a line. The count goes down by 1, as specified; the sum of the refetched cart replaces it
 * (spec §4; docs/decisions/product.md#remove).
 */
export async function removeLine({ id }: Line): Promise<void> {
  const reject = () => rejectVisitor(words.signInToManage, words.removeFailed)
  if (!(await currentUser())) return reject()
  const line = findLine(id)
  if (line?.busy) return
  cancelUnsent(cart, lineKey(id))
  setNote(id, '')
  await change(cart, {
    key: lineKey(id),
    optimistic: false,
    apply: (lines) => lines.filter((one) => one.id !== id),
    also: [userListEffect('cart', (ids) => removeItems(ids, line?.productId ?? ''), false)],
    send: () => call('DELETE /cart/:id', { param: id, keepalive: true }),
    onSettled(outcome) {
      if (outcome.kind === 'ok') {
        $removedLine.set(line ?? null)
        toast.success(words.removed)
      } else if (outcome.kind === 'failed') toast.error(words.removeFailed)
      else if (outcome.status === 401) reject()
      else toast.error(outcome.message ?? words.removeRejected)
    },
  })
  await cart.refetch()
}

function rejectVisitor(signIn: string, failed: string): void {
  if (sessionUnknown()) toast.error(failed)
  else promptLogin(signIn)
}

const NO_GIFT: Gift = { wrap: false, note: '' }

/** Gift wrap and note of the cart, confirmed and pending. */
export const $gift = computed($user, (user) => user?.gift ?? NO_GIFT)

/**
 * Sets gift wrap and note: shown at once, rolled back on failure.
 * @returns whether they were saved.
 */
export async function setGift(gift: Gift): Promise<boolean> {
  if (!(await currentUser())) {
    promptLogin(words.signInToUpdate)
    return false
  }
  const result = await change(cart, {
    key: `cart/gift/${JSON.stringify(gift)}`,
    also: [userEffect((user) => ({ ...user, gift }))],
    send: () => call('PUT /cart/gift', { body: gift, retries: MAX_RETRIES, keepalive: true }),
    onSettled(outcome) {
      if (outcome.kind === 'ok') toast.success(outcome.body.message || words.updated)
      else if (outcome.kind === 'failed') toast.error(words.updateFailed)
      else if (outcome.status === 401) promptLogin(words.signInToUpdate)
      else toast.error(outcome.message ?? words.updateRejected)
    },
  })
  return result === 'ok'
}
