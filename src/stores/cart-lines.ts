import { atom, computed } from 'nanostores'
import { call, type Outcome } from '#src/api-client/call.ts'
import type { CartItem, Gift } from '#src/contract/cart.ts'
import type { Variant } from '#src/contract/catalog.ts'
import type { SuccessResponse } from '#src/contract/endpoint.ts'
import { canBuy, countAvailable, getLineLimit, toLineSummary } from '#src/rules/cart-line.ts'
import { MAX_RETRIES } from '#src/rules/constants.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { calculateTotals } from '#src/rules/money.ts'
import { getOffer } from '#src/rules/product/variants.ts'
import { $cartList, $withdrawn, addToCart, cart, countEffect } from './cart.ts'
// The parser of the cart's answer belongs to the same file of scripts.
import './cart-answer.ts'
import { compareLines, forgetLine } from './cart-changes.ts'
import type { ShopProduct } from './intent.ts'
import { cancelUnsent, debounceMutation, mutate, waitUnlessLeft } from './mutation.ts'
import { $user, broadcastSession, userEffect } from './session.ts'
import { toast } from './toasts.ts'
import { requireUser, toastError } from './user-action.ts'
import { $wishlistIds, addToWishlist, removeFromWishlist } from './wishlist.ts'

/** A line as it is shown: the confirmed line with its pending changes. */
export interface CartLine extends CartItem {
  /** Its request is in flight: the buttons of the row are disabled. */
  busy: boolean
  /** How its last mutation ended. */
  note: string
  /** Why its quantity cannot grow beyond `maxQuantity`. */
  limitMessage: string
  /** The pieces of it that can be bought. Totals count these. */
  available: number
}

/** Begins the keys of all mutations of a line. */
const lineKey = (id: string): string => `cart/line/${id}/`
const quantityKey = (id: string): string => `${lineKey(id)}quantity`

/** How the last mutation of a line ended, by line id. */
const $lineNotes = atom<Readonly<Record<string, string>>>({})

export const $cart = computed(
  [$cartList, cart.$pending, $lineNotes],
  ({ items, ...state }, pending, notes) => {
    const lines = items.map((line): CartLine => {
      const { id } = line
      // The limit counts pending changes of other lines, too.
      const { max, message } = getLineLimit(line, items)
      const maxQuantity = line.state === 'notOffered' ? 0 : max
      return {
        ...line,
        maxQuantity,
        limitMessage: message,
        available: countAvailable({ ...line, maxQuantity }),
        busy: pending.some(({ sent, key }) => sent && key.startsWith(lineKey(id))),
        note: notes[id] ?? '',
      }
    })
    return { ...state, lines }
  },
)

/** The total of the cart, with pending mutations. */
export const $cartTotals = computed($cart, ({ lines }) =>
  calculateTotals(
    lines.map((line) => ({ price: toLineSummary(line).price, quantity: line.available })),
  ),
)

/** The first line that cannot be bought as it is. The payment waits for it. */
export const $blockingLine = computed($cart, ({ lines }) => lines.find((line) => !canBuy(line)))

/** Tells changes since the cart was last shown, and later ones. @returns a function that ends it. */
export const watchCart = (): (() => void) =>
  cart.$confirmed.subscribe((lines) => {
    if (lines) compareLines(lines, $withdrawn.get())
  })

/** Time without a press after which a burst is sent, in milliseconds. */
const BURST_MS = 350

type Line = Pick<CartItem, 'id'>

const messages = shopMessages.cart

const findLine = (id: string) => $cart.get().lines.find((line) => line.id === id)

const setNote = (id: string, note: string): void =>
  $lineNotes.set({ ...$lineNotes.get(), [id]: note })

function toastUpdate(outcome: Outcome<SuccessResponse>): void {
  if (outcome.kind === 'ok') toast.success(outcome.body.message || messages.updated)
  else toastError(outcome, messages.updateErrors)
}

function showUpdate(id: string, outcome: Outcome<SuccessResponse>): void {
  setNote(id, outcome.kind === 'ok' ? messages.rowUpdated : messages.updateErrors.rejected)
  toastUpdate(outcome)
}

/**
 * Changes the quantity of a line, shown at once. A burst of presses is sent as one signed change.
 * Never below 1 nor above the line's maximum.
 * @param step +1 or -1; more to lower the quantity to what is left.
 */
export async function changeQuantity({ id }: Line, step: number): Promise<void> {
  if (!(await requireUser(messages.updateErrors))) return
  const line = findLine(id)
  if (!line || line.busy) return
  if (step > 0 ? line.quantity >= line.maxQuantity : line.quantity <= 1) return
  setNote(id, '')
  debounceMutation(cart, {
    key: quantityKey(id),
    delta: step,
    delayMs: BURST_MS,
    apply: (lines, delta) =>
      lines.map((line) =>
        line.id === id ? { ...line, quantity: Math.max(1, line.quantity + delta) } : line,
      ),
    effects: [countEffect(line.productId)],
    send: (idempotencyKey, change) =>
      call('PATCH /cart/:id', { param: id, body: { change }, idempotencyKey, keepalive: true }),
    onSettled: (outcome) => showUpdate(id, outcome),
  })
}

/** A line with another choice, at the price of its variant. A choice of the shopper is not a change to tell. */
function withVariant(line: CartItem, variant: Variant): CartItem {
  const { price } = getOffer({ ...line, price: toLineSummary(line).price }, variant)
  const { product } = line
  return {
    ...line,
    variant,
    state: 'available',
    price,
    ...(product && { product: { ...product, price } }),
  }
}

/**
 * Changes the options of a line. The server merges it with a line that has them already: the refetched
 * cart shows the result.
 */
export async function changeVariant({ id }: Line, variant: Variant): Promise<void> {
  if (!(await requireUser(messages.updateErrors))) return
  if (findLine(id)?.busy) return
  setNote(id, '')
  await mutate(cart, {
    key: `${lineKey(id)}variant/${JSON.stringify(variant)}`,
    apply: (lines) => lines.map((line) => (line.id === id ? withVariant(line, variant) : line)),
    send: (idempotencyKey) => {
      const body = { variant }
      return call('PUT /cart/:id/variant', { param: id, body, idempotencyKey, keepalive: true })
    },
    onSettled(outcome) {
      if (outcome.kind === 'ok') forgetLine(id)
      showUpdate(id, outcome)
    },
  })
}

export interface RemovedLine {
  line: CartItem
  /** Its place among the lines. */
  index: number
  /** Id of the line that followed it. */
  before: string | undefined
  /** It went to the wishlist. `added`: it was not there before. */
  saved: 'added' | 'kept' | null
}

/** The line that left the cart last on this page. */
export const $removedLine = atom<RemovedLine | null>(null)

/** Puts the line that left last back in its place, and takes it off the wishlist if it went there. */
export async function undoRemoval(): Promise<void> {
  const removed = $removedLine.get()
  if (!removed) return
  const { line, before, saved } = removed
  const { quantity, variant, productId } = line
  const texts = { added: messages.restored, rejected: messages.addErrors.rejected }
  const options = { quantity, variant, before, removed: line.id, texts }
  if (!(await addToCart(toShopProduct(line), options))) return
  if (saved === 'added') await removeFromWishlist(productId, true)
  $removedLine.set(null)
}

/** The product of a line, for actions of any product. */
const toShopProduct = ({ productId, ...line }: CartItem): ShopProduct => ({
  ...line,
  id: productId,
})

/** Moves a line with its choice and quantity to the wishlist. */
export async function saveForLater(line: CartLine): Promise<void> {
  const { variant, quantity, productId } = line
  const saved = $wishlistIds.get().has(productId) ? 'kept' : 'added'
  const product = toShopProduct(line)
  // A choice in which the product no longer comes is chosen again from the wishlist.
  const kept = line.state === 'notOffered' ? {} : { line: { variant, quantity } }
  if (await addToWishlist(product, { ...kept, quiet: true })) await removeLine(line, saved)
}

/**
 * Removes a line. The count goes down by 1, as specified; the sum of the refetched cart replaces it
 * (spec §4; docs/decisions/product.md#remove).
 */
export async function removeLine({ id }: Line, saved: RemovedLine['saved'] = null): Promise<void> {
  if (!(await requireUser(messages.removeErrors))) return
  const { lines } = $cart.get()
  const index = lines.findIndex((line) => line.id === id)
  const line = lines[index]
  if (line?.busy) return
  cancelUnsent(cart, quantityKey(id))
  setNote(id, '')
  await mutate(cart, {
    key: `${lineKey(id)}remove`,
    delta: -1,
    optimistic: false,
    apply: (lines) => lines.filter((line) => line.id !== id),
    effects: [countEffect(line?.productId ?? '', false)],
    send: () => call('DELETE /cart/:id', { param: id, keepalive: true }),
    onSettled(outcome) {
      if (outcome.kind !== 'ok') return toastError(outcome, messages.removeErrors)
      const before = lines[index + 1]?.id
      $removedLine.set(line ? { line, index, before, saved } : null)
      // The row in its place says that it is saved.
      if (!saved) toast.success(messages.removed)
    },
  })
  await cart.refetch()
}

const NO_GIFT: Gift = { wrap: false, note: '' }

/** Gift wrap and note of the cart, confirmed and pending. */
export const $gift = computed($user, (user) => user?.gift ?? NO_GIFT)

/** The newest call that sets the gift: the next one waits for it, so that the newer gift stays. */
let lastGiftCall: Promise<unknown> = Promise.resolve()

/**
 * Sets gift wrap and note: shown at once, rolled back on failure.
 * @returns whether they were saved.
 */
export async function setGift(gift: Gift): Promise<boolean> {
  if (!(await requireUser(messages.updateErrors))) return false
  return mutate(cart, {
    key: `cart/gift/${JSON.stringify(gift)}`,
    effects: [userEffect((user) => ({ ...user, gift }))],
    send() {
      const options = { body: gift, retries: MAX_RETRIES, keepalive: true }
      const sending = waitUnlessLeft(lastGiftCall).then(() => call('PUT /cart/gift', options))
      lastGiftCall = sending
      return sending
    },
    onSettled(outcome) {
      toastUpdate(outcome)
      // The gift is part of the user.
      if (outcome.kind === 'ok') broadcastSession()
    },
  })
}
