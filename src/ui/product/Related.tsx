import type { RelatedProduct } from '#src/contract/catalog.ts'
import { formatRupees } from '#src/rules/money.ts'
import { productPath } from '#src/rules/paths.ts'
import { renditionUrl, renditionWidths } from '#src/rules/pictures.ts'

/** Widest rendition of a related card. */
const MAX_WIDTH_PX = 480

function RelatedPicture({ picture }: Pick<RelatedProduct, 'picture'>) {
  if (!picture) return <span className="related-picture" />
  const widths = renditionWidths(picture).filter((width) => width <= MAX_WIDTH_PX)
  return (
    <img
      className="related-picture"
      src={renditionUrl(picture.base, widths.at(-1) ?? picture.width, 'webp')}
      srcSet={widths
        .map((width) => `${renditionUrl(picture.base, width, 'webp')} ${width}w`)
        .join()}
      sizes="(min-width: 1024px) 22vw, 46vw"
      alt=""
      width={4}
      height={5}
      loading="lazy"
      decoding="async"
    />
  )
}

export function Related({ products }: { products: RelatedProduct[] }) {
  if (products.length === 0) return null
  return (
    <section aria-labelledby="related-title" className="related below-fold-27 md:below-fold-32">
      <h2 id="related-title" className="container text-heading">
        You May Also Like
      </h2>
      <ul className="related-row">
        {products.map(({ id, slug, title, price, picture, reason }) => (
          <li key={id}>
            <a href={productPath(slug)} className="group flex flex-col gap-3">
              <RelatedPicture picture={picture} />
              <span className="text-[0.8125rem] leading-snug text-muted">{reason}</span>
              <span className="font-display text-title group-hover:underline">{title}</span>
              <span className="text-body-sm figures">{formatRupees(price)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
