import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import type { ListingItem } from '#src/contract/catalog.ts'
import type { ProductTexts } from '#src/contract/content.ts'
import { brand } from '#src/rules/brand.ts'
import { productMessages } from '#src/rules/messages/products.ts'
import { paths, productPath } from '#src/rules/paths.ts'
import type { AdviceSettings } from '#src/rules/product/advice.ts'
import { toBuyBoxProduct } from '#src/rules/product/buy-box-product.ts'
import { isPriceFrom } from '#src/rules/product/price-from.ts'
import { hasReviewSection, toReviewedProduct } from '#src/rules/product/product-reviews.ts'
import { parseProductSlug } from '#src/rules/product/product-slug.ts'
import { $product, retryProduct } from '#src/stores/product.ts'
import { readPreview } from '#src/stores/product-preview.ts'
import { unloaded } from '#src/stores/query.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState, LoadFailed } from '#src/ui/EmptyState.tsx'
import { Price } from '#src/ui/Price.tsx'
import { OffersAndAssurances } from '#src/ui/product/OffersAndAssurances.tsx'
import { PriceAndTax } from '#src/ui/product/PriceAndTax.tsx'
import { ProductView } from '#src/ui/product/ProductView.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { BuyBox } from './BuyBox.tsx'
import { Gallery } from './Gallery.tsx'
import { useBrowserValue } from './hooks/use-browser-value.ts'
import { Reviews } from './Reviews.tsx'

/** Reads the slug of the address: empty if no product can have it, undefined on other pages. */
const readSlug = (): string | undefined =>
  location.pathname.startsWith(productPath(''))
    ? (parseProductSlug(location.pathname) ?? '')
    : undefined

/** A sentence as a title. */
const toTitle = (text: string): string => text.replace(/\.$/, '')

interface Props {
  texts: ProductTexts
  advice: AdviceSettings
  /** Shown until there is a product: the page of a piece that is no longer sold. */
  children?: ReactNode
}

/** Fallback of the pages for a missing product: renders one that is newer than the last release, from the API. */
export function ProductFallback({ children, ...props }: Props) {
  const slug = useBrowserValue(readSlug, undefined)
  const { data: product, error, loading } = useStore($product, { ssr: () => unloaded })

  const isMissing = slug === '' || product === null
  useEffect(() => {
    const title = product?.title ?? (isMissing && !children && toTitle(productMessages.notFound))
    if (title) document.title = `${title} · ${brand.name}`
  }, [product, isMissing, children])

  if (children && !product) return children
  if (slug === undefined) return null
  if (slug === '') return <ProductNotFound text={props.texts.missing} />
  if (product)
    return (
      <ProductView
        product={product}
        texts={props.texts}
        gallery={
          <Gallery title={product.title} pictures={product.pictures} wornLabel={props.texts.worn} />
        }
        buyBox={
          <BuyBox
            key={product.id}
            product={toBuyBoxProduct(product, props.texts)}
            price={<PriceAndTax {...product} />}
          >
            <OffersAndAssurances product={product} {...props} />
          </BuyBox>
        }
        reviews={
          hasReviewSection(product) && (
            <Reviews
              key={product.id}
              product={toReviewedProduct(product)}
              {...props.texts.reviews}
            />
          )
        }
      />
    )
  if (product === null) return <ProductNotFound text={props.texts.missing} />
  if (error && !loading)
    return (
      <ProductMissing>
        <LoadFailed message={error} hint="Please try again in a moment." onRetry={retryProduct} />
      </ProductMissing>
    )
  return <ProductSkeleton preview={readPreview(slug)} />
}

const ProductMissing = ({ children }: { children: ReactNode }) => (
  <div className="container" role="alert">
    <h1 className="sr-only">Product</h1>
    {children}
  </div>
)

const ProductNotFound = ({ text }: { text: string }) => (
  <ProductMissing>
    <EmptyState
      title={productMessages.notFound}
      text={text}
      action={<ButtonLink href={paths.shop}>See the collection</ButtonLink>}
    />
  </ProductMissing>
)

/** The product page while loading; the previous page may have passed a preview. */
function ProductSkeleton({ preview }: { preview: ListingItem | undefined }) {
  return (
    <div className="product-top pt-12">
      {preview ? (
        <Gallery title={preview.title} pictures={preview.pictures} />
      ) : (
        <Skeleton className="aspect-product" />
      )}
      <div className="product-panel">
        <p role="status" className="text-muted">
          {productMessages.loadingProduct}
        </p>
        {preview ? (
          <>
            <h1 className="product-title">{preview.title}</h1>
            <Price
              price={preview.price}
              listPrice={preview.actualPrice}
              from={isPriceFrom(preview)}
              size="large"
            />
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
