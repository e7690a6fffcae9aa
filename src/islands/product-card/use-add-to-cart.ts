import { type MouseEvent, type ReactNode, useState } from 'react'
import type { ListingItem } from '#src/contract/catalog.ts'
import { addToCart } from '#src/stores/cart.ts'
import { useVariantChooser } from './use-variant-chooser.tsx'

interface AddToCart {
  /** For a click of the button: asks for the options of the product, if it has any. */
  add: (event: MouseEvent) => void
  adding: boolean
  /** The dialog with the options, to render beside the button. */
  chooser: ReactNode
}

/** Adds a product to the cart from a card or a row. */
export function useAddToCart(product: ListingItem): AddToCart {
  const { chooser, requestVariant } = useVariantChooser()
  const [adding, setAdding] = useState(false)

  async function add() {
    const variant = await requestVariant(product)
    if (!variant) return
    setAdding(true)
    await addToCart(product, { variant })
    setAdding(false)
  }

  return {
    chooser,
    adding,
    add({ detail }) {
      // Not for the second click of a double click.
      if (detail <= 1) void add()
    },
  }
}
