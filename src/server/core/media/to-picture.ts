import type { Picture } from '#src/contract/catalog.ts'
import type { EntryPicture } from '#src/contract/entry.ts'

/** Columns of a picture of a product. */
export interface PicturePlace {
  alt: string
  /** The point that stays visible when the picture is cropped, in percent. */
  focus_x: number
  focus_y: number
  /** Size on cards in percent; null for the size of the category. */
  zoom: number | null
  /** 1 on a body or in a hand. */
  worn: number
}

export const toPlace = ({ alt, focus, zoom, worn }: Omit<EntryPicture, 'file'>): PicturePlace => ({
  alt,
  focus_x: focus?.x ?? 50,
  focus_y: focus?.y ?? 50,
  zoom: zoom ?? null,
  worn: worn ? 1 : 0,
})

/** Returns the fields of a place without absent ones. Browsers show the centre by default. */
export const fromPlace = ({ alt, focus_x: x, focus_y: y, zoom, worn }: PicturePlace) => ({
  alt,
  ...(x === 50 && y === 50 ? {} : { focus: { x, y } }),
  ...(zoom === null ? {} : { zoom }),
  ...(worn === 0 ? {} : { worn: true }),
})

/** @param mediaOrigin the origin that serves pictures; by default that of the API. */
export function toPicture(
  row: StoredPicture & PicturePlace,
  mediaOrigin: string | undefined,
): Picture {
  const { alt, ...place } = fromPlace(row)
  return {
    base: `${mediaOrigin ?? ''}/api/media/${row.hash}`,
    width: row.width,
    height: row.height,
    alt,
    placeholder: row.placeholder,
    ...place,
  }
}

/** Returns a picture without a product, with the focal point in its middle. */
export const toStoredPicture = (
  row: StoredPicture,
  mediaOrigin: string | undefined,
  alt = '',
): Picture => toPicture({ ...row, ...toPlace({ alt }) }, mediaOrigin)

interface StoredPicture {
  hash: string
  width: number
  height: number
  placeholder: string
}

/** A picture of a product, with its columns there. */
export interface ProductPicture extends StoredPicture, PicturePlace {
  product_id: string
}
