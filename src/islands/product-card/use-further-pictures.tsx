import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Picture as PictureData } from '#src/contract/catalog.ts'
import type { ListRow } from '#src/rules/listing/list-row.ts'
import { productPath } from '#src/rules/paths.ts'
import { zoomClass } from '#src/rules/pictures.ts'
import { importTwice } from '#src/ui/lazy-module.ts'
import { Picture } from '#src/ui/Picture.tsx'
import { GRID_SIZES } from '#src/ui/ProductCard.tsx'

const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Returns null if they cannot be loaded. */
async function loadPictures(slug: string): Promise<PictureData[] | null> {
  const module = await importTwice(() => import('#src/stores/product-cards.ts')).catch(() => null)
  return (await module?.loadCard(slug))?.pictures ?? null
}

/**
 * Returns the pictures of a card after its first one. A swipe scrolls to them, and so do the pointer on the picture
 * and the arrow keys on the link of the card. They are fetched on first use. If that fails, the card has its first
 * picture alone.
 */
export function useFurtherPictures({ slug, pictureCount }: ListRow, onOpen: () => void) {
  const slides = useRef<HTMLAnchorElement>(null)
  const [shown, setShown] = useState(0)
  const [wanted, setWanted] = useState(false)
  const [whole, setWhole] = useState<PictureData[] | null>()
  const count = whole === null ? 1 : pictureCount

  useEffect(() => {
    if (wanted) void loadPictures(slug).then(setWhole)
  }, [wanted, slug])

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
    show(Math.floor(((clientX - left) / width) * count))
  }

  function onKeyDown(event: KeyboardEvent): void {
    const next = shown + (STEPS[event.key] ?? 0)
    if (next === shown || next < 0 || next >= count) return
    event.preventDefault()
    show(next)
  }

  // The link of the title is the link of the card.
  const hidden = { 'aria-hidden': true, tabIndex: -1 }
  const furtherPictures = count > 1 && (
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
      {Array.from({ length: count - 1 }, (_, index) => whole?.[index + 1]).map((picture, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place is a picture
        <span key={index}>
          {wanted && picture && (
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
  return { furtherPictures, shownPicture: count > 1 ? shown : 0, onKeyDown }
}
