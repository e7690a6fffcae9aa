import { shopMessages } from '#src/rules/messages/shop.ts'
import { loginPath, paths } from '#src/rules/paths.ts'
import { reloadWishlist } from '#src/stores/wishlist.ts'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { useFocusFallback } from './hooks/use-focus-fallback.ts'
import { useWishlist } from './hooks/use-wishlist.ts'
import { WishlistCard } from './wishlist/WishlistCard.tsx'
import { gridClass, WishlistSkeleton } from './wishlist/WishlistSkeleton.tsx'

/** What is kept for later: each piece can go to the cart or be taken off. */
export function WishlistPage() {
  const { phase, entries, error } = useWishlist()
  const part = useFocusFallback<HTMLDivElement>(entries.length)
  return (
    <div ref={part} tabIndex={-1} className="outline-none">
      {phase === 'loading' && <WishlistSkeleton />}
      {phase === 'failed' && <Failed text={error ?? shopMessages.wishlist.fetchFailed} />}
      {phase === 'visitor' && <Visitor />}
      {phase === 'empty' && <Empty />}
      {phase === 'entries' && (
        <ul className={gridClass} aria-label="Items on your wishlist">
          {entries.map(({ id, product }) => (
            <li key={id} className="min-w-0">
              <WishlistCard product={product} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const Failed = ({ text }: { text: string }) => (
  <div className="flex flex-col items-start gap-6 py-block">
    <Notice kind="error">{text}</Notice>
    <Button variant="secondary" onClick={() => void reloadWishlist()}>
      Try again
    </Button>
  </div>
)

const Visitor = () => (
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

const Empty = () => (
  <EmptyState
    title={shopMessages.wishlist.empty}
    text="Press the heart on any piece to keep it here."
    action={
      <a href={paths.shop} className={buttonClass('primary')}>
        Continue Shopping
      </a>
    }
  />
)
