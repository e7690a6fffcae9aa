import { call } from '#src/api-client/call.ts'
import type { Outcome } from '#src/api-client/outcome.ts'
import type { AddToCartRequest } from '#src/contract/cart.ts'
import type { Variant } from '#src/contract/catalog.ts'
import type { SuccessResponse } from '#src/contract/responses.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { askToLogIn } from './ask-login.ts'
import { changeBegins, changeEnds, markInCart } from './cart.ts'
import { piecesSettled, piecesUnderWay } from './cart-count.ts'
import { answered, keyFor } from './gesture.ts'
import type { Intent } from './intent.ts'
import { $user, currentUser, whoIsUnknown } from './session.ts'
import type { ShopProduct } from './shop-product.ts'
import { tellTabs } from './tabs.ts'
import { say } from './toasts.ts'

export interface AddOptions {
  /** Pieces; 1 where absent. */
  quantity?: number | undefined
  /** The options chosen; the product's own where absent. */
  variant?: Variant | undefined
  /** What is done after a log-in instead of adding, e.g. buying. */
  intent?: Intent['kind']
  /** The sentences of another place, e.g. the wishlist. */
  words?: { added?: string; refused: string }
}

/** Presses this close together are one, in milliseconds: the slowest double click. */
const DOUBLE_PRESS_MS = 500

const adding = new Map<string, Promise<boolean>>()

/**
 * Puts a product in the cart: shown at once, taken back if the server does not agree (spec §4).
 * A second press while the first is under way, or right after it, joins it.
 * @returns whether it is in the cart.
 */
export async function addToCart(product: ShopProduct, options: AddOptions = {}): Promise<boolean> {
  if (!(await currentUser())) return refuseVisitor(product, options)
  const body = bodyOf(product, options)
  const request = `POST /cart ${JSON.stringify(body)}`
  return adding.get(request) ?? joinable(request, add(request, product, body, options))
}

/** Lets further presses join: until it has failed, or the time of a double press is over. */
function joinable(request: string, running: Promise<boolean>): Promise<boolean> {
  const over = performance.now() + DOUBLE_PRESS_MS
  adding.set(request, running)
  const leave = () => adding.delete(request)
  void running.then(
    (taken) => (taken ? setTimeout(leave, over - performance.now()) : leave()),
    leave,
  )
  return running
}

function refuseVisitor(product: ShopProduct, { quantity, variant, intent }: AddOptions): false {
  if (whoIsUnknown()) say.error(shopMessages.cart.addFailed)
  else
    askToLogIn(shopMessages.cart.signInToAdd, { kind: intent ?? 'add', product, quantity, variant })
  return false
}

function bodyOf(product: ShopProduct, { quantity = 1, variant = product.variant }: AddOptions) {
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

async function add(
  request: string,
  product: ShopProduct,
  body: ReturnType<typeof bodyOf>,
  options: AddOptions,
): Promise<boolean> {
  const { quantity } = body
  const uid = $user.get()?.uid
  changeBegins()
  piecesUnderWay(quantity)
  markInCart([...inCart(), ...Array<string>(quantity).fill(product.id)])
  const outcome = await call('POST /cart', {
    body,
    idempotencyKey: keyFor(request),
    keepalive: true,
  })
  if (outcome.kind !== 'failed') answered(request)
  const taken = outcome.kind === 'ok'
  if ($user.get()?.uid === uid) {
    piecesSettled(quantity, taken)
    if (!taken) unmarkInCart(product.id, quantity)
  }
  tell(outcome, product, options)
  if (taken) tellTabs('cart')
  void changeEnds()
  return taken
}

function tell(outcome: Outcome<SuccessResponse>, product: ShopProduct, options: AddOptions): void {
  const { words } = options
  if (outcome.kind === 'ok')
    say.success(words?.added ?? (outcome.body.message || shopMessages.cart.added))
  else if (outcome.kind === 'failed') say.error(shopMessages.cart.addFailed)
  else if (outcome.status === 401) refuseVisitor(product, options)
  else say.error(outcome.message ?? words?.refused ?? shopMessages.cart.addRejected)
}

const inCart = (): string[] => $user.get()?.cart ?? []

/** Takes the product's last `pieces` entries out of the user's list. */
function unmarkInCart(id: string, pieces: number): void {
  const ids = [...inCart()]
  for (let left = pieces; left > 0; left--) {
    const at = ids.lastIndexOf(id)
    if (at >= 0) ids.splice(at, 1)
  }
  markInCart(ids)
}
