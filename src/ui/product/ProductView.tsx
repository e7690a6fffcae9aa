import type { Product } from '#src/contract/catalog.ts'
import { toBuyBoxProduct } from '#src/rules/buy-box-product.ts'
import { paths } from '#src/rules/paths.ts'
import { policyNotes } from '#src/rules/policies.ts'
import { StaticIcon } from '../StaticIcon.tsx'
import { BuyBox } from './BuyBox.tsx'
import { Details } from './Details.tsx'
import { Gallery } from './Gallery.tsx'
import { Heading } from './Heading.tsx'
import { OffersAndDelivery } from './OffersAndDelivery.tsx'
import { Related } from './Related.tsx'

/**
 * The product page between header and footer, in the order of spec §2. One component, since each that a
 * page names costs a rendering of its own.
 */
export function ProductView({ product }: { product: Product }) {
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
          <BuyBox key={product.id} product={toBuyBoxProduct(product)}>
            <OffersAndDelivery product={product} />
          </BuyBox>
        </div>
      </div>
      <TrustTiles />
      <Details product={product} />
      <Related products={product.relatedProducts} />
    </article>
  )
}

interface BreadcrumbItem {
  label: string
  /** Absent for the current page. */
  href?: string
}

function Breadcrumb({ items }: { items: BreadcrumbItem[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-2.5 text-sm text-muted">
        {items.map(({ label, href }, index) => (
          <li key={label} className="flex min-w-0 items-center gap-x-2.5">
            {index > 0 && <span aria-hidden="true">/</span>}
            {href ? (
              <a
                href={href}
                className="inline-flex min-h-11 items-center hover:text-ink hover:underline"
              >
                {label}
              </a>
            ) : (
              <span aria-current="page" className="min-w-0 text-ink">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

const TILES = [
  { icon: 'shield', title: '100% Genuine', text: 'Made by us or for us, its workshop named' },
  { icon: 'lock', title: 'Secure Payment', text: 'Cards, UPI or cash on delivery' },
  { icon: 'truck', title: 'Fast Delivery', text: 'Insured, to your door, free of charge' },
  { icon: 'refresh', title: 'Easy Returns', text: policyNotes.returnsShort },
] as const

function TrustTiles() {
  return (
    <ul className="trust-tiles below-fold-16 lg:below-fold-6">
      {TILES.map(({ icon, title, text }) => (
        <li key={title} className="flex flex-col items-center gap-1.5 px-3 text-center">
          <StaticIcon name={icon} className="mb-1.5 size-7 text-accent" />
          <span className="font-display text-xl leading-tight font-semibold">{title}</span>
          <span className="text-sm leading-snug text-muted">{text}</span>
        </li>
      ))}
    </ul>
  )
}
