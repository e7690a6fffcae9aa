import { pageMessages } from '#src/rules/messages/pages.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { loginPath, paths } from '#src/rules/paths.ts'
import { reloadWishlist } from '#src/stores/wishlist.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LoadFailed } from '#src/ui/LoadFailed.tsx'
import { useFocusFallback } from './hooks/use-focus-fallback.ts'
import { useWishlist } from './hooks/use-wishlist.ts'
import { WishlistCard } from './wishlist/WishlistCard.tsx'
import { WishlistGrid, WishlistSkeleton } from './wishlist/WishlistGrid.tsx'

/** /wishlist: each product can be moved to the cart or removed. */
export function WishlistPage() {
  const { phase, entries, error } = useWishlist()
  const container = useFocusFallback<HTMLDivElement>(entries.length)
  return (
    <div ref={container} tabIndex={-1} className="outline-none">
      {phase === 'loading' && <WishlistSkeleton />}
      {phase === 'failed' && (
        <LoadFailed
          message={error ?? shopMessages.wishlist.fetchFailed}
          onRetry={() => void reloadWishlist()}
        />
      )}
      {phase === 'visitor' && <LoginRequired />}
      {phase === 'empty' && <EmptyWishlist />}
      {phase === 'items' && (
        <WishlistGrid entries={entries} renderItem={(entry) => <WishlistCard entry={entry} />} />
      )}
    </div>
  )
}

const LoginRequired = () => (
  <EmptyState
    title={shopMessages.wishlist.signInToView}
    action={
      <div className="flex flex-wrap justify-center gap-3">
        <a href={loginPath(paths.wishlist)} className={buttonClass('primary')}>
          Log in
        </a>
        <a href={paths.shop} className={buttonClass('secondary')}>
          Continue Shopping
        </a>
      </div>
    }
  />
)

const EmptyWishlist = () => (
  <EmptyState
    title={pageMessages.wishlistPage.empty}
    text="Press the heart on any piece to keep it here."
    action={
      <a href={paths.shop} className={buttonClass('primary')}>
        Continue Shopping
      </a>
    }
  />
)
