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
 * Returns whether a set has this id. A page has a hundred hearts. Each renders only if its own state changes. None
 * reads a store on the server, because each would stay mounted there for a second.
 */
const useIsIn = ($ids: ReadableAtom<ReadonlySet<string>>, id: string): boolean =>
  useSyncExternalStore(
    $ids.listen,
    () => $ids.get().has(id),
    () => false,
  )

/** A heart, filled if the product is on the wishlist. */
export function WishlistButton({ product, className = '', iconClass = '' }: Props) {
  const { id, title } = product
  const added = useIsIn($wishlistIds, id)
  const busy = useIsIn($wishlistBusy, id)
  return (
    <IconButton
      className={`scripting-only ${className}`}
      busy={busy}
      label={shopMessages.wishlist.heart(title, added)}
      // The second click of a double click would undo the first one.
      onClick={({ detail }) => detail <= 1 && void toggleWishlist(product, added)}
    >
      <Icon
        path={heartIcon}
        className={`size-5 transition-colors ${added ? 'fill-accent stroke-accent' : iconClass}`}
      />
    </IconButton>
  )
}
