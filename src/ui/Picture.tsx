import type { Picture as PictureData } from '#src/contract/catalog.ts'
import { focusClass, largestUrl, toSrcset } from '#src/rules/pictures.ts'

interface Props {
  picture: PictureData
  sizes: string
  /** For pictures of the first screen: loaded eagerly and with high priority. */
  priority?: boolean | undefined
  className?: string | undefined
  /** Replaces the picture's alt text; '' for a decorative picture. */
  alt?: string | undefined
}

/**
 * A product picture; width and height reserve its space while it loads. Browsers without AVIF, and
 * programs that read one URL, get the widest WebP.
 */
export function Picture({ picture, sizes, priority, className, alt }: Props) {
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={toSrcset(picture, 'avif')} sizes={sizes} />
      <img
        src={largestUrl(picture)}
        width={picture.width}
        height={picture.height}
        alt={alt ?? picture.alt}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding="async"
        className={`h-auto max-w-full bg-frame ${className ?? ''} ${focusClass(picture)}`.trimEnd()}
      />
    </picture>
  )
}
