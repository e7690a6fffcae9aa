import sharp, { type Sharp } from 'sharp'
import type { SourceFormat } from './paths.ts'

/** Most pixels of a source; a picture that claims more is not decoded. */
const MAX_PIXELS = 40_000_000

// One thread for each picture: several pictures are worked on at once already.
sharp.concurrency(1)
sharp.cache(false)

/** Opens a picture for decoding: no bombs, nothing broken, one frame, upright. */
export const decode = (source: Uint8Array | string): Sharp =>
  sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 }).autoOrient()

/** What a file is by its first bytes, whatever its name; nothing for what we do not take. */
export function sniff(bytes: Uint8Array): SourceFormat | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  if (/^(?:avif|avis)$/.test(head.slice(8, 12)) && head.slice(4, 8) === 'ftyp') return 'avif'
  return undefined
}
