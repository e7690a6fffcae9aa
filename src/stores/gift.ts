import { computed } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { Gift } from '#src/contract/cart.ts'
import { MAX_RETRIES } from '#src/rules/constants.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { cart } from './cart.ts'
import { change } from './change.ts'
import { promptLogin } from './navigation.ts'
import { $user, currentUser, userEffect } from './session.ts'
import { toast } from './toasts.ts'

const NO_GIFT: Gift = { wrap: false, note: '' }
const words = shopMessages.cart

/** Gift wrap and note of the cart, confirmed and pending. */
export const $gift = computed($user, (user) => user?.gift ?? NO_GIFT)

/** Sets gift wrap and note: shown at once, rolled back on failure. */
export async function setGift(gift: Gift): Promise<void> {
  if (!(await currentUser())) return promptLogin(words.signInToUpdate)
  await change(cart, {
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
}
