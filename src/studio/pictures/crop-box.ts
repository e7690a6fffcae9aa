import type { CropBox } from '#src/contract/picture-library.ts'
import { MIN_PICTURE_SIDE } from '#src/contract/values.ts'

export interface Size {
  width: number
  height: number
}

interface Point {
  x: number
  y: number
}

const clamp = (value: number, min: number, max: number): number =>
  Math.round(Math.max(min, Math.min(max, value)))

/**
 * A part within a picture, with the ratio of width to height if there is one: it keeps the corner at left and
 * top where there is room, and its width where its height fits.
 */
export function fitBox(box: CropBox, size: Size, ratio: number | undefined): CropBox {
  let width = clamp(box.width, MIN_PICTURE_SIDE, size.width)
  let height = clamp(
    ratio === undefined ? box.height : width / ratio,
    MIN_PICTURE_SIDE,
    size.height,
  )
  if (ratio !== undefined) width = clamp(height * ratio, MIN_PICTURE_SIDE, size.width)
  if (ratio !== undefined) height = clamp(width / ratio, MIN_PICTURE_SIDE, size.height)
  return {
    left: clamp(box.left, 0, size.width - width),
    top: clamp(box.top, 0, size.height - height),
    width,
    height,
  }
}

/** The part between two points of a picture. */
export const drawBox = (from: Point, to: Point, size: Size, ratio: number | undefined): CropBox =>
  fitBox(
    {
      left: Math.min(from.x, to.x),
      top: Math.min(from.y, to.y),
      width: Math.abs(to.x - from.x),
      height: Math.abs(to.y - from.y),
    },
    size,
    ratio,
  )

export const isInside = ({ x, y }: Point, { left, top, width, height }: CropBox): boolean =>
  x >= left && x <= left + width && y >= top && y <= top + height
