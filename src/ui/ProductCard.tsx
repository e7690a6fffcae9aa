import type { ComponentProps, ReactNode } from 'react'
import { categoryWords } from '#src/rules/categories.ts'
import { CARD_DEFAULTS } from '#src/rules/listing/card-defaults.ts'
import type { ListRow } from '#src/rules/listing/list-row.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { discountPercent } from '#src/rules/money.ts'
import { productPath } from '#src/rules/paths.ts'
import { zoomClass } from '#src/rules/pictures.ts'
import { BriefRating } from './BriefRating.tsx'
import { keepHyphens } from './keep-hyphens.tsx'
import { Picture, ProductThumbnail } from './Picture.tsx'
import { Price } from './Price.tsx'

/** The fields that every card has: a related piece has no others. */
export type CardProduct = Pick<ListRow, 'slug' | 'title' | 'price' | 'pictures'> & Partial<ListRow>

/**
 * How much a card says: `list` has all that the specification names, `home` leaves out category and
 * rating, `wishlist` and `related` have lines of their own instead.
 */
export type CardDensity = 'list' | 'home' | 'wishlist' | 'related'

interface Props {
  product: CardProduct
  density?: CardDensity
  /** Width of the card, as in `<img sizes>`. */
  sizes?: string
  priority?: boolean
  /** Whether the price is the lowest of several. */
  from?: boolean
  /** The lines of the densities `wishlist` and `related`. */
  lines?: ReactNode
  /** Add to Cart and the heart. */
  actions?: ReactNode
  /** Over the first picture. */
  furtherPictures?: ReactNode
  /** Number of the picture that is shown, from 0. */
  shownPicture?: number
  /** Handlers of the link to the product page. */
  linkProps?: Pick<ComponentProps<'a'>, 'onClick' | 'onKeyDown'>
}

export const GRID_SIZES =
  '(min-width: 1440px) 310px, (min-width: 1024px) 23vw, (min-width: 640px) 31vw, 46vw'

/** The only card of a product, of four lines: name, price, tagline, and category with rating. */
export function ProductCard({
  product,
  density = 'list',
  sizes = GRID_SIZES,
  from = product.isFrom ?? false,
  lines,
  actions,
  linkProps,
  ...rest
}: Props) {
  const { slug, title, price, actualPrice, tagline, rating, reviews, stock } = product
  const { category, categoryName } = product
  const Heading = density === 'wishlist' ? 'h2' : 'h3'
  return (
    <article className="product-card">
      <CardPicture product={product} sizes={sizes} {...rest} />
      <div className="card-text">
        <Heading>
          <a href={productPath(slug)} {...linkProps}>
            {keepHyphens(title)}
          </a>
        </Heading>
        <Price price={price} listPrice={actualPrice} from={from} />
        {lines ?? <p className="card-line">{tagline || CARD_DEFAULTS.tagline}</p>}
        {density === 'list' && (
          <p className="card-line">
            {categoryName ? (
              <span>{categoryName}</span>
            ) : (
              <span className="capitalize">
                {categoryWords(category || CARD_DEFAULTS.category)}
              </span>
            )}
            <BriefRating
              rating={rating ?? CARD_DEFAULTS.rating}
              count={reviews ?? CARD_DEFAULTS.reviews}
            />
          </p>
        )}
      </div>
      {density !== 'related' && (
        <div className="card-foot">
          {actions}
          <p className="card-note">
            {stock === 0 && !actions && `${shopMessages.stock.soldOut}. `}
            {shopMessages.taxNote}
          </p>
        </div>
      )}
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
  const { pictures, price, actualPrice = price, images = [], zoom } = product
  const [first] = pictures
  const percent = discountPercent(price, actualPrice)
  return (
    <div
      className="card-picture"
      data-pictures={furtherPictures ? product.pictureCount : undefined}
      data-shown={shownPicture || undefined}
    >
      {first ? (
        <Picture
          picture={first}
          sizes={sizes}
          priority={priority}
          className={zoomClass(first.zoom ?? zoom)}
        />
      ) : (
        <ProductThumbnail summary={{ image: images[0] ?? '', picture: undefined }} sizes={sizes} />
      )}
      {furtherPictures}
      {percent > 0 && <span className="card-badge label">{`${percent}% off`}</span>}
    </div>
  )
}

const SKELETON_CARDS = [...'abcdefgh']

export const ProductGridSkeleton = () => (
  <div className="card-grid column-grid" aria-hidden="true">
    {SKELETON_CARDS.map((card) => (
      <CardSkeleton key={card} />
    ))}
  </div>
)

/** One element: a page of a list has eight of them in its HTML. */
export const CardSkeleton = () => <div className="card-skeleton scripting-only" />
