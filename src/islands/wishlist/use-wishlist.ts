import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $wishlist, $wishlistPhase, openWishlist } from '#src/stores/wishlist.ts'

const initial = { entries: [], known: false, loading: false, error: null }

/** The wishlist, fetched with the first component that shows it. */
export function useWishlist() {
  useEffect(() => {
    void openWishlist()
  }, [])
  const phase = useStore($wishlistPhase, { ssr: () => 'loading' as const })
  const { entries, error } = useStore($wishlist, { ssr: () => initial })
  return { phase, entries, error }
}
