import { Fragment, memo, type ReactNode, Suspense } from 'react'
import type { ListRow } from '#src/rules/listing/list-row.ts'
import { savePreview } from '#src/stores/product-preview.ts'
import { CardSkeleton, ProductCard } from '#src/ui/ProductCard.tsx'
import { CardActions } from './product-card/CardActions.tsx'
import { useFurtherPictures } from './product-card/use-further-pictures.tsx'

interface Props {
  /** A product without its item is a skeleton. */
  entries: { slug: string; item: ListRow | undefined }[]
  className?: string
  /** False for cards that are added below the first screen. */
  isFirst?: boolean
  /**
   * A wide picture after complete rows of two and four columns. In three columns, it ends the row of the fourth card.
   */
  still?: ReactNode
}

/** The number of cards before the wide picture. */
const countBeforeStill = (count: number): number => Math.min(count, count > 12 ? 12 : 4)

/**
 * Cards with their actions in two columns on phones, up to four on wide screens (spec §2, /shop). One picture loads
 * before the layout is known: on a slow line, a second one beside the fonts would delay both.
 */
export const ProductGrid = ({ entries, className = '', isFirst = true, still }: Props) => (
  <ul className={`card-grid column-grid ${className}`}>
    {entries.map(({ slug, item }, index) => (
      <Fragment key={item?.id ?? slug}>
        {item ? (
          <Card item={item} priority={isFirst && index === 0} />
        ) : (
          <li className="min-w-0" aria-hidden="true">
            <CardSkeleton />
          </li>
        )}
        {still && index + 1 === countBeforeStill(entries.length) && (
          <li className="card-still" data-rendered="">
            {still}
          </li>
        )}
      </Fragment>
    ))}
  </ul>
)

interface CardProps {
  item: ListRow
  priority: boolean
}

/**
 * Rendered again only for another item, because a list has a hundred cards. React hydrates each boundary in its own
 * task, and at once if it is pressed.
 */
const Card = memo((props: CardProps) => (
  <Suspense>
    <li className="min-w-0">
      <CardContent {...props} />
    </li>
  </Suspense>
))

function CardContent({ item, priority }: CardProps) {
  const onOpen = () => savePreview(item)
  const { furtherPictures, shownPicture, onKeyDown } = useFurtherPictures(item, onOpen)
  return (
    <ProductCard
      product={item}
      priority={priority}
      actions={<CardActions product={item} />}
      furtherPictures={furtherPictures}
      shownPicture={shownPicture}
      linkProps={{ onClick: onOpen, onKeyDown }}
    />
  )
}
