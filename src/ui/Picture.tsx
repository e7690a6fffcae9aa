import type { Picture as PictureData } from '#src/contract/catalog.ts'
import type { LineSummary } from '#src/rules/cart-line.ts'
import { focusClass, largestUrl, toSrcset } from '#src/rules/pictures.ts'
import { Icon } from './Icon.tsx'
import { sparkIcon } from './icons.ts'

interface Props {
  picture: PictureData
  sizes: string
  /** For pictures of the first screen: loaded eagerly and with high priority. */
  priority?: boolean | undefined
  className?: string | undefined
  /** For a picture that may fill a window. */
  wide?: boolean | undefined
  /** Replaces the picture's alt text; '' for a decorative picture. */
  alt?: string | undefined
}

/**
 * A product picture; width and height reserve its space while it loads. Browsers without AVIF, and
 * programs that read one URL, get the widest WebP.
 */
export function Picture({ picture, sizes, priority, className, wide, alt }: Props) {
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={toSrcset(picture, 'avif', wide)} sizes={sizes} />
      <img
        src={largestUrl(picture)}
        width={picture.width}
        height={picture.height}
        alt={alt ?? picture.alt}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        className={`h-auto max-w-full bg-frame ${className ?? ''} ${focusClass(picture)}`.trimEnd()}
      />
    </picture>
  )
}

interface ThumbnailProps {
  summary: Pick<LineSummary, 'image' | 'picture'>
  sizes: string
}

/** A decorative picture next to the title of a cart line or a wishlist entry. */
export function ProductThumbnail({ summary: { image, picture }, sizes }: ThumbnailProps) {
  const fill = 'size-full object-cover'
  return (
    <span className="block aspect-product overflow-hidden bg-frame">
      {picture ? (
        <Picture picture={picture} sizes={sizes} alt="" className={fill} />
      ) : image ? (
        <img src={image} alt="" loading="lazy" decoding="async" className={fill} />
      ) : (
        <span className="grid size-full place-items-center border border-line bg-page text-muted">
          <Icon path={sparkIcon} className="size-8" />
        </span>
      )}
    </span>
  )
}
