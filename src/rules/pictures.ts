import type { Picture } from '#src/contract/catalog.ts'
import {
  ENLARGED_WIDTH,
  MAX_ZOOM,
  MIN_ZOOM,
  RENDITION_WIDTHS,
  type RenditionFormat,
  ZOOM_STEP,
} from '#src/contract/values.ts'

/** The name of a picture that comes with the shop, as records name it: `site:about-dial`. */
export const toSiteName = (file: string): string | undefined =>
  file.startsWith('site:') ? file.slice('site:'.length) : undefined

/** Widths of a picture's renditions, in pixels, ascending; never wider than the source. */
export function renditionWidths(picture: Pick<Picture, 'width'>): number[] {
  const widest = Math.min(picture.width, Math.max(...RENDITION_WIDTHS))
  return [...RENDITION_WIDTHS.filter((width) => width < widest), widest]
}

/** Width of the enlarged picture, in pixels. */
export const enlargedWidth = ({ width }: Pick<Picture, 'width'>): number =>
  Math.min(width, ENLARGED_WIDTH)

export const renditionUrl = (base: string, width: number, format: RenditionFormat): string =>
  `${base}/${width}.${format}`

/**
 * The `srcset` of a picture in one format.
 * @param isWide for one that may fill a window: with the rendition of the enlargement.
 */
export const toSrcset = (
  picture: Pick<Picture, 'base' | 'width'>,
  format: RenditionFormat,
  isWide = false,
): string =>
  [...new Set([...renditionWidths(picture), ...(isWide ? [enlargedWidth(picture)] : [])])]
    .map((width) => `${renditionUrl(picture.base, width, format)} ${width}w`)
    .join(', ')

/** A picture in renditions of at most 480 pixels, without a text: the words beside it name the link. */
export const toSmallPicture = (picture: Picture): Picture => ({
  ...picture,
  alt: '',
  width: Math.min(picture.width, 480),
  height: Math.min(picture.height, 600),
})

/** The narrowest rendition, for thumbnails. */
export const smallestUrl = (
  picture: Pick<Picture, 'base' | 'width'>,
  format: RenditionFormat = 'webp',
): string => renditionUrl(picture.base, renditionWidths(picture)[0] ?? picture.width, format)

/** The widest WebP rendition, for places that take one URL: structured data, mails, `images`. */
export const largestUrl = (picture: Pick<Picture, 'base' | 'width'>): string =>
  renditionUrl(picture.base, renditionWidths(picture).at(-1) ?? picture.width, 'webp')

/** The WebP that the enlargement shows. */
export const enlargedUrl = (picture: Pick<Picture, 'base' | 'width'>): string =>
  renditionUrl(picture.base, enlargedWidth(picture), 'webp')

/** The class of `src/ui/product-card.css` for a size on cards; none if the whole picture is shown. */
export function zoomClass(zoom = MIN_ZOOM): string {
  const step = Math.round(zoom / ZOOM_STEP) * ZOOM_STEP
  return step > MIN_ZOOM ? `crop-${Math.min(step, MAX_ZOOM)}` : ''
}

const FOCUS_STEP = 10
const CENTRE = 50

/**
 * The classes of `src/ui/picture.css` that keep the focal point visible if a picture is cropped,
 * in steps of ten percent: the Content-Security-Policy allows no style attributes. The middle has none.
 */
export function focusClass({ focus }: Pick<Picture, 'focus'>): string {
  if (!focus) return ''
  const toClass = (axis: 'x' | 'y') => {
    const percent = Math.round(focus[axis] / FOCUS_STEP) * FOCUS_STEP
    return percent === CENTRE ? [] : `focus-${axis}-${percent}`
  }
  return [toClass('x'), toClass('y')].flat().join(' ')
}
