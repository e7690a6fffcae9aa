import { useState } from 'react'
import type { Option, Variant } from '#src/contract/catalog.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { chooseLabel } from '#src/rules/options.ts'
import { addToCart } from '#src/stores/add-to-cart.ts'
import type { ShopProduct } from '#src/stores/intent.ts'
import { Button } from '#src/ui/Button.tsx'

/** What is chosen on the page. */
export interface Choice {
  variant: Variant
  quantity: number
  /** The option that still needs a choice. */
  missing: Option | undefined
  /** A text, e.g. an engraving, cannot be written. */
  isInvalid?: boolean
  /** Leads to the missing choice or the invalid text. */
  onMissing: () => void
}

interface Props {
  product: ShopProduct
  choice: Choice
}

/** Adds the piece to the cart; until an option is chosen, its label says which. */
export function AddToCartButton({ product, choice }: Props) {
  const [adding, setAdding] = useState(false)
  const { variant, quantity, missing, isInvalid, onMissing } = choice

  async function add() {
    if (missing || isInvalid) return onMissing()
    setAdding(true)
    await addToCart(product, { variant, quantity })
    setAdding(false)
  }

  function getLabel(): string {
    if (product.stock === 0) return shopMessages.stock.soldOut
    if (missing) return chooseLabel(missing)
    return adding ? shopMessages.cart.adding : shopMessages.cart.add
  }

  return (
    <Button
      size="narrow"
      className="scripting-only"
      busy={adding}
      disabled={product.stock === 0}
      onClick={() => void add()}
    >
      {getLabel()}
    </Button>
  )
}
