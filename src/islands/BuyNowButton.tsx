import { useState } from 'react'
import type { Variant } from '#src/contract/catalog.ts'
import { buyNow } from '#src/stores/buy-now.ts'
import type { ShopProduct } from '#src/stores/shop-product.ts'
import { Button, type ButtonVariant } from '#src/ui/Button.tsx'

interface Props {
  product: ShopProduct
  quantity?: number
  /** The chosen options; the product's own where absent. */
  variant?: Variant
  buttonVariant?: ButtonVariant
  className?: string
}

/** Adds to the cart and goes to the checkout; disabled where nothing is left. */
export function BuyNowButton({
  product,
  quantity,
  variant,
  buttonVariant = 'secondary',
  className = '',
}: Props) {
  const [buying, setBuying] = useState(false)

  async function buy() {
    setBuying(true)
    await buyNow(product, { quantity, variant })
    setBuying(false)
  }

  return (
    <Button
      variant={buttonVariant}
      className={`scripting-only ${className}`}
      busy={buying}
      disabled={product.stock === 0}
      onClick={() => void buy()}
    >
      Buy Now
    </Button>
  )
}
