import { useCallback, useEffect, useState } from 'react'
import type { WishlistTexts } from '#src/contract/content.ts'
import { paths } from '#src/rules/paths.ts'
import { fetchSharedWishlist, type SharedWishlistResult } from '#src/stores/wishlist-share.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState, LoadFailed } from '#src/ui/EmptyState.tsx'
import { ProductGridSkeleton } from '#src/ui/ProductCard.tsx'
import { ProductGrid } from './ProductGrid.tsx'

/** /wishlist/shared: the wishlist of a link, to look at and to buy from. */
export function SharedWishlist({ empty }: Pick<WishlistTexts['shared'], 'empty'>) {
  const [result, setResult] = useState<SharedWishlistResult>()
  const [busy, setBusy] = useState(false)
  const load = useCallback(async () => {
    setBusy(true)
    setResult(await fetchSharedWishlist())
    setBusy(false)
  }, [])
  useEffect(() => void load(), [load])

  if (!result) return <ProductGridSkeleton />
  if (result.kind === 'failed')
    return <LoadFailed message={result.message} busy={busy} onRetry={() => void load()} />
  if (result.kind === 'rejected' || result.list.products.length === 0)
    return (
      <EmptyState
        title={result.kind === 'rejected' ? result.message : empty}
        action={<ButtonLink href={paths.shop}>Continue Shopping</ButtonLink>}
      />
    )
  return (
    <section aria-labelledby="shared-by" className="flex flex-col gap-8">
      <h2 id="shared-by" className="text-title text-muted">
        {result.list.name ? `Chosen by ${result.list.name}` : 'Chosen for you'}
      </h2>
      <ProductGrid entries={result.list.products.map((item) => ({ slug: item.slug, item }))} />
    </section>
  )
}
