import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { pageMessages } from '#src/rules/messages/pages.ts'
import { paths } from '#src/rules/paths.ts'
import { fetchSharedWishlist } from '#src/stores/wishlist-share.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ProductGrid, ProductGridSkeleton } from '#src/ui/ProductGrid.tsx'
import { showHearts } from './cards.ts'

/** /wishlist/shared: the wishlist of a link, to look at and to buy from. */
export function SharedWishlist() {
  const [list, setList] = useState<Awaited<ReturnType<typeof fetchSharedWishlist>>>()
  const grid = useRef<HTMLElement>(null)
  useEffect(() => {
    void fetchSharedWishlist().then(setList)
  }, [])
  useLayoutEffect(() => {
    if (grid.current) showHearts(grid.current)
  })

  if (!list) return <ProductGridSkeleton />
  if (typeof list === 'string' || list.products.length === 0)
    return (
      <EmptyState
        title={typeof list === 'string' ? list : pageMessages.wishlistShare.empty}
        action={
          <a href={paths.shop} className={buttonClass('primary')}>
            Continue Shopping
          </a>
        }
      />
    )
  return (
    <section ref={grid} aria-labelledby="shared-by" className="flex flex-col gap-8">
      <h2 id="shared-by" className="text-title text-muted">
        Chosen by {list.name}
      </h2>
      <ProductGrid entries={list.products.map((item) => ({ slug: item.slug, item }))} />
    </section>
  )
}
