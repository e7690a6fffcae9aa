import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { WishlistEntry } from '#src/contract/wishlist.ts'
import { formatVariant } from '#src/rules/cart-line.ts'
import { LOW_STOCK_THRESHOLD } from '#src/rules/constants.ts'
import { pageMessages } from '#src/rules/messages/pages.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { formatRupees } from '#src/rules/money.ts'
import { productPath } from '#src/rules/paths.ts'
import { isPriceFrom } from '#src/rules/product/price-from.ts'
import { $wishlistBusy, moveToCart, removeFromWishlist } from '#src/stores/wishlist.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { closeIcon } from '#src/ui/icons.ts'
import { ProductThumbnail } from '#src/ui/Picture.tsx'
import { Price } from '#src/ui/Price.tsx'
import { requestVariant } from '../product-card/use-add-to-cart.ts'
import { useVariantChooser } from '../product-card/use-variant-chooser.tsx'

const SIZES = '(min-width: 1440px) 310px, (min-width: 1024px) 23vw, (min-width: 640px) 31vw, 46vw'

/** A product of the wishlist, with Add to Cart and a remove button. */
export function WishlistCard({ entry }: { entry: WishlistEntry }) {
  const { product, addedPrice = 0, saved } = entry
  const busy = useStore($wishlistBusy).has(product.id)
  const [moving, setMoving] = useState(false)
  const { chooser, chooseVariant } = useVariantChooser()
  const soldOut = product.stock === 0
  const price = saved?.price ?? product.price
  const chosen = saved?.state === 'available' ? saved.variant : undefined

  async function move() {
    const variant = chosen ?? (await requestVariant(chooseVariant, product))
    if (!variant) return
    setMoving(true)
    await moveToCart(product, { variant, quantity: saved?.quantity })
    setMoving(false)
  }

  return (
    <article className="relative flex h-full flex-col gap-4">
      <ProductThumbnail
        summary={{ image: product.images[0] ?? '', picture: product.pictures[0] }}
        sizes={SIZES}
      />
      <IconButton
        className="absolute end-1.5 top-1.5 z-(--z-card-action) rounded-full! bg-page text-ink"
        busy={busy}
        aria-disabled={moving}
        label={`Remove from wishlist: ${product.title}`}
        onClick={() => void removeFromWishlist(product.id)}
      >
        <Icon path={closeIcon} />
      </IconButton>
      <div className="flex grow flex-col gap-1.5">
        <h2 className="text-title">
          <a href={productPath(product.slug)} className="after:absolute after:inset-0">
            {product.title}
          </a>
        </h2>
        {saved && (
          <p className="text-body-sm wrap-anywhere text-muted">
            {[formatVariant(saved.variant), saved.quantity > 1 && `${saved.quantity} pieces`]
              .filter(Boolean)
              .join(', ')}
          </p>
        )}
        {saved && !soldOut && saved.state !== 'available' && (
          <p className="text-body-sm font-medium text-danger">
            {shopMessages.stock[saved.state === 'soldOut' ? 'soldOut' : 'choiceGone']}
          </p>
        )}
        <Price
          price={price}
          listPrice={price === product.price ? product.actualPrice : undefined}
          from={!saved?.price && isPriceFrom(product)}
        />
        {price === product.price && addedPrice > price && (
          <p className="text-body-sm text-accent figures">
            {formatRupees(addedPrice - price)} less than when you added it
          </p>
        )}
        {!soldOut && product.stock <= LOW_STOCK_THRESHOLD && (
          <p className="text-body-sm text-accent">{shopMessages.stock.lowStock(product.stock)}</p>
        )}
        <p className="text-[0.8125rem] leading-snug text-muted">
          {soldOut && `${shopMessages.stock.soldOut}. `}
          {shopMessages.taxNote}
        </p>
      </div>
      <Button
        variant="secondary"
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
              ? pageMessages.cartPage.chooseAgain
              : shopMessages.cart.add}
        <span className="sr-only">: {product.title}</span>
      </Button>
      {chooser}
    </article>
  )
}
