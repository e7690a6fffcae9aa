import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $cartPhase, reloadCart } from '#src/stores/cart.ts'
import { $cart, watchCart } from '#src/stores/cart-lines.ts'
import { refreshUser } from '#src/stores/session.ts'

const initial = { lines: [], known: false, loading: false, error: null }

/** Returns the cart with its lines. Fetches it again if the network is back, or the tab is shown again. */
export function useCart() {
  useEffect(() => {
    const unwatch = watchCart()
    // A tab may have been in the background for hours.
    const reload = () => {
      if (document.hidden) return
      void refreshUser()
      void reloadCart()
    }
    addEventListener('online', reload)
    document.addEventListener('visibilitychange', reload)
    return () => {
      unwatch()
      removeEventListener('online', reload)
      document.removeEventListener('visibilitychange', reload)
    }
  }, [])
  const phase = useStore($cartPhase, { ssr: () => 'loading' as const })
  const { lines, error } = useStore($cart, { ssr: () => initial })
  return { phase, lines, error }
}
