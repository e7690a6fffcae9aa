import { useStore } from '@nanostores/react'
import { $cartPhase } from '#src/stores/cart.ts'
import { $cart } from '#src/stores/cart-lines.ts'

const initial = { lines: [], known: false, loading: false, error: null }

/** The cart with its lines. */
export function useCart() {
  const phase = useStore($cartPhase, { ssr: () => 'loading' as const })
  const { lines, error } = useStore($cart, { ssr: () => initial })
  return { phase, lines, error }
}
