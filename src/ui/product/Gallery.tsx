import type { Picture as PictureData } from '#src/contract/catalog.ts'
import { MAX_THUMBNAILS } from '#src/rules/constants.ts'
import { largestUrl, renditionUrl, renditionWidths } from '#src/rules/pictures.ts'
import { Picture } from '../Picture.tsx'
import { StaticIcon } from '../StaticIcon.tsx'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'picture-gallery': React.HTMLAttributes<HTMLElement> & { class?: string }
    }
  }
}

const SIZES = '(min-width: 1440px) 640px, (min-width: 1024px) 46vw, (min-width: 768px) 52vw, 100vw'

interface Props {
  title: string
  pictures: PictureData[]
}

/**
 * The first picture in full size; swiping, up to four thumbnails and arrow keys show the others.
 * `<picture-gallery>` adds the behaviour; without scripts its links work.
 */
export function Gallery({ title, pictures }: Props) {
  if (pictures.length === 0) return <NoPicture />
  const hasSeveral = pictures.length > 1
  return (
    <picture-gallery class="gallery">
      <div className="gallery-frame">
        <ul
          className="gallery-track"
          tabIndex={hasSeveral ? 0 : undefined}
          aria-label={`Pictures of ${title}`}
        >
          {pictures.map((picture, index) => (
            <li key={picture.base} id={`picture-${index + 1}`}>
              <a
                href={largestUrl(picture)}
                data-enlarge=""
                aria-label={`Enlarge: ${picture.alt || title}`}
              >
                <Picture
                  picture={picture}
                  sizes={SIZES}
                  priority={index === 0}
                  className="gallery-picture"
                />
              </a>
            </li>
          ))}
        </ul>
        {hasSeveral && (
          <p className="gallery-count" data-count="" aria-hidden="true">
            1 / {pictures.length}
          </p>
        )}
      </div>
      {hasSeveral && (
        <ul className="gallery-thumbnails" aria-label="Thumbnails">
          {pictures.slice(0, MAX_THUMBNAILS).map((picture, index) => (
            <li key={picture.base}>
              <a
                href={`#picture-${index + 1}`}
                data-show={index}
                aria-current={index === 0 ? 'true' : undefined}
                aria-label={`Picture ${index + 1} of ${pictures.length}`}
              >
                <img
                  src={renditionUrl(
                    picture.base,
                    renditionWidths(picture)[0] ?? picture.width,
                    'webp',
                  )}
                  alt=""
                  width={96}
                  height={120}
                  loading="lazy"
                  decoding="async"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </picture-gallery>
  )
}

function NoPicture() {
  return (
    <div className="gallery">
      <div className="gallery-frame grid aspect-product place-items-center text-muted">
        <StaticIcon name="spark" className="size-14" />
        <span className="sr-only">No picture yet</span>
      </div>
    </div>
  )
}
