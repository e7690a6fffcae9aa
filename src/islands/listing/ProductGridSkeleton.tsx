import { Skeleton } from '#src/ui/Skeleton.tsx'

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Cards to come, in the shape of cards. */
export function ProductGridSkeleton() {
  return (
    <div className="listing-grid" aria-hidden="true">
      {CARDS.map((card) => (
        <div key={card} className="flex flex-col gap-4">
          <Skeleton className="aspect-product" />
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-12" />
        </div>
      ))}
    </div>
  )
}
