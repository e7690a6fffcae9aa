import { accountMessages } from '#src/rules/messages/account.ts'
import { retryHint } from '#src/rules/messages/pages.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { paths } from '#src/rules/paths.ts'
import { isPriceFrom } from '#src/rules/product/price-from.ts'
import { reloadWishlist } from '#src/stores/wishlist.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState, LoadFailed } from '#src/ui/EmptyState.tsx'
import { ProductCard } from '#src/ui/ProductCard.tsx'
import { useWishlist } from '../wishlist/use-wishlist.ts'
import { WishlistGrid, WishlistSkeleton } from '../wishlist/WishlistGrid.tsx'

/** The wishlist tab of the profile: links to the products, without the actions of /wishlist. */
export function WishlistPanel() {
  const { phase, entries, error } = useWishlist()
  switch (phase) {
    case 'visitor':
    case 'loading':
      return <WishlistSkeleton />
    case 'failed':
      return (
        <LoadFailed
          message={error ?? shopMessages.wishlist.fetchFailed}
          hint={retryHint}
          onRetry={() => void reloadWishlist()}
        />
      )
    case 'empty':
      return (
        <EmptyState
          title={accountMessages.account.wishlistEmpty}
          action={<ButtonLink href={paths.shop}>Start Shopping</ButtonLink>}
        />
      )
    case 'items':
      return (
        <div className="flex flex-col gap-8">
          <WishlistGrid
            entries={entries}
            renderItem={({ product }) => (
              <ProductCard product={product} from={isPriceFrom(product)} density="home" />
            )}
          />
          <ButtonLink href={paths.wishlist} variant="secondary" className="self-start">
            Go to the wishlist
          </ButtonLink>
        </div>
      )
  }
}
