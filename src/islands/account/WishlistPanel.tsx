import type { ListingItem } from '#src/contract/catalog.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { paths, productPath } from '#src/rules/paths.ts'
import { isPriceFrom } from '#src/rules/product/price-from.ts'
import { reloadWishlist } from '#src/stores/wishlist.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState, LoadFailed } from '#src/ui/EmptyState.tsx'
import { ProductThumbnail } from '#src/ui/Picture.tsx'
import { Price } from '#src/ui/Price.tsx'
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
            renderItem={({ product }) => <WishlistItem product={product} />}
          />
          <ButtonLink href={paths.wishlist} variant="secondary" className="self-start">
            Go to the wishlist
          </ButtonLink>
        </div>
      )
  }
}

const WishlistItem = ({ product }: { product: ListingItem }) => (
  <article className="relative flex flex-col gap-3">
    <ProductThumbnail
      summary={{ image: product.images[0] ?? '', picture: product.pictures[0] }}
      sizes="(min-width: 64rem) 20rem, 45vw"
    />
    <a
      href={productPath(product.slug)}
      className="font-display text-title font-medium after:absolute after:inset-0"
    >
      {product.title}
    </a>
    <Price price={product.price} listPrice={product.actualPrice} from={isPriceFrom(product)} />
  </article>
)
