import { useState } from 'react'
import type { Variant } from '#src/contract/catalog.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { addToCart } from '#src/stores/add-to-cart.ts'
import type { ShopProduct } from '#src/stores/intent.ts'
import { Button, type ButtonVariant } from '#src/ui/Button.tsx'

interface Props {
  product: ShopProduct
  /** The selected options; the product's default variant where absent. */
  variant?: Variant
  buttonVariant?: ButtonVariant
  /** On pages with many such buttons, the accessible name contains the product's title. */
  titleInLabel?: boolean
}

export function AddToCartButton({ product, variant, buttonVariant, titleInLabel }: Props) {
  const [adding, setAdding] = useState(false)
  const soldOut = product.stock === 0

  async function add() {
    setAdding(true)
    await addToCart(product, { variant })
    setAdding(false)
  }

  return (
    <Button
      variant={buttonVariant}
      size="narrow"
      className="scripting-only"
      busy={adding}
      disabled={soldOut}
      onClick={() => void add()}
    >
      {adding ? 'Adding...' : soldOut ? shopMessages.stock.soldOut : 'Add to Cart'}
      {titleInLabel && <span className="sr-only">: {product.title}</span>}
    </Button>
  )
}
