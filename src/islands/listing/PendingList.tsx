import { productMessages } from '#src/rules/messages/products.ts'
import { ProductGridSkeleton } from '#src/ui/ProductCard.tsx'

/** Stands for the list until the island has read an address that asks for another (listing.css). */
export const PendingList = () => (
  <div className="listing-pending container">
    {/* Not the page's text: readers without style sheets have the static list. */}
    <p className="listing-header" data-text={productMessages.loading} />
    <div className="listing-bar" />
    <ProductGridSkeleton />
  </div>
)
