import { useState } from 'react'
import { buyNow } from '#src/stores/add-to-cart.ts'
import type { ShopProduct } from '#src/stores/intent.ts'
import { Button } from '#src/ui/Button.tsx'
import type { Choice } from './AddToCartButton.tsx'

interface Props {
  product: ShopProduct
  choice: Choice
}

/** Adds the product to the cart and opens the checkout (docs/decisions/product.md#buy-now). */
export function BuyNowButton({ product, choice }: Props) {
  const [buying, setBuying] = useState(false)

  async function buy() {
    if (choice.missing || choice.isInvalid) return choice.onMissing()
    setBuying(true)
    await buyNow(product, { variant: choice.variant, quantity: choice.quantity })
    setBuying(false)
  }

  return (
    <Button
      variant="secondary"
      size="narrow"
      className="scripting-only md:col-span-2"
      busy={buying}
      disabled={product.stock === 0}
      onClick={() => void buy()}
    >
      Buy Now
    </Button>
  )
}
