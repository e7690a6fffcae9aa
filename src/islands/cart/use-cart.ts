import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $cartPhase, openCart } from '#src/stores/cart.ts'
import { $cart } from '#src/stores/cart-lines.ts'

const initial = { lines: [], known: false, loading: false, error: null }

/** The cart, fetched with the first component that shows its lines. */
export function useCart() {
  useEffect(() => {
    void openCart()
  }, [])
  const phase = useStore($cartPhase, { ssr: () => 'loading' as const })
  const { lines, error } = useStore($cart, { ssr: () => initial })
  return { phase, lines, error }
}
