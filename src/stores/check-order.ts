import { cartChangeMessages } from '#src/rules/messages/cart-changes.ts'
import { formatRupees } from '#src/rules/money.ts'
import { $cartPhase, reloadCart } from './cart.ts'
import { $cartChanges, type CartChange } from './cart-changes.ts'
import { $cart, $cartTotals, $gift } from './cart-lines.ts'
import { $user, refreshUser } from './session.ts'

/** Stands for the order as a whole among the changes of lines. */
const ORDER_ID = 'order'

/** The order to pay, as the page shows it. */
const readShown = () => ({
  total: $cartTotals.get().total,
  others: JSON.stringify([
    $user.get()?.uid,
    $user.get()?.addresses,
    $gift.get(),
    $cart.get().lines.map(({ id, quantity }) => [id, quantity]),
  ]),
})

/** Changes of the order as a whole, in rupees, if no line shows them. */
const describeOrder = (was: number, is: number): CartChange =>
  was === is
    ? {
        id: ORDER_ID,
        title: 'Your order',
        text: 'was changed in another place. Please look at it once more.',
      }
    : {
        id: ORDER_ID,
        title: 'Your total',
        text: cartChangeMessages.change.price(formatRupees(was), formatRupees(is)),
      }

/**
 * Fetches cart and account again before the payment, and tells changes since they were shown.
 * @returns whether there is something to pay and nothing has changed.
 */
export async function isOrderAsShown(): Promise<boolean> {
  const told = $cartChanges.get()
  const before = readShown()
  await Promise.all([reloadCart(), refreshUser()])
  // The session has ended, another tab has emptied the cart, or there was no answer.
  if ($cart.get().error !== null || $cartPhase.get() !== 'items') return false
  const now = readShown()
  const isSame = before.total === now.total && before.others === now.others
  if (!isSame && $cartChanges.get() === told)
    $cartChanges.set([
      ...told.filter(({ id }) => id !== ORDER_ID),
      describeOrder(before.total, now.total),
    ])
  return $cartChanges.get() === told
}
