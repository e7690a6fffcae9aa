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

const SIZES = '(min-width: 1440px) 640px, (min-width: 1024px) 46vw, 100vw'

interface Props {
  title: string
  pictures: PictureData[]
}

/**
 * The first picture large, the others by a swipe, by at most four thumbnails or by arrow keys.
 * The element brings itself to life; without a script its links still work.
 */
export function Gallery({ title, pictures }: Props) {
  if (pictures.length === 0) return <NoPicture />
  const many = pictures.length > 1
  return (
    <picture-gallery class="gallery">
      <div className="gallery-frame">
        <ul
          className="gallery-track"
          tabIndex={many ? 0 : undefined}
          aria-label={`Pictures of ${title}`}
        >
          {pictures.map((picture, at) => (
            <li key={picture.base} id={`picture-${at + 1}`}>
              <a
                href={largestUrl(picture)}
                data-enlarge=""
                aria-label={`Enlarge: ${picture.alt || title}`}
              >
                <Picture
                  picture={picture}
                  sizes={SIZES}
                  priority={at === 0}
                  className="gallery-picture"
                />
              </a>
            </li>
          ))}
        </ul>
        {many && (
          <p className="gallery-count" data-count="" aria-hidden="true">
            1 / {pictures.length}
          </p>
        )}
      </div>
      {many && (
        <ul className="gallery-thumbnails" aria-label="Thumbnails">
          {pictures.slice(0, MAX_THUMBNAILS).map((picture, at) => (
            <li key={picture.base}>
              <a
                href={`#picture-${at + 1}`}
                data-show={at}
                aria-current={at === 0 ? 'true' : undefined}
                aria-label={`Picture ${at + 1} of ${pictures.length}`}
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
