import { computed } from 'nanostores'
import { $cart } from './cart.ts'
import { $sessionError, $sessionSettled, $user } from './session.ts'

/** What a page of the cart shows. A visitor's cart is empty, and asks to log in. */
export type CartPhase = 'loading' | 'failed' | 'visitor' | 'empty' | 'lines'

export const $cartPhase = computed(
  [$cart, $user, $sessionSettled, $sessionError],
  ({ known, lines, error }, user, settled, unasked): CartPhase => {
    if (lines.length > 0) return 'lines'
    if (error && !known) return 'failed'
    // Who could not be asked for is not taken for a visitor.
    if (settled && !user && unasked === null) return 'visitor'
    return known ? 'empty' : 'loading'
  },
)
