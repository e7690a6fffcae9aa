import type { Picture } from '#src/contract/catalog.ts'

/** The centre is what browsers show by default. */
export const toFocus = ({ focus_x: x, focus_y: y }: Pick<ProductPicture, 'focus_x' | 'focus_y'>) =>
  x === 50 && y === 50 ? {} : { focus: { x, y } }

/** @param mediaOrigin the origin that serves pictures; by default the API's own. */
export const toPicture = (row: ProductPicture, mediaOrigin: string | undefined): Picture => ({
  base: `${mediaOrigin ?? ''}/api/media/${row.hash}`,
  width: row.width,
  height: row.height,
  alt: row.alt,
  placeholder: row.placeholder,
  ...toFocus(row),
})

/** A picture of no product, with the focal point in its middle. */
export const toStoredPicture = (
  row: Omit<ProductPicture, 'product_id' | 'alt' | 'focus_x' | 'focus_y'>,
  mediaOrigin: string | undefined,
  alt = '',
): Picture => toPicture({ ...row, product_id: '', alt, focus_x: 50, focus_y: 50 }, mediaOrigin)

/** A picture of a product, with the alt text that it has there. */
export interface ProductPicture {
  product_id: string
  hash: string
  width: number
  height: number
  placeholder: string
  alt: string
  focus_x: number
  focus_y: number
}
