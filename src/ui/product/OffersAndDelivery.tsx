import type { Offer, Product } from '#src/contract/catalog.ts'
import { policyNotes } from '#src/rules/policies.ts'
import { StaticIcon } from '../StaticIcon.tsx'

function Offers({ offers }: { offers: Offer[] }) {
  if (offers.length === 0) return null
  return (
    <section aria-labelledby="offers-title" className="flex flex-col gap-3 below-fold-15">
      <h2 id="offers-title" className="panel-title">
        Offers
      </h2>
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {offers.map(({ icon, title, detail }) => (
          <li key={title} className="flex gap-4 py-3">
            <StaticIcon name={icon} className="mt-0.5 size-5 text-accent" />
            <p className="min-w-0 text-body-sm leading-normal">
              <span className="font-medium">{title}.</span>{' '}
              <span className="text-muted">{detail}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Highlights({ highlights }: { highlights: string[] }) {
  if (highlights.length === 0) return null
  return (
    <section aria-labelledby="highlights-title" className="flex flex-col gap-3 below-fold-14">
      <h2 id="highlights-title" className="panel-title">
        Key Highlights
      </h2>
      <ul className="hairline-list flex flex-col gap-2 text-body-sm leading-normal">
        {highlights.map((highlight) => (
          <li key={highlight}>{highlight}</li>
        ))}
      </ul>
    </section>
  )
}

const DELIVERY_NOTES = [
  { icon: 'truck', lead: 'Free delivery ', text: 'arrives by Tomorrow', isFixed: true },
  { icon: 'refresh', lead: '', text: policyNotes.returns, isFixed: false },
] as const

/**
 * The same for every product; the range of a pincode takes the place of the fixed one
 * (docs/decisions/product.md#delivery-notes).
 */
function DeliveryNote() {
  return (
    <ul className="flex flex-col gap-2.5 text-body-sm leading-normal">
      {DELIVERY_NOTES.map(({ icon, lead, text, isFixed }) => (
        <li key={text} className={`flex items-start gap-4 ${isFixed ? 'delivery-fixed' : ''}`}>
          <StaticIcon name={icon} className="mt-0.5 size-5 text-accent" />
          <span>
            {lead}
            <span>{text}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The offers, the highlights and the delivery notes of a product. */
export function OffersAndDelivery({
  product,
}: {
  product: Pick<Product, 'offers' | 'highlights'>
}) {
  return (
    <>
      <Offers offers={product.offers} />
      <Highlights highlights={product.highlights} />
      <DeliveryNote />
    </>
  )
}
