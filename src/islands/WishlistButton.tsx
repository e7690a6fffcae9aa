import { useStore } from '@nanostores/react'
import { shopMessages } from '#src/rules/messages/shop.ts'
import type { ShopProduct } from '#src/stores/intent.ts'
import { $wishlistBusy, $wishlistIds, toggleWishlist } from '#src/stores/wishlist.ts'
import { Icon } from '#src/ui/Icon.tsx'

interface Props {
  product: ShopProduct
  className?: string
}

const NO_IDS: ReadonlySet<string> = new Set()

/** The heart icon is filled when the product is on the wishlist. */
export function WishlistButton({ product, className = '' }: Props) {
  const added = useStore($wishlistIds, { ssr: () => NO_IDS }).has(product.id)
  const busy = useStore($wishlistBusy, { ssr: () => NO_IDS }).has(product.id)
  return (
    <button
      type="button"
      className={`icon-button scripting-only ${className}`}
      disabled={busy}
      aria-label={shopMessages.wishlist.heart(product.title, added)}
      onClick={() => void toggleWishlist(product)}
    >
      <Icon
        name="heart"
        className={`size-5 transition-colors ${added ? 'fill-accent! stroke-accent!' : ''}`}
      />
    </button>
  )
}
