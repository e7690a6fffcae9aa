import type { ReactNode } from 'react'
import type { ListingItem } from '#src/contract/catalog.ts'
import { CARD_DEFAULTS } from '#src/rules/constants.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { discountPercent } from '#src/rules/money.ts'
import { productPath } from '#src/rules/paths.ts'
import { Picture } from './Picture.tsx'
import { Price } from './Price.tsx'
import { Rating } from './Rating.tsx'
import { StaticIcon } from './StaticIcon.tsx'

interface Props {
  product: ListingItem
  /** Width of the card, as in `<img sizes>`. */
  sizes?: string
  priority?: boolean
  /** The Add to Cart and wishlist buttons, on pages with actions. */
  actions?: ReactNode
}

const GRID_SIZES =
  '(min-width: 1440px) 310px, (min-width: 1024px) 23vw, (min-width: 640px) 31vw, 46vw'

export function ProductCard({ product, sizes = GRID_SIZES, priority, actions }: Props) {
  const soldOut = product.stock === 0
  return (
    <article className="group relative flex h-full min-w-0 flex-col gap-4">
      <CardPicture product={product} sizes={sizes} priority={priority} />
      <div className="flex grow flex-col gap-1.5">
        <p className="label text-muted">{product.category || CARD_DEFAULTS.category}</p>
        <h3 className="text-title">
          <a href={productPath(product.slug)} className="after:absolute after:inset-0">
            {product.title}
          </a>
        </h3>
        <p className="text-body-sm leading-snug text-muted">
          {product.tagline || CARD_DEFAULTS.tagline}
        </p>
        <Rating
          rating={product.rating ?? CARD_DEFAULTS.rating}
          count={product.reviews ?? CARD_DEFAULTS.reviews}
        />
        <div className="mt-auto flex flex-col gap-0.5 pt-1.5">
          <Price price={product.price} listPrice={product.actualPrice} />
          <p className="text-[0.8125rem] leading-snug text-muted">
            {soldOut && `${shopMessages.stock.soldOut}. `}
            {shopMessages.taxNote}
          </p>
        </div>
      </div>
      {actions}
    </article>
  )
}

function CardPicture({ product, sizes, priority }: Omit<Props, 'actions'> & { sizes: string }) {
  const [first, second] = product.pictures
  const percent = discountPercent(product.price, product.actualPrice)
  const fill = 'size-full object-cover'
  return (
    <div className="relative aspect-product overflow-hidden bg-frame">
      {first ? (
        <Picture picture={first} sizes={sizes} priority={priority} className={fill} />
      ) : (
        <span className="grid size-full place-items-center text-muted">
          <StaticIcon name="spark" className="size-10" />
        </span>
      )}
      {second && (
        <span className="absolute inset-0 hidden opacity-0 transition-opacity duration-250 ease-standard group-focus-within:opacity-100 group-hover:opacity-100 hover-device:block">
          <Picture picture={second} sizes={sizes} alt="" className={fill} />
        </span>
      )}
      {percent > 0 && (
        <span className="absolute start-3 top-3 bg-page px-2.5 py-1 label text-accent">
          {percent}% off
        </span>
      )}
    </div>
  )
}
