import { computed } from 'nanostores'
import { $sessionError, $sessionSettled, $user } from './session.ts'
import { $wishlist } from './wishlist.ts'

/** What a page of the wishlist shows. */
export type WishlistPhase = 'loading' | 'failed' | 'visitor' | 'empty' | 'entries'

export const $wishlistPhase = computed(
  [$wishlist, $user, $sessionSettled, $sessionError],
  ({ known, entries, error }, user, settled, unasked): WishlistPhase => {
    if (entries.length > 0) return 'entries'
    if (error && !known) return 'failed'
    // Who could not be asked for is not taken for a visitor.
    if (settled && !user && unasked === null) return 'visitor'
    return known ? 'empty' : 'loading'
  },
)
