import type { Metadata, Sharp } from 'sharp'

/** Formats of source files. */
type SourceFormat = 'webp' | 'jpeg' | 'png' | 'avif'

/** Limit against decompression bombs. */
const MAX_PIXELS = 40_000_000

/** Loaded with the first picture, because many processes decode none. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // One thread per picture is enough, because several pictures are processed at once.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** Opens the first frame of a picture in upright orientation. Broken files fail. */
export async function decode(source: Uint8Array, maxPixels = MAX_PIXELS): Promise<Sharp> {
  const sharp = await loadSharp()
  return sharp(source, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 }).autoOrient()
}

/** Reads the header of a picture of any size. */
export async function readMetadata(source: Uint8Array): Promise<Metadata> {
  const sharp = await loadSharp()
  return sharp(source, { limitInputPixels: false }).metadata()
}

/** @returns the format by the first bytes of the file, if it is supported. */
export function sniff(bytes: Uint8Array): SourceFormat | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  if (/^(?:avif|avis)$/.test(head.slice(8, 12)) && head.slice(4, 8) === 'ftyp') return 'avif'
  return undefined
}
