import sharp from 'sharp'

const QUALITIES = [80, 65, 50, 38, 28]
/** Pages full of words are shown smaller rather than smeared. */
const SCALES = [1, 0.85, 0.7]

/** A screenshot as WebP of at most that many pixels across and `maxBytes`, as good as it may be. */
export async function compressScreenshot(
  png: Buffer,
  width: number,
  maxBytes: number,
): Promise<Buffer> {
  for (const scale of SCALES) {
    const sized = sharp(png).resize({ width: Math.round(width * scale), withoutEnlargement: true })
    for (const quality of QUALITIES) {
      const made = await sized.clone().webp({ quality, smartSubsample: true }).toBuffer()
      if (made.byteLength <= maxBytes) return made
    }
  }
  throw new Error(`A picture of ${width} px cannot be had in ${maxBytes} bytes.`)
}
