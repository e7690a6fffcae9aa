import { useStore } from '@nanostores/react'
import { paths } from '#src/rules/paths.ts'
import { $wishlistIds } from '#src/stores/wishlist.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useStartSession } from './hooks/use-start-session.ts'

const NO_IDS: ReadonlySet<string> = new Set()

/** The wishlist link of the header: the heart is filled when the wishlist has entries. */
export function WishlistLink() {
  useStartSession()
  const { size } = useStore($wishlistIds, { ssr: () => NO_IDS })
  return (
    <a href={paths.wishlist} className="icon-button">
      <Icon name="heart" className={size > 0 ? 'size-5 fill-current!' : 'size-5'} />
      <span className="sr-only">Wishlist{size > 0 && `, ${size} kept`}</span>
    </a>
  )
}
