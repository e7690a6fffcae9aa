import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { WishlistEntry } from '#src/contract/wishlist.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { paths, productPath } from '#src/rules/paths.ts'
import { $wishlist, openWishlist, reloadWishlist } from '#src/stores/wishlist.ts'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Picture } from '#src/ui/Picture.tsx'
import { Price } from '#src/ui/Price.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'

const gridClass = 'grid grid-cols-2 gap-x-5 gap-y-10 md:grid-cols-3 lg:grid-cols-4'

/** The wishlist at a glance; what can be done with it is on its own page. */
export function WishlistPanel() {
  const { entries, known, error } = useStore($wishlist, { ssr: 'initial' })
  useEffect(() => {
    void openWishlist()
  }, [])
  if (error && !known)
    return (
      <div className="flex flex-col items-start gap-6">
        <Notice kind="error">{error}</Notice>
        <Button variant="secondary" onClick={() => void reloadWishlist()}>
          Try again
        </Button>
      </div>
    )
  if (!known) return <Loading />
  if (entries.length === 0)
    return (
      <EmptyState
        title={accountMessages.account.wishlistEmpty}
        action={
          <a href={paths.shop} className={buttonClass()}>
            Start Shopping
          </a>
        }
      />
    )
  return (
    <div className="flex flex-col gap-8">
      <ul className={gridClass}>
        {entries.map((entry) => (
          <WishlistItem key={entry.id} entry={entry} />
        ))}
      </ul>
      <a href={paths.wishlist} className={`${buttonClass('secondary')} self-start`}>
        Go to the wishlist
      </a>
    </div>
  )
}

function WishlistItem({ entry: { product } }: { entry: WishlistEntry }) {
  const [picture] = product.pictures
  return (
    <li className="group relative flex min-w-0 flex-col gap-3">
      <div className="aspect-product overflow-hidden bg-frame">
        {picture && (
          <Picture
            picture={picture}
            alt=""
            sizes="(min-width: 64rem) 20rem, 45vw"
            className="size-full object-cover"
          />
        )}
      </div>
      <a
        href={productPath(product.slug)}
        className="font-display text-title font-medium after:absolute after:inset-0"
      >
        {product.title}
      </a>
      <Price price={product.price} listPrice={product.actualPrice} />
    </li>
  )
}

const Loading = () => (
  <div className={gridClass} role="status">
    <span className="sr-only">Loading your wishlist...</span>
    {[0, 1, 2, 3].map((at) => (
      <Skeleton key={at} className="aspect-product" />
    ))}
  </div>
)
