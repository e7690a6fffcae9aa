import sharp, { type Sharp } from 'sharp'

/** Formats of source files. */
type SourceFormat = 'webp' | 'jpeg' | 'png' | 'avif'

/** Limit against decompression bombs. */
const MAX_PIXELS = 40_000_000

// One thread per picture, because several pictures are processed concurrently.
sharp.concurrency(1)
sharp.cache(false)

/** Opens the first frame of a picture in upright orientation; broken files fail. */
export const decode = (source: Uint8Array, maxPixels = MAX_PIXELS): Sharp =>
  sharp(source, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 }).autoOrient()

/** @returns the format by the first bytes of the file; undefined when it is not supported. */
export function sniff(bytes: Uint8Array): SourceFormat | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  if (/^(?:avif|avis)$/.test(head.slice(8, 12)) && head.slice(4, 8) === 'ftyp') return 'avif'
  return undefined
}
