import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { ListingItem } from '#src/contract/catalog.ts'
import { productPath } from '#src/rules/paths.ts'
import { zoomClass } from '#src/rules/pictures.ts'
import { Picture } from '#src/ui/Picture.tsx'
import { GRID_SIZES } from '#src/ui/ProductCard.tsx'

const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/**
 * The pictures of a card behind its first one: a swipe scrolls to them, and so do the place of the pointer on
 * the picture and the arrow keys of the card's link. They are fetched once one is reached for.
 */
export function useFurtherPictures({ slug, pictures }: ListingItem, onOpen: () => void) {
  const slides = useRef<HTMLAnchorElement>(null)
  const [shown, setShown] = useState(0)
  const [wanted, setWanted] = useState(false)
  const [first, ...further] = pictures

  function show(index: number): void {
    slides.current?.scrollTo(index * slides.current.clientWidth, 0)
  }

  function handleScroll(): void {
    const { scrollLeft = 0, clientWidth = 1 } = slides.current ?? {}
    if (scrollLeft > 0) setWanted(true)
    setShown(Math.round(scrollLeft / clientWidth))
  }

  function handlePointerMove({ pointerType, currentTarget, clientX }: PointerEvent): void {
    if (pointerType !== 'mouse') return
    const { left, width } = currentTarget.getBoundingClientRect()
    show(Math.floor(((clientX - left) / width) * pictures.length))
  }

  function onKeyDown(event: KeyboardEvent): void {
    const next = shown + (STEPS[event.key] ?? 0)
    if (next === shown || next < 0 || next >= pictures.length) return
    event.preventDefault()
    show(next)
  }

  // The card's own link is the one of its title.
  const hidden = { 'aria-hidden': true, tabIndex: -1 }
  const furtherPictures = first && further.length > 0 && (
    <a
      ref={slides}
      href={productPath(slug)}
      className="card-slides"
      {...hidden}
      onClick={onOpen}
      onScroll={handleScroll}
      onPointerMove={handlePointerMove}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && show(0)}
    >
      <span />
      {further.map((picture) => (
        <span key={picture.base}>
          {wanted && (
            <Picture
              picture={picture}
              sizes={GRID_SIZES}
              alt=""
              className={`size-full bg-transparent! object-cover ${zoomClass(picture.zoom)}`.trimEnd()}
            />
          )}
        </span>
      ))}
    </a>
  )
  return { furtherPictures, shownPicture: shown, onKeyDown }
}
