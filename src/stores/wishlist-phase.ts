import { computed } from 'nanostores'
import { $sessionSettled, $user } from './session.ts'
import { $wishlist } from './wishlist.ts'

/** What a page of the wishlist shows. */
export type WishlistPhase = 'loading' | 'failed' | 'visitor' | 'empty' | 'entries'

export const $wishlistPhase = computed(
  [$wishlist, $user, $sessionSettled],
  ({ known, entries, error }, user, settled): WishlistPhase => {
    if (entries.length > 0) return 'entries'
    if (error && !known) return 'failed'
    if (settled && !user) return 'visitor'
    return known ? 'empty' : 'loading'
  },
)
