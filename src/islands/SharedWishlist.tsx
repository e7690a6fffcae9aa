import { useStore } from '@nanostores/react'
import type { WishlistTexts } from '#src/contract/content.ts'
import { toRow } from '#src/rules/listing/list-row.ts'
import { retryHint } from '#src/rules/messages/pages.ts'
import { paths } from '#src/rules/paths.ts'
import { unloaded } from '#src/stores/query.ts'
import { $sharedWishlist, retrySharedWishlist } from '#src/stores/wishlist-share.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState, LoadFailed } from '#src/ui/EmptyState.tsx'
import { ProductGridSkeleton } from '#src/ui/ProductCard.tsx'
import { ProductGrid } from './ProductGrid.tsx'

/** /wishlist/shared: the wishlist of a link. Its pieces can be bought. */
export function SharedWishlist({ empty }: Pick<WishlistTexts['shared'], 'empty'>) {
  const { data: list, error, loading } = useStore($sharedWishlist, { ssr: () => unloaded })
  if (error !== null)
    return (
      <LoadFailed
        message={error}
        hint={retryHint}
        busy={loading}
        onRetry={() => void retrySharedWishlist()}
      />
    )
  if (!list) return <ProductGridSkeleton />
  if ('rejected' in list || list.products.length === 0)
    return (
      <EmptyState
        title={'rejected' in list ? list.rejected : empty}
        action={<ButtonLink href={paths.shop}>Continue Shopping</ButtonLink>}
      />
    )
  return (
    <section aria-labelledby="shared-by" className="flex flex-col gap-8">
      <h2 id="shared-by" className="text-title text-muted">
        {list.name ? `Chosen by ${list.name}` : 'Chosen for you'}
      </h2>
      <ProductGrid
        entries={list.products.map((item) => ({ slug: item.slug, item: toRow(item) }))}
      />
    </section>
  )
}
