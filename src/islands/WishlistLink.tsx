import { useStore } from '@nanostores/react'
import { paths } from '#src/rules/paths.ts'
import { $wishlistIds } from '#src/stores/wishlist.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useStartSession } from './hooks/use-start-session.ts'

const none: ReadonlySet<string> = new Set()

/** The wishlist link of the header: a filled heart when something is kept. */
export function WishlistLink() {
  useStartSession()
  const { size } = useStore($wishlistIds, { ssr: () => none })
  return (
    <a href={paths.wishlist} className="icon-button">
      <Icon name="heart" className={size > 0 ? 'size-5 fill-current!' : 'size-5'} />
      <span className="sr-only">Wishlist{size > 0 && `, ${size} kept`}</span>
    </a>
  )
}
