import { shopMessages } from '#src/rules/messages/shop.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'

/** The grid of the wishlist; its skeleton has the same. */
export const gridClass =
  'grid grid-cols-2 gap-x-4 gap-y-12 sm:grid-cols-3 sm:gap-x-6 lg:grid-cols-4 lg:gap-x-8'

const CARDS = [1, 2, 3, 4]

/** The shape of the wishlist while it is fetched. */
export function WishlistSkeleton() {
  return (
    <div className="flex scripting-only flex-col gap-8">
      <p role="status" className="text-muted">
        {shopMessages.wishlist.loading}
      </p>
      <div className={gridClass}>
        {CARDS.map((card) => (
          <div key={card} className="flex flex-col gap-4">
            <Skeleton className="aspect-product" />
            <Skeleton className="h-6 w-4/5" />
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-12" />
          </div>
        ))}
      </div>
    </div>
  )
}
