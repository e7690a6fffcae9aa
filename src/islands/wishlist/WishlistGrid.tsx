import type { ReactNode } from 'react'
import type { WishlistEntry } from '#src/contract/wishlist.ts'
import { wishlistMessages } from '#src/rules/messages/wishlist.ts'
import { CardSkeleton } from '#src/ui/ProductCard.tsx'

const gridClass =
  'column-grid gap-y-12 [--column-gap:1rem] [--columns:2] sm:[--column-gap:1.5rem] sm:[--columns:3] lg:[--column-gap:2rem] lg:[--columns:4]'

const SKELETON_CARDS = [1, 2, 3, 4]

interface Props {
  entries: readonly WishlistEntry[]
  renderItem: (entry: WishlistEntry) => ReactNode
}

export const WishlistGrid = ({ entries, renderItem }: Props) => (
  <ul className={gridClass} aria-label="Items on your wishlist">
    {entries.map((entry) => (
      <li key={entry.id} data-item="" className="min-w-0">
        {renderItem(entry)}
      </li>
    ))}
  </ul>
)

interface SkeletonProps {
  /** Row above the cards once they are loaded. Its place is reserved. */
  row?: ReactNode
}

/** The grid while the wishlist is loading. */
export const WishlistSkeleton = ({ row }: SkeletonProps) => (
  <div className={`relative flex scripting-only flex-col ${row ? 'gap-6 sm:gap-10' : 'gap-10'}`}>
    <p role="status" className={`text-muted ${row ? 'absolute' : ''}`}>
      {wishlistMessages.wishlistPage.loading}
    </p>
    {row}
    <div className={gridClass}>
      {SKELETON_CARDS.map((card) => (
        <CardSkeleton key={card} />
      ))}
    </div>
  </div>
)
