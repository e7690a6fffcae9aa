import { useStore } from '@nanostores/react'
import { paths } from '#src/rules/paths.ts'
import { $wishlistIds } from '#src/stores/wishlist.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { heartIcon } from '#src/ui/icons.ts'

const NO_IDS: ReadonlySet<string> = new Set()

/** Link to the wishlist. Its heart is filled if the wishlist has an item. */
export function WishlistLink() {
  const { size } = useStore($wishlistIds, { ssr: () => NO_IDS })
  return (
    <a href={paths.wishlist} className="icon-button max-sm:hidden">
      <Icon path={heartIcon} className={size > 0 ? 'size-5 fill-current' : 'size-5'} />
      <span className="sr-only">Wishlist{size > 0 && `, ${size} kept`}</span>
    </a>
  )
}
