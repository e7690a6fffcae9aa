import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $cart, openCart } from '#src/stores/cart.ts'
import { $cartPhase, type CartPhase } from '#src/stores/cart-phase.ts'
import { $shownLines, type ShownLine } from '#src/stores/cart-rows.ts'

const none: ShownLine[] = []

interface ShownCart {
  phase: CartPhase
  lines: readonly ShownLine[]
  error: string | null
}

/** The cart for a page that shows its lines. */
export function useCart(): ShownCart {
  useEffect(() => {
    void openCart()
  }, [])
  const phase = useStore($cartPhase, { ssr: () => 'loading' as const })
  const lines = useStore($shownLines, { ssr: () => none })
  const { error } = useStore($cart, { ssr: 'initial' })
  return { phase, lines, error }
}
