import {
  type KeyboardEvent,
  type MouseEvent,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Picture as PictureData } from '#src/contract/catalog.ts'
import { MAX_THUMBNAILS } from '#src/rules/constants.ts'
import { enlargedUrl, smallestUrl } from '#src/rules/pictures.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { sparkIcon } from '#src/ui/icons.ts'
import { Picture } from '#src/ui/Picture.tsx'
import type { EnlargedPictures } from './product/EnlargedPictures.tsx'

const SIZES = '(min-width: 1440px) 640px, (min-width: 1024px) 46vw, (min-width: 768px) 52vw, 66vw'

interface Props {
  title: string
  pictures: PictureData[]
  /** The label of a picture on a body or in a hand. */
  wornLabel?: string
}

const hasModifier = (event: KeyboardEvent | MouseEvent) =>
  event.metaKey || event.ctrlKey || event.altKey || event.shiftKey

/**
 * The first picture in full size; swiping, up to four thumbnails and arrow keys show the others. Without
 * scripts its links work.
 */
export function Gallery({ title, pictures, wornLabel }: Props) {
  const track = useRef<HTMLUListElement>(null)
  const [index, setIndex] = useState(0)
  const [isUsed, setUsed] = useState(false)
  const [enlarged, setEnlarged] = useState<{ View: typeof EnlargedPictures; start: number }>()
  const hasSeveral = pictures.length > 1
  const use = () => setUsed(true)

  /** Returns the distance between two pictures. */
  const getStep = (list: HTMLElement) => list.scrollWidth / Math.max(1, pictures.length)

  function readScroll(): void {
    const list = track.current
    if (!list) return
    const step = getStep(list)
    const end = list.scrollWidth - list.clientWidth
    // On phones the last picture ends with the list, before a step of its own.
    const isLast = list.scrollLeft > end - step / 4
    setIndex(isLast ? pictures.length - 1 : Math.round(list.scrollLeft / step))
    if (list.scrollLeft > 0) use()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a swipe before hydration
  useEffect(readScroll, [])

  function show(next: number): void {
    const list = track.current
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    const behavior = reducedMotion ? 'instant' : 'smooth'
    list?.scrollTo({ left: next * getStep(list), behavior })
  }

  function handleKeyDown(event: KeyboardEvent<HTMLUListElement>): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined || hasModifier(event)) return
    event.preventDefault()
    const next = Math.min(Math.max(index + step, 0), pictures.length - 1)
    show(next)
    if (event.target !== event.currentTarget)
      event.currentTarget.querySelectorAll('a')[next]?.focus({ preventScroll: true })
  }

  /** Loads the dialog with the first press. If that fails, the browser follows the link of the picture. */
  async function enlarge(event: MouseEvent<HTMLAnchorElement>, start: number): Promise<void> {
    if (hasModifier(event)) return
    event.preventDefault()
    const { href } = event.currentTarget
    try {
      const { EnlargedPictures: View } = await import('./product/EnlargedPictures.tsx')
      // As a transition, it waits for its style sheet.
      startTransition(() => setEnlarged({ View, start }))
    } catch {
      location.assign(href)
    }
  }

  if (pictures.length === 0) return <NoPicture />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: notices any use of the links inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focus is noticed, too
    <div
      className={`gallery ${isUsed ? '' : 'gallery-unused'}`}
      onPointerOver={use}
      onTouchStart={use}
      onFocus={use}
      onClick={use}
    >
      <div className="gallery-frame">
        <ul
          ref={track}
          className="gallery-track"
          tabIndex={hasSeveral ? 0 : undefined}
          aria-label={`Pictures of ${title}`}
          onScroll={readScroll}
          onKeyDown={handleKeyDown}
        >
          {pictures.map((picture, index) => (
            <li key={picture.base} id={`picture-${index + 1}`}>
              <a
                href={enlargedUrl(picture)}
                data-enlarge=""
                aria-label={`Enlarge: ${picture.alt || title}`}
                // A browser does not always scroll to a picture that gets the focus beside the first.
                onFocus={() => show(index)}
                onClick={(event) => void enlarge(event, index)}
              >
                <Picture
                  picture={picture}
                  sizes={SIZES}
                  priority={index === 0}
                  className="gallery-picture"
                />
              </a>
              {picture.worn && wornLabel && <p className="gallery-note">{wornLabel}</p>}
            </li>
          ))}
        </ul>
        {hasSeveral && (
          <p className="gallery-count" role="status">
            {`${index + 1} / ${pictures.length}`}
          </p>
        )}
      </div>
      {hasSeveral && (
        <ul className="gallery-thumbnails" aria-label="Thumbnails" onKeyDown={handleKeyDown}>
          {pictures.slice(0, MAX_THUMBNAILS + 1).map((picture, position) => {
            const more = position < MAX_THUMBNAILS ? 0 : pictures.length - position
            const isCurrent = more ? index >= position : index === position
            return (
              <li key={picture.base}>
                <a
                  href={`#picture-${position + 1}`}
                  aria-current={isCurrent ? 'true' : undefined}
                  aria-label={
                    more ? `${more} more` : `Picture ${position + 1} of ${pictures.length}`
                  }
                  onClick={(event) => {
                    if (hasModifier(event)) return
                    event.preventDefault()
                    show(position)
                  }}
                >
                  {more ? (
                    `+${more}`
                  ) : (
                    <picture>
                      <img src={smallestUrl(picture, 'avif')} alt="" loading="lazy" />
                    </picture>
                  )}
                </a>
              </li>
            )
          })}
        </ul>
      )}
      {enlarged && (
        <enlarged.View
          pictures={pictures}
          start={enlarged.start}
          onChange={show}
          onClose={() => setEnlarged(undefined)}
        />
      )}
    </div>
  )
}

function NoPicture() {
  return (
    <div className="gallery">
      <div className="gallery-frame grid aspect-product place-items-center text-muted">
        <Icon path={sparkIcon} className="size-14" />
        <span className="sr-only">No picture yet</span>
      </div>
    </div>
  )
}
