import { type MouseEvent, useState } from 'react'
import type { ListingItem } from '#src/contract/catalog.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { addToCart } from '#src/stores/cart.ts'
import { Button } from '#src/ui/Button.tsx'
import { useVariantChooser } from './use-variant-chooser.tsx'
import { WishlistButton } from './WishlistButton.tsx'

/** Add to Cart and the heart of a product card. */
export function CardActions({ product }: { product: ListingItem }) {
  const { title, options, stock } = product
  const { chooser, requestVariant } = useVariantChooser()
  const [adding, setAdding] = useState(false)
  const label = stock === 0 ? shopMessages.stock.soldOut : shopMessages.cart.add

  async function add({ detail }: MouseEvent) {
    // The second click of a double click.
    if (detail > 1) return
    const variant = await requestVariant(product)
    if (!variant) return
    setAdding(true)
    await addToCart(product, { variant })
    setAdding(false)
  }

  return (
    <>
      <Button
        variant="secondary"
        size="narrow"
        className="relative z-(--z-card-action) scripting-only min-h-11! w-full border-line! py-2! text-sm! hover:border-ink!"
        disabled={stock === 0}
        busy={adding}
        aria-haspopup={options.length > 0 ? 'dialog' : undefined}
        onClick={(event) => void add(event)}
      >
        {adding ? shopMessages.cart.adding : label}
        <span className="sr-only">{`: ${title}`}</span>
      </Button>
      <WishlistButton
        product={product}
        className="absolute! end-1.5 top-1.5 z-(--z-card-action) rounded-full! bg-page"
      />
      {chooser}
    </>
  )
}
