import sharp from 'sharp'

/** A WebP picture of one colour. */
export async function createPicture(width = 400, height = 500): Promise<Uint8Array<ArrayBuffer>> {
  const background = { r: 120, g: 90, b: 40 }
  const picture = sharp({ create: { width, height, channels: 3, background } })
  return new Uint8Array(await picture.webp().toBuffer())
}
