import type { ReactNode } from 'react'
import type { Product, RelatedProduct } from '#src/contract/catalog.ts'
import type { ProductTexts } from '#src/contract/content.ts'
import { categoryWords } from '#src/rules/categories.ts'
import { CARD_DEFAULTS } from '#src/rules/listing/card-defaults.ts'
import { paths, shopPagePath } from '#src/rules/paths.ts'
import { toSmallPicture, zoomClass } from '#src/rules/pictures.ts'
import { hasReviewSection } from '#src/rules/product/product-reviews.ts'
import { contentIcons } from '../content-icons.ts'
import { Icon } from '../Icon.tsx'
import { keepHyphens } from '../keep-hyphens.tsx'
import { ProductCard } from '../ProductCard.tsx'
import { Rating } from '../Rating.tsx'
import { Details } from './Details.tsx'

interface ViewProps {
  product: Product
  texts: ProductTexts
  /** These are slots of the static page, which the compiler does not see. */
  gallery?: ReactNode
  buyBox?: ReactNode
  reviews?: ReactNode
}

/** The product page between header and footer, in the order of spec §2, around its islands. */
export function ProductView({ product, texts, gallery, buyBox, reviews }: ViewProps) {
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
      <div
        className={`product-top ${zoomClass(product.pictures[0]?.zoom ?? product.zoom)}`.trimEnd()}
      >
        {gallery}
        <div className="product-panel">
          <Heading {...product} />
          {buyBox}
        </div>
      </div>
      <TrustTiles promises={texts.promises} />
      <Details product={product} headings={texts.headings} />
      {reviews}
      <Related title={texts.headings.related} products={product.relatedProducts} />
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

function TrustTiles({ promises }: Pick<ProductTexts, 'promises'>) {
  if (promises.length === 0) return null
  return (
    <ul className="trust-tiles">
      {promises.map(({ icon, title, text }) => (
        <li key={title} className="flex flex-col items-center gap-1.5 px-3 text-center">
          <Icon path={contentIcons[icon]} className="mb-1.5 size-7 text-accent" />
          <span className="font-display text-xl leading-tight font-medium">{title}</span>
          <span className="text-sm leading-snug text-muted">{text}</span>
        </li>
      ))}
    </ul>
  )
}

type Props = Pick<
  Product,
  | 'title'
  | 'subtitle'
  | 'category'
  | 'categoryName'
  | 'rating'
  | 'reviewCount'
  | 'ratingCounts'
  | 'discountPercent'
  | 'availability'
>

function Heading({ title, subtitle, category, rating, reviewCount, ...rest }: Props) {
  const ratingRow = <Rating rating={rating ?? CARD_DEFAULTS.rating} count={reviewCount} />
  const { categoryName, ratingCounts, discountPercent, availability } = rest
  return (
    <header className="product-heading flex flex-col gap-5 md:gap-4">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 label text-muted">
        {/* The breadcrumb of the specification has no category. */}
        <a
          href={shopPagePath(1, category)}
          className="-my-3 inline-flex min-h-11 items-center hover:text-ink hover:underline"
        >
          {categoryName ?? categoryWords(category)}
        </a>
        {discountPercent > 0 && (
          <span className="border border-accent px-2.5 py-0.5 text-accent">
            {discountPercent}% off
          </span>
        )}
      </p>
      <div className="flex flex-col gap-3">
        <h1 className="product-title">{keepHyphens(title)}</h1>
        {subtitle && <p className="text-muted">{keepHyphens(subtitle)}</p>}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {hasReviewSection({ ratingCounts }) ? (
            <a
              href="#reviews"
              className="-my-3 inline-flex min-h-11 items-center underline-offset-4 hover:underline"
            >
              {ratingRow}
            </a>
          ) : (
            ratingRow
          )}
          <p className="flex items-center gap-2.5 text-body-sm">
            <span aria-hidden="true" className="size-1.5 rotate-45 bg-accent" />
            {availability}
          </p>
        </div>
      </div>
    </header>
  )
}

function Related({ title, products }: { title: string; products: RelatedProduct[] }) {
  if (products.length === 0) return null
  return (
    <section aria-labelledby="related-title" className="related">
      <h2 id="related-title" className="container text-heading">
        {title}
      </h2>
      <ul className="related-row">
        {products.map(({ id, priceFrom, picture, reason, ...product }) => (
          <li key={id}>
            <ProductCard
              product={{ ...product, pictures: picture ? [toSmallPicture(picture)] : [] }}
              density="related"
              sizes="46vw"
              from={priceFrom ?? false}
              lines={<p className="card-line">{reason}</p>}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
