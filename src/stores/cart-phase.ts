import { computed } from 'nanostores'
import { $cart } from './cart.ts'
import { $sessionSettled, $user } from './session.ts'

/** What a page of the cart shows. A visitor's cart is empty, and asks to log in. */
export type CartPhase = 'loading' | 'failed' | 'visitor' | 'empty' | 'lines'

export const $cartPhase = computed(
  [$cart, $user, $sessionSettled],
  ({ known, lines, error }, user, settled): CartPhase => {
    if (lines.length > 0) return 'lines'
    if (error && !known) return 'failed'
    if (settled && !user) return 'visitor'
    return known ? 'empty' : 'loading'
  },
)
