import type { ListingItem } from '#src/contract/catalog.ts'
import { pageMessages } from '#src/rules/messages/pages.ts'
import { Price } from '#src/ui/Price.tsx'
import { Gallery } from '#src/ui/product/Gallery.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'

/** The product page to come, with what the page before knew of it. */
export function ProductSkeleton({ preview }: { preview: ListingItem | undefined }) {
  return (
    <div className="product-top pt-12">
      {preview ? (
        <Gallery title={preview.title} pictures={preview.pictures} />
      ) : (
        <Skeleton className="aspect-product" />
      )}
      <div className="product-panel">
        <p role="status" className="text-muted">
          {pageMessages.products.loadingProduct}
        </p>
        {preview ? (
          <>
            <h1 className="product-title">{preview.title}</h1>
            <Price price={preview.price} listPrice={preview.actualPrice} size="large" />
          </>
        ) : (
          <>
            <h1 className="sr-only">Product</h1>
            <Skeleton className="h-12 w-4/5" />
            <Skeleton className="h-8 w-1/3" />
          </>
        )}
        <Skeleton className="h-40" />
        <Skeleton className="h-12" />
      </div>
    </div>
  )
}
