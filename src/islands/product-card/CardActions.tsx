import type { ListRow } from '#src/rules/listing/list-row.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { Button } from '#src/ui/Button.tsx'
import { useAddToCart } from './use-add-to-cart.ts'
import { WishlistButton } from './WishlistButton.tsx'

/** Add to Cart and the heart of a product card. */
export function CardActions({ product }: { product: ListRow }) {
  const { title, hasChoice, stock } = product
  const { chooser, adding, add } = useAddToCart(product)
  const label = stock === 0 ? shopMessages.stock.soldOut : shopMessages.cart.add

  return (
    <>
      <Button
        variant="quiet"
        size="card"
        className="relative z-(--z-card-action) scripting-only"
        disabled={stock === 0}
        busy={adding}
        aria-haspopup={hasChoice ? 'dialog' : undefined}
        onClick={add}
      >
        {adding ? shopMessages.cart.adding : label}
        <span className="sr-only">{`: ${title}`}</span>
      </Button>
      <WishlistButton
        product={product}
        // Visible on a light and on a dark photograph, in both modes.
        iconClass="fill-page/70"
        className="absolute end-1 top-1 z-(--z-card-action) text-ink scheme-light hover:bg-transparent"
      />
      {chooser}
    </>
  )
}
