import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { WishlistEntry } from '#src/contract/wishlist.ts'
import { $wishlist, openWishlist } from '#src/stores/wishlist.ts'
import { $wishlistPhase, type WishlistPhase } from '#src/stores/wishlist-phase.ts'

interface WishlistView {
  phase: WishlistPhase
  entries: readonly WishlistEntry[]
  error: string | null
}

/** The wishlist, fetched with the first component that shows it. */
export function useWishlist(): WishlistView {
  useEffect(() => {
    void openWishlist()
  }, [])
  const phase = useStore($wishlistPhase, { ssr: () => 'loading' as const })
  const { entries, error } = useStore($wishlist, { ssr: 'initial' })
  return { phase, entries, error }
}
