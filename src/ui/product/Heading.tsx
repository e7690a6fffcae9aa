import type { Product } from '#src/contract/catalog.ts'
import { CARD_DEFAULTS } from '#src/rules/constants.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { Price } from '../Price.tsx'
import { Rating } from '../Rating.tsx'

type Props = Pick<
  Product,
  | 'title'
  | 'subtitle'
  | 'category'
  | 'rating'
  | 'reviewCount'
  | 'price'
  | 'originalPrice'
  | 'discountPercent'
  | 'availability'
>

export function Heading({ title, subtitle, category, rating, reviewCount, ...rest }: Props) {
  const { price, originalPrice, discountPercent, availability } = rest
  return (
    <header className="flex flex-col gap-5">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 label text-muted">
        {category}
        {discountPercent > 0 && (
          <span className="border border-accent px-2.5 py-0.5 text-accent">
            {discountPercent}% off
          </span>
        )}
      </p>
      <div className="flex flex-col gap-3">
        <h1 className="product-title">{title}</h1>
        {subtitle && <p className="text-muted">{subtitle}</p>}
        <Rating rating={rating ?? CARD_DEFAULTS.rating} count={reviewCount} />
      </div>
      <div className="flex flex-col gap-1">
        <Price price={price} listPrice={originalPrice} size="large" />
        <p className="text-sm text-muted">{shopMessages.taxNote}</p>
      </div>
      <p className="flex items-center gap-2.5 text-body-sm">
        <span aria-hidden="true" className="size-1.5 rotate-45 bg-accent" />
        {availability}
      </p>
    </header>
  )
}
