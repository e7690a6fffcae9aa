import type { Offer, Product } from '#src/contract/catalog.ts'
import type { ProductTexts } from '#src/contract/content.ts'
import { paths } from '#src/rules/paths.ts'
import type { AdviceSettings } from '#src/rules/product/advice.ts'
import { contentIcons } from '../content-icons.ts'
import { Icon } from '../Icon.tsx'
import { Assurances } from './Assurances.tsx'

function Offers({ title, offers }: { title: string; offers: Offer[] }) {
  if (offers.length === 0) return null
  return (
    <section aria-labelledby="offers-title" className="flex flex-col gap-3">
      <h2 id="offers-title" className="label text-muted">
        {title}
      </h2>
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {offers.map(({ icon, detail, ...offer }) => (
          <li key={offer.title} className="flex gap-4 py-3">
            <Icon path={contentIcons[icon]} className="mt-0.5 size-5 text-accent" />
            <p className="min-w-0 text-body-sm leading-normal">
              <span className="font-medium">{offer.title}.</span>{' '}
              <span className="text-muted">{detail}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Highlights({ title, highlights }: { title: string; highlights: string[] }) {
  if (highlights.length === 0) return null
  return (
    <section aria-labelledby="highlights-title" className="flex flex-col gap-3">
      <h2 id="highlights-title" className="label text-muted">
        {title}
      </h2>
      <ul className="hairline-list flex flex-col gap-2 text-body-sm leading-normal">
        {highlights.map((highlight) => (
          <li key={highlight}>{highlight}</li>
        ))}
      </ul>
    </section>
  )
}

const OrderingNeedsScript = () => (
  <noscript>
    <p role="status" className="border-s-2 border-accent py-1 ps-4 text-body-sm leading-normal">
      Ordering needs JavaScript, which is off in this browser. Please switch it on for this site, or{' '}
      <a href={paths.contact} className="link">
        write to us
      </a>
      .
    </p>
  </noscript>
)

interface Props {
  product: Pick<Product, 'offers' | 'highlights' | 'title' | 'price' | 'technicalDetails' | 'stock'>
  texts: ProductTexts
  advice: AdviceSettings
}

/** Facts for a buyer beside the choice. */
export function OffersAndAssurances({ product, texts, advice }: Props) {
  const { headings } = texts
  return (
    <>
      {product.stock > 0 && <OrderingNeedsScript />}
      <Assurances product={product} texts={texts} advice={advice} />
      <Offers title={headings.offers} offers={product.offers} />
      <Highlights title={headings.highlights} highlights={product.highlights} />
    </>
  )
}
