import type { ReactNode } from 'react'
import type { Product } from '#src/contract/catalog.ts'
import { paths } from '#src/rules/paths.ts'
import { Breadcrumb } from '../Breadcrumb.tsx'
import { Details } from './Details.tsx'
import { Gallery } from './Gallery.tsx'
import { Heading } from './Heading.tsx'
import { TrustTiles } from './OffersAndDelivery.tsx'
import { Related } from './Related.tsx'
import './product.css'

interface Props {
  product: Product
  /** The purchase box: options, offers, delivery and the buttons. */
  children: ReactNode
}

/** The whole product page between header and footer, in the specification's order. */
export function ProductView({ product, children }: Props) {
  return (
    <article>
      <div className="container pt-3 lg:pt-5">
        <Breadcrumb
          items={[
            { label: 'Home', href: paths.home },
            { label: 'Shop', href: paths.shop },
            { label: product.title },
          ]}
        />
      </div>
      <div className="product-top">
        <Gallery title={product.title} pictures={product.pictures} />
        <div className="product-panel">
          <Heading {...product} />
          {children}
        </div>
      </div>
      <TrustTiles />
      <Details product={product} />
      <Related products={product.relatedProducts} />
    </article>
  )
}
