import type { Picture } from '#src/contract/catalog.ts'
import { RENDITION_WIDTHS, type RenditionFormat } from '#src/contract/values.ts'

/** Widths in which a picture exists, in pixels, narrowest first; the source is never enlarged. */
export function renditionWidths(picture: Pick<Picture, 'width'>): number[] {
  const widest = Math.min(picture.width, Math.max(...RENDITION_WIDTHS))
  return [...RENDITION_WIDTHS.filter((width) => width < widest), widest]
}

export const renditionUrl = (base: string, width: number, format: RenditionFormat): string =>
  `${base}/${width}.${format}`

/** The `srcset` of a picture in one format. */
export const toSrcset = (picture: Picture, format: RenditionFormat): string =>
  renditionWidths(picture)
    .map((width) => `${renditionUrl(picture.base, width, format)} ${width}w`)
    .join(', ')

/** One address for places that take only one: structured data, mails, `images`. */
export const largestUrl = (picture: Pick<Picture, 'base' | 'width'>): string =>
  renditionUrl(picture.base, renditionWidths(picture).at(-1) ?? picture.width, 'webp')
