import type { ReadableAtom } from 'nanostores'
import { useSyncExternalStore } from 'react'
import { shopMessages } from '#src/rules/messages/shop.ts'
import type { ShopProduct } from '#src/stores/intent.ts'
import { $wishlistBusy, $wishlistIds, toggleWishlist } from '#src/stores/wishlist.ts'
import { IconButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { heartIcon } from '#src/ui/icons.ts'

interface Props {
  product: ShopProduct
  className?: string
  /** The classes of a heart that is not filled. */
  iconClass?: string
}

/**
 * Whether a set has this id. A page has a hundred hearts: each renders only when its own state changes, and none reads
 * a store on the server, where each would stay mounted for a second.
 */
const useIsIn = ($ids: ReadableAtom<ReadonlySet<string>>, id: string): boolean =>
  useSyncExternalStore(
    $ids.listen,
    () => $ids.get().has(id),
    () => false,
  )

/** The heart is filled when the product is on the wishlist. */
export function WishlistButton({ product, className = '', iconClass = '' }: Props) {
  const { id, title } = product
  const added = useIsIn($wishlistIds, id)
  const busy = useIsIn($wishlistBusy, id)
  return (
    <IconButton
      className={`scripting-only ${className}`}
      busy={busy}
      label={shopMessages.wishlist.heart(title, added)}
      // The second click of a double click would take it back.
      onClick={({ detail }) => detail <= 1 && void toggleWishlist(product)}
    >
      <Icon
        path={heartIcon}
        className={`size-5 transition-colors ${added ? 'fill-accent! stroke-accent!' : iconClass}`}
      />
    </IconButton>
  )
}
