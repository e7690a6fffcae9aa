import type { LineSummary } from '#src/rules/cart-line.ts'
import { Picture } from './Picture.tsx'
import { StaticIcon } from './StaticIcon.tsx'

interface Props {
  summary: Pick<LineSummary, 'image' | 'picture'>
  sizes: string
}

/** A decorative picture next to the title of a cart line or a wishlist entry. */
export function ProductThumbnail({ summary: { image, picture }, sizes }: Props) {
  const fill = 'size-full object-cover'
  return (
    <span className="block aspect-product overflow-hidden bg-frame">
      {picture ? (
        <Picture picture={picture} sizes={sizes} alt="" className={fill} />
      ) : image ? (
        <img src={image} alt="" loading="lazy" decoding="async" className={fill} />
      ) : (
        <span className="grid size-full place-items-center text-muted">
          <StaticIcon name="spark" className="size-8" />
        </span>
      )}
    </span>
  )
}
