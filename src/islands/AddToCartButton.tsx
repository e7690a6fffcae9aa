import { useState } from 'react'
import type { Variant } from '#src/contract/catalog.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { addToCart } from '#src/stores/cart-add.ts'
import type { ShopProduct } from '#src/stores/shop-product.ts'
import { Button, type ButtonVariant } from '#src/ui/Button.tsx'

interface Props {
  product: ShopProduct
  quantity?: number
  /** The chosen options; the product's own where absent. */
  variant?: Variant
  buttonVariant?: ButtonVariant
  /** One of many on the page: the button's name tells which product it is. */
  titleInLabel?: boolean
  className?: string
}

export function AddToCartButton({
  product,
  quantity,
  variant,
  buttonVariant,
  titleInLabel,
  className = '',
}: Props) {
  const [adding, setAdding] = useState(false)
  const soldOut = product.stock === 0

  async function add() {
    setAdding(true)
    await addToCart(product, { quantity, variant })
    setAdding(false)
  }

  return (
    <Button
      variant={buttonVariant}
      className={`scripting-only ${className}`}
      busy={adding}
      disabled={soldOut}
      onClick={() => void add()}
    >
      {adding ? 'Adding...' : soldOut ? shopMessages.stock.soldOut : 'Add to Cart'}
      {titleInLabel && <span className="sr-only">: {product.title}</span>}
    </Button>
  )
}
