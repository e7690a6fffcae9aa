import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Picture as PictureData } from '#src/contract/catalog.ts'
import type { ListedItem } from '#src/rules/listing/listed-item.ts'
import { productPath } from '#src/rules/paths.ts'
import { zoomClass } from '#src/rules/pictures.ts'
import { Picture } from '#src/ui/Picture.tsx'
import { GRID_SIZES } from '#src/ui/ProductCard.tsx'

const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

async function loadPictures(slug: string): Promise<PictureData[] | undefined> {
  const { loadCard } = await import('#src/stores/product-cards.ts')
  return (await loadCard(slug))?.pictures
}

/**
 * The pictures of a card behind its first one: a swipe scrolls to them, and so do the place of the pointer on
 * the picture and the arrow keys of the card's link. They are fetched once one is reached for.
 */
export function useFurtherPictures({ slug, pictures, brief }: ListedItem, onOpen: () => void) {
  const slides = useRef<HTMLAnchorElement>(null)
  const [shown, setShown] = useState(0)
  const [wanted, setWanted] = useState(false)
  const [whole, setWhole] = useState<PictureData[]>()
  const count = brief?.pictureCount ?? pictures.length
  const known = brief ? whole : pictures

  useEffect(() => {
    if (wanted && brief) void loadPictures(slug).then(setWhole, () => undefined)
  }, [wanted, brief, slug])

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

  // The card's own link is the one of its title.
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
      {Array.from({ length: count - 1 }, (_, index) => known?.[index + 1]).map((picture, index) => (
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
  return { furtherPictures, shownPicture: shown, onKeyDown }
}
