import { useStore } from '@nanostores/react'
import { $wishlist, $wishlistPhase } from '#src/stores/wishlist.ts'

const initial = { entries: [], known: false, loading: false, error: null }

/** Returns the wishlist with its entries. */
export function useWishlist() {
  const phase = useStore($wishlistPhase, { ssr: () => 'loading' as const })
  const { entries, error } = useStore($wishlist, { ssr: () => initial })
  return { phase, entries, error }
}
