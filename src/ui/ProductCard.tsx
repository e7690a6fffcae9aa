import type { ComponentProps, ReactNode } from 'react'
import type { ListingItem } from '#src/contract/catalog.ts'
import { categoryWords } from '#src/rules/categories.ts'
import { CARD_DEFAULTS } from '#src/rules/listing/card-defaults.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { discountPercent } from '#src/rules/money.ts'
import { productPath } from '#src/rules/paths.ts'
import { isPriceFrom } from '#src/rules/product/price-from.ts'
import { Icon } from './Icon.tsx'
import { sparkIcon } from './icons.ts'
import { Picture } from './Picture.tsx'
import { Price } from './Price.tsx'
import { Rating } from './Rating.tsx'
import { Skeleton } from './Skeleton.tsx'

interface Props {
  product: ListingItem
  /** Width of the card, as in `<img sizes>`. */
  sizes?: string
  priority?: boolean
  /** Add to Cart and the heart. */
  actions?: ReactNode
  /** Over the first picture; without it, the second one is shown while the card is hovered. */
  furtherPictures?: ReactNode
  /** Number of the picture that is shown, from 0. */
  shownPicture?: number
  /** Handlers of the link to the product page. */
  linkProps?: Pick<ComponentProps<'a'>, 'onClick' | 'onKeyDown'>
}

export const GRID_SIZES =
  '(min-width: 1440px) 310px, (min-width: 1024px) 23vw, (min-width: 640px) 31vw, 46vw'

export function ProductCard({ product, sizes = GRID_SIZES, actions, linkProps, ...rest }: Props) {
  return (
    <article className="product-card relative flex h-full min-w-0 flex-col gap-3.5">
      <CardPicture product={product} sizes={sizes} {...rest} />
      <div className="flex grow flex-col gap-1">
        <h3 className="text-title">
          <a
            href={productPath(product.slug)}
            className="after:absolute after:inset-0"
            {...linkProps}
          >
            {product.title}
          </a>
        </h3>
        <Price price={product.price} listPrice={product.actualPrice} from={isPriceFrom(product)} />
        <p className="pt-1 text-sm leading-snug text-muted">
          {product.tagline || CARD_DEFAULTS.tagline}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-sm leading-snug text-muted">
          <span className="capitalize">
            {categoryWords(product.category || CARD_DEFAULTS.category)}
          </span>
          <Rating
            rating={product.rating ?? CARD_DEFAULTS.rating}
            count={product.reviews ?? CARD_DEFAULTS.reviews}
          />
        </p>
        <p className="text-[0.8125rem] leading-snug text-muted">
          {product.stock === 0 && `${shopMessages.stock.soldOut}. `}
          {shopMessages.taxNote}
        </p>
      </div>
      {actions}
    </article>
  )
}

type CardPictureProps = Pick<Props, 'product' | 'priority' | 'furtherPictures' | 'shownPicture'> & {
  sizes: string
}

function CardPicture({
  product,
  sizes,
  priority,
  furtherPictures,
  shownPicture,
}: CardPictureProps) {
  const { pictures } = product
  const [first, second] = pictures
  const percent = discountPercent(product.price, product.actualPrice)
  const fill = 'size-full object-cover'
  return (
    <div
      className="card-picture relative aspect-product overflow-hidden bg-frame"
      data-pictures={furtherPictures ? pictures.length : undefined}
      data-shown={shownPicture || undefined}
    >
      {first ? (
        <Picture picture={first} sizes={sizes} priority={priority} className={fill} />
      ) : (
        <span className="grid size-full place-items-center text-muted">
          <Icon path={sparkIcon} className="size-10" />
        </span>
      )}
      {furtherPictures}
      {second && !furtherPictures && (
        <Picture picture={second} sizes={sizes} alt="" className={`second-picture ${fill}`} />
      )}
      {percent > 0 && (
        <span className="pointer-events-none absolute start-3 top-3 z-(--z-card-action) bg-page px-2.5 py-1 label text-accent">
          {`${percent}% off`}
        </span>
      )}
    </div>
  )
}

const SKELETON_CARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export const ProductGridSkeleton = () => (
  <div className="card-grid" aria-hidden="true">
    {SKELETON_CARDS.map((card) => (
      <CardSkeleton key={card} />
    ))}
  </div>
)

export const CardSkeleton = () => (
  <div className="flex flex-col gap-3.5">
    <Skeleton className="aspect-product" />
    <Skeleton className="h-6 w-4/5" />
    <Skeleton className="h-5 w-1/2" />
    <Skeleton className="h-4 w-2/3" />
    <Skeleton className="h-4 w-1/3" />
  </div>
)
