import { pageMessages } from '#src/rules/messages/pages.ts'
import { ProductGridSkeleton } from '#src/ui/ProductCard.tsx'

/** Stands for the list until the island has read an address that asks for another (listing.css). */
export const PendingList = () => (
  <div className="listing-pending container">
    {/* Not the page's text: readers without style sheets have the static list. */}
    <p className="pb-6 text-body-sm text-muted" data-text={pageMessages.products.loading} />
    <ProductGridSkeleton />
  </div>
)
