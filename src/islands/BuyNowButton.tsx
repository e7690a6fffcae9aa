import { useState } from 'react'
import type { Variant } from '#src/contract/catalog.ts'
import { buyNow } from '#src/stores/add-to-cart.ts'
import type { ShopProduct } from '#src/stores/intent.ts'
import { Button } from '#src/ui/Button.tsx'

interface Props {
  product: ShopProduct
  /** The selected options. */
  variant: Variant
}

/** Adds the product to the cart and opens the checkout (docs/decisions/product.md#buy-now). */
export function BuyNowButton({ product, variant }: Props) {
  const [buying, setBuying] = useState(false)

  async function buy() {
    setBuying(true)
    await buyNow(product, { variant })
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
