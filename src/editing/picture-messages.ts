import { MIN_PICTURE_SIDE } from '#src/contract/values.ts'

/** Why a picture cannot be used, for the studio and its API. */
export const pictureMessages = {
  format: 'Only JPEG, PNG, WebP and AVIF pictures can be used.',
  heic: 'HEIC pictures cannot be used. On an iPhone, choose Most Compatible under Settings, Camera, Formats, or export the picture as JPEG.',
  tooSmall: (width: number, height: number) =>
    `A picture must be at least ${MIN_PICTURE_SIDE} pixels wide and high; this one has ${width} × ${height}. With 960 × 1200 or more it is sharp on every screen.`,
}
