import type { ListingItem } from '#src/contract/catalog.ts'
import { ProductCard } from './ProductCard.tsx'
import { Skeleton } from './Skeleton.tsx'

interface Props {
  /** A product without its item is a skeleton. */
  entries: { slug: string; item: ListingItem | undefined }[]
  className?: string
  /** False for cards that are added below the first screen. */
  isFirst?: boolean
}

/**
 * Two columns on phones, up to four on wide screens (spec §2, /shop). One picture loads before the
 * layout is known: on a slow line, a second one beside the fonts would delay both.
 */
export const ProductGrid = ({ entries, className = '', isFirst = true }: Props) => (
  <ul className={`card-grid ${className}`}>
    {entries.map(({ slug, item }, index) =>
      item ? (
        <li key={item.id} className="min-w-0">
          <ProductCard product={item} priority={isFirst && index === 0} hasActions />
        </li>
      ) : (
        <li key={slug} className="min-w-0" aria-hidden="true">
          <CardSkeleton />
        </li>
      ),
    )}
  </ul>
)

const SKELETON_CARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export const ProductGridSkeleton = () => (
  <div className="card-grid" aria-hidden="true">
    {SKELETON_CARDS.map((card) => (
      <CardSkeleton key={card} />
    ))}
  </div>
)

const CardSkeleton = () => (
  <div className="flex flex-col gap-4">
    <Skeleton className="aspect-product" />
    <Skeleton className="h-4 w-1/3" />
    <Skeleton className="h-6 w-4/5" />
    <Skeleton className="h-5 w-1/2" />
    <Skeleton className="h-12" />
  </div>
)
