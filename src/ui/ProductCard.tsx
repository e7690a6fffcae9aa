import type { ListingItem } from '#src/contract/catalog.ts'
import { CARD_DEFAULTS } from '#src/rules/constants.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { discountPercent } from '#src/rules/money.ts'
import { productPath } from '#src/rules/paths.ts'
import { Button } from './Button.tsx'
import { HeartButton } from './HeartButton.tsx'
import { Picture } from './Picture.tsx'
import { Price } from './Price.tsx'
import { Rating } from './Rating.tsx'
import { Skeleton } from './Skeleton.tsx'
import { StaticIcon } from './StaticIcon.tsx'

interface Props {
  product: ListingItem
  /** Width of the card, as in `<img sizes>`. */
  sizes?: string
  priority?: boolean
  /** Whether the card has an Add to Cart button and a heart; src/islands/cards.ts makes them work. */
  hasActions?: boolean
}

const GRID_SIZES =
  '(min-width: 1440px) 310px, (min-width: 1024px) 23vw, (min-width: 640px) 31vw, 46vw'

/** What the browser needs of a card's product beside what the card shows, as JSON. */
const toCardData = (product: ListingItem, hasActions: boolean): string => {
  const { id, price, actualPrice, variant, options, stock } = product
  return JSON.stringify({
    id,
    price,
    ...(actualPrice === price ? {} : { actualPrice }),
    ...(hasActions && Object.keys(variant).length > 0 ? { variant } : {}),
    ...(hasActions && options.length > 0 ? { options } : {}),
    ...(stock === 0 ? { stock } : {}),
  })
}

export function ProductCard({ product, sizes = GRID_SIZES, priority, hasActions = false }: Props) {
  const soldOut = product.stock === 0
  return (
    <article
      className="relative flex h-full min-w-0 flex-col gap-4"
      data-card={toCardData(product, hasActions)}
    >
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
      {hasActions && <CardActions product={product} soldOut={soldOut} />}
    </article>
  )
}

function CardActions({ product, soldOut }: Pick<Props, 'product'> & { soldOut: boolean }) {
  const { title } = product
  return (
    <>
      <Button
        variant="secondary"
        size="narrow"
        className="relative z-(--z-card-action) scripting-only min-h-11! w-full border-line! py-2! text-sm! hover:border-ink!"
        disabled={soldOut}
        aria-haspopup={product.options.length > 0 ? 'dialog' : undefined}
        data-add=""
      >
        {soldOut ? shopMessages.stock.soldOut : shopMessages.cart.add}
        <span className="sr-only">{`: ${title}`}</span>
      </Button>
      <HeartButton
        title={title}
        className="absolute! end-1.5 top-1.5 z-(--z-card-action) rounded-full! bg-page"
      />
    </>
  )
}

type CardPictureProps = Pick<Props, 'product' | 'priority'> & { sizes: string }

function CardPicture({ product, sizes, priority }: CardPictureProps) {
  const [first, second] = product.pictures
  const percent = discountPercent(product.price, product.actualPrice)
  const fill = 'size-full object-cover'
  return (
    <div
      className="relative aspect-product overflow-hidden bg-frame"
      data-second={second && `${second.base} ${second.width}`}
    >
      {first ? (
        <Picture picture={first} sizes={sizes} priority={priority} className={fill} />
      ) : (
        <span className="grid size-full place-items-center text-muted">
          <StaticIcon name="spark" className="size-10" />
        </span>
      )}
      {percent > 0 && (
        <span className="absolute start-3 top-3 bg-page px-2.5 py-1 label text-accent">
          {`${percent}% off`}
        </span>
      )}
    </div>
  )
}

interface ProductGridProps {
  /** A product without its item is a skeleton. */
  entries: { slug: string; item: ListingItem | undefined }[]
  className?: string
  /** False for cards that are added below the first screen. */
  isFirst?: boolean
}

/**
 * Two columns on phones, up to four on wide screens (spec §2, /shop). One picture loads before the
 * layout is known: on a slow line, a second one beside the fonts would delay both.
 */
export const ProductGrid = ({ entries, className = '', isFirst = true }: ProductGridProps) => (
  <ul className={`card-grid ${className}`}>
    {entries.map(({ slug, item }, index) =>
      item ? (
        <li key={item.id} className="min-w-0">
          <ProductCard product={item} priority={isFirst && index === 0} hasActions />
        </li>
      ) : (
        <li key={slug} className="min-w-0" aria-hidden="true">
          <CardSkeleton />
        </li>
      ),
    )}
  </ul>
)

const SKELETON_CARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export const ProductGridSkeleton = () => (
  <div className="card-grid" aria-hidden="true">
    {SKELETON_CARDS.map((card) => (
      <CardSkeleton key={card} />
    ))}
  </div>
)

const CardSkeleton = () => (
  <div className="flex flex-col gap-4">
    <Skeleton className="aspect-product" />
    <Skeleton className="h-4 w-1/3" />
    <Skeleton className="h-6 w-4/5" />
    <Skeleton className="h-5 w-1/2" />
    <Skeleton className="h-12" />
  </div>
)
