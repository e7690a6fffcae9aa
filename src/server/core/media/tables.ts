import type { PicturePlace } from './to-picture.ts'

declare module '#src/server/core/db/schema.ts' {
  interface Database {
    picture: PictureRow
    product_picture: ProductPictureRow
    product_version_picture: ProductVersionPictureRow
    content_version_picture: ContentVersionPictureRow
    overlay_picture: OverlayPictureRow
  }
}

export interface PictureRow {
  /** SHA-256 of the source file, first 32 hex digits. */
  hash: string
  width: number
  height: number
  /** Format of the source file: webp, jpeg, png or avif. */
  format: string
  /** A 16-pixel-wide WebP as a data URL. */
  placeholder: string
  created_at: number
}

/** A picture that a version of a product has and the current product lacks. */
export interface ProductVersionPictureRow {
  product_id: string
  revision: number
  picture_hash: string
}

/** A picture that a version of a record has. */
export interface ContentVersionPictureRow {
  record_id: string
  revision: number
  picture_hash: string
}

/** A picture that a launch gives to a record. */
export interface OverlayPictureRow {
  launch_id: string
  record_id: string
  picture_hash: string
}

export interface ProductPictureRow extends PicturePlace {
  product_id: string
  position: number
  picture_hash: string
}
