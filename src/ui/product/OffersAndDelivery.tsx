import type { Offer, Product } from '#src/contract/catalog.ts'
import { StaticIcon } from '../StaticIcon.tsx'

function Offers({ offers }: { offers: Offer[] }) {
  if (offers.length === 0) return null
  return (
    <section aria-labelledby="offers-title" className="flex flex-col gap-3">
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
    <section aria-labelledby="highlights-title" className="flex flex-col gap-3">
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

const NOTES = [
  { icon: 'truck', lead: 'Free delivery ', text: 'arrives by Tomorrow' },
  { icon: 'refresh', lead: '', text: 'Easy 7-day return & replacement policy' },
] as const

/** The fixed delivery note (spec §2, §9). */
function DeliveryNote() {
  return (
    <ul className="flex flex-col gap-2.5 text-body-sm leading-normal">
      {NOTES.map(({ icon, lead, text }) => (
        <li key={text} className="flex items-start gap-4">
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

/** What the house promises of a piece: its offers, its highlights, how it is delivered. */
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

const TILES = [
  { icon: 'shield', title: '100% Genuine', text: 'Signed and numbered by the house' },
  { icon: 'lock', title: 'Secure Payment', text: 'Cards, UPI or cash on delivery' },
  { icon: 'truck', title: 'Fast Delivery', text: 'Insured, to your door, free of charge' },
  { icon: 'refresh', title: 'Easy Returns', text: 'Seven days to change your mind' },
] as const

export function TrustTiles() {
  return (
    <ul className="trust-tiles">
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
