import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $cartPhase, reloadCart } from '#src/stores/cart.ts'
import { $cart, watchCart } from '#src/stores/cart-lines.ts'

const initial = { lines: [], known: false, loading: false, error: null }

/** The cart with its lines, fetched again when the network is back. */
export function useCart() {
  useEffect(() => {
    const unwatch = watchCart()
    const reload = () => void reloadCart()
    addEventListener('online', reload)
    return () => {
      unwatch()
      removeEventListener('online', reload)
    }
  }, [])
  const phase = useStore($cartPhase, { ssr: () => 'loading' as const })
  const { lines, error } = useStore($cart, { ssr: () => initial })
  return { phase, lines, error }
}
