import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { WishlistEntry } from '#src/contract/wishlist.ts'
import { formatVariant } from '#src/rules/cart-line.ts'
import { LOW_STOCK_THRESHOLD } from '#src/rules/constants.ts'
import { toRow } from '#src/rules/listing/list-row.ts'
import { cartPageMessages } from '#src/rules/messages/cart-page.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { formatRupees } from '#src/rules/money.ts'
import { isPriceFrom } from '#src/rules/product/price-from.ts'
import { $wishlistBusy, moveToCart, removeFromWishlist } from '#src/stores/wishlist.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { closeIcon } from '#src/ui/icons.ts'
import { ProductCard } from '#src/ui/ProductCard.tsx'
import { requestVariant } from '../product-card/use-add-to-cart.ts'
import { useVariantChooser } from '../product-card/use-variant-chooser.tsx'

interface Props {
  entry: WishlistEntry
}

/** A product of the wishlist, with Add to Cart and a remove button. */
export function WishlistCard({ entry }: Props) {
  const { product, saved } = entry
  const busy = useStore($wishlistBusy).has(product.id)
  const [moving, setMoving] = useState(false)
  const { chooser, chooseVariant } = useVariantChooser()
  const soldOut = product.stock === 0
  const price = saved?.price ?? product.price
  const chosen = saved?.state === 'available' ? saved.variant : undefined

  async function move() {
    const variant = chosen ?? (await requestVariant(chooseVariant, toRow(product), product))
    if (!variant) return
    setMoving(true)
    await moveToCart(product, { variant, quantity: saved?.quantity })
    setMoving(false)
  }

  return (
    <ProductCard
      product={{
        ...product,
        price,
        actualPrice: price === product.price ? product.actualPrice : price,
      }}
      density="wishlist"
      from={!saved?.price && isPriceFrom(product)}
      lines={<Lines entry={entry} price={price} />}
      actions={
        <>
          <Button
            variant="quiet"
            size="card"
            className="relative z-(--z-card-action)"
            busy={moving}
            disabled={soldOut}
            aria-disabled={busy}
            aria-haspopup={product.options.length > 0 ? 'dialog' : undefined}
            onClick={() => void move()}
          >
            {moving
              ? shopMessages.cart.adding
              : soldOut
                ? shopMessages.stock.soldOut
                : saved && !chosen
                  ? cartPageMessages.cartPage.chooseAgain
                  : shopMessages.cart.add}
            <span className="sr-only">: {product.title}</span>
          </Button>
          <IconButton
            className="absolute end-1 top-1 z-(--z-card-action) text-ink scheme-light"
            busy={busy}
            aria-disabled={moving}
            label={`Remove from wishlist: ${product.title}`}
            onClick={() => void removeFromWishlist(product.id)}
          >
            <Icon path={closeIcon} />
          </IconButton>
          {chooser}
        </>
      }
    />
  )
}

/** The saved choice, and changes since the product was added. */
function Lines({ entry: { product, addedPrice = 0, saved }, price }: Props & { price: number }) {
  const { stock } = product
  const choice = saved && [
    formatVariant(saved.variant),
    saved.quantity > 1 && `${saved.quantity} pieces`,
  ]
  return (
    <>
      {choice && <p className="card-line wrap-anywhere">{choice.filter(Boolean).join(', ')}</p>}
      {saved && stock > 0 && saved.state !== 'available' && (
        <p className="card-line font-medium text-danger">
          {shopMessages.stock[saved.state === 'soldOut' ? 'soldOut' : 'choiceGone']}
        </p>
      )}
      {price === product.price && addedPrice > price && (
        <p className="card-line text-accent figures">
          {formatRupees(addedPrice - price)} less than when you added it
        </p>
      )}
      {stock > 0 && stock <= LOW_STOCK_THRESHOLD && (
        <p className="card-line text-accent">{shopMessages.stock.lowStock(stock)}</p>
      )}
    </>
  )
}
