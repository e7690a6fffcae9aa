import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $cartPhase, reloadCart } from '#src/stores/cart.ts'
import { $cart, watchCart } from '#src/stores/cart-lines.ts'
import { refreshUser } from '#src/stores/session.ts'

const initial = { lines: [], known: false, loading: false, error: null }

/** The cart with its lines, fetched again when the network is back, and when the tab is shown again. */
export function useCart() {
  useEffect(() => {
    const unwatch = watchCart()
    const reload = () => void reloadCart()
    // A tab may have been in the background for hours.
    const handleShown = () => {
      if (document.visibilityState !== 'visible') return
      void refreshUser()
      reload()
    }
    addEventListener('online', reload)
    document.addEventListener('visibilitychange', handleShown)
    return () => {
      unwatch()
      removeEventListener('online', reload)
      document.removeEventListener('visibilitychange', handleShown)
    }
  }, [])
  const phase = useStore($cartPhase, { ssr: () => 'loading' as const })
  const { lines, error } = useStore($cart, { ssr: () => initial })
  return { phase, lines, error }
}
