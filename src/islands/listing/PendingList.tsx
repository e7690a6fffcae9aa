import { productMessages } from '#src/rules/messages/products.ts'
import { ProductGridSkeleton } from '#src/ui/ProductCard.tsx'

/** Replaces the list until the island has read an address that asks for another one (listing.css). */
export const PendingList = () => (
  <div className="listing-pending container">
    {/* An attribute is no text of the page: readers without style sheets have the static list. */}
    <p className="listing-header" data-text={productMessages.loading} />
    <div className="listing-bar" />
    <ProductGridSkeleton />
  </div>
)
