import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $cart, openCart } from '#src/stores/cart.ts'
import { $cartPhase, type CartPhase } from '#src/stores/cart-phase.ts'
import { $shownLines, type ShownLine } from '#src/stores/cart-rows.ts'

const NO_LINES: ShownLine[] = []

interface CartView {
  phase: CartPhase
  lines: readonly ShownLine[]
  error: string | null
}

/** The cart, fetched with the first component that shows its lines. */
export function useCart(): CartView {
  useEffect(() => {
    void openCart()
  }, [])
  const phase = useStore($cartPhase, { ssr: () => 'loading' as const })
  const lines = useStore($shownLines, { ssr: () => NO_LINES })
  const { error } = useStore($cart, { ssr: 'initial' })
  return { phase, lines, error }
}
