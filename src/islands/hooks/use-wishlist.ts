import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { WishlistEntry } from '#src/contract/wishlist.ts'
import type { ListPhase } from '#src/stores/user-list.ts'
import { $wishlist, $wishlistPhase, openWishlist } from '#src/stores/wishlist.ts'

const initial = { entries: [], known: false, loading: false, error: null }

interface WishlistView {
  phase: ListPhase
  entries: readonly WishlistEntry[]
  error: string | null
}

/** The wishlist, fetched with the first component that shows it. */
export function useWishlist(): WishlistView {
  useEffect(() => {
    void openWishlist()
  }, [])
  const phase = useStore($wishlistPhase, { ssr: () => 'loading' as const })
  const { entries, error } = useStore($wishlist, { ssr: () => initial })
  return { phase, entries, error }
}
