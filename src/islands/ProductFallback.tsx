import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { brand } from '#src/rules/brand.ts'
import { toBuyBoxProduct } from '#src/rules/buy-box-product.ts'
import { parseProductSlug } from '#src/rules/product-slug.ts'
import { $product, openProduct, readPreview, retryProduct } from '#src/stores/product.ts'
import { OffersAndDelivery } from '#src/ui/product/OffersAndDelivery.tsx'
import { ProductView } from '#src/ui/product/ProductView.tsx'
import { BuyBox } from './BuyBox.tsx'
import { ProductFailed } from './product/ProductFailed.tsx'
import { ProductSkeleton } from './product/ProductSkeleton.tsx'

const unloaded = { data: undefined, error: null, loading: false }

/** A product newer than the last build, loaded here; nothing at any other address. */
export function ProductFallback() {
  const [slug, setSlug] = useState<string | null>(null)
  const { data: product, error, loading } = useStore($product, { ssr: () => unloaded })

  useEffect(() => {
    const here = parseProductSlug(location.pathname)
    setSlug(here)
    openProduct(here)
    if (here) void import('./product/picture-gallery.ts')
  }, [])

  useEffect(() => {
    if (product) document.title = `${product.title} · ${brand.name}`
  }, [product])

  if (!slug) return null
  if (product)
    return (
      <ProductView product={product}>
        <BuyBox key={product.id} product={toBuyBoxProduct(product)}>
          <OffersAndDelivery product={product} />
        </BuyBox>
      </ProductView>
    )
  if (product === null) return <ProductFailed />
  if (error && !loading) return <ProductFailed message={error} onRetry={retryProduct} />
  return <ProductSkeleton preview={readPreview(slug)} />
}
