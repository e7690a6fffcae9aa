import type { MouseEvent, ReactNode } from 'react'
import type { ListingItem } from '#src/contract/catalog.ts'
import { ProductCard } from '#src/ui/ProductCard.tsx'

/** Cards of the first screen, whose pictures are not loaded lazily. */
const FIRST_CARDS = 2

interface Props {
  items: ListingItem[]
  renderActions: (item: ListingItem) => ReactNode
  /** Called when a card is followed to its product. */
  onOpen: (item: ListingItem) => void
}

const isLink = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('a') !== null

/** Two columns on phones, up to four on wide screens (spec §2, /shop). */
export function ProductGrid({ items, renderActions, onOpen }: Props) {
  return (
    <ul className="listing-grid">
      {items.map((item, at) => (
        <li
          key={item.id}
          className="min-w-0"
          onClickCapture={(event) => isLink(event) && onOpen(item)}
        >
          <ProductCard product={item} priority={at < FIRST_CARDS} actions={renderActions(item)} />
        </li>
      ))}
    </ul>
  )
}
