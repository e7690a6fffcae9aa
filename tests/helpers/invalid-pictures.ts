import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

interface InvalidPicture {
  name: string
  bytes: Uint8Array
  /** Of the upload; by default image/webp. */
  type?: string
  /** Of the answer, by default 400. */
  status?: number
  message?: RegExp | string
}

/** Files that must be rejected as pictures: other formats, corrupt files, decompression bombs. */
export async function createInvalidPictures(): Promise<InvalidPicture[]> {
  const noise = Buffer.from(Array.from({ length: 30_000 }, (_, at) => (at * 7_919) % 251))
  const plain = sharp(noise, { raw: { width: 100, height: 100, channels: 3 } })
  const webp = await plain.clone().webp().toBuffer()
  const jpeg = await plain.clone().jpeg().toBuffer()
  const avif = await plain.clone().avif({ effort: 0 }).toBuffer()
  const text = (given: string) => Buffer.from(given, 'latin1')
  return [
    { name: 'nothing', bytes: Buffer.alloc(0) },
    {
      ...{ name: 'an SVG', type: 'image/svg+xml', message: /SVG/ },
      bytes: text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    },
    { name: 'an SVG behind a PNG’s first bytes', bytes: text('\x89PNG\r\n\x1a\n<svg xmlns="x"/>') },
    { name: 'a web page', bytes: text('<!doctype html><script>alert(1)</script>') },
    { name: 'a GIF', bytes: await plain.clone().gif().toBuffer() },
    { name: 'a TIFF', bytes: await plain.clone().tiff().toBuffer() },
    { name: 'a PDF', bytes: text('%PDF-1.7\n1 0 obj') },
    { name: 'half a WebP', bytes: webp.subarray(0, webp.length / 2) },
    { name: 'a JPEG of noise', bytes: Buffer.concat([jpeg.subarray(0, 4), noise]) },
    { name: 'an AVIF of noise', bytes: Buffer.concat([avif.subarray(0, 40), noise]) },
    { name: 'a PNG that claims 60,000 × 60,000 pixels', bytes: png(60_000, 60_000) },
    {
      ...{ name: 'a PNG of 54 megapixels', bytes: png(9_000, 6_000) },
      message: 'A picture may have at most 50 megapixels; this one has 54.',
    },
    { name: 'a picture sent as a web page', type: 'text/html', status: 415, bytes: webp },
    {
      ...{ name: 'more than 12 MB', status: 413, message: 'The body may hold at most 12 MB.' },
      bytes: Buffer.concat([jpeg, Buffer.alloc(12 * 1024 * 1024)]),
    },
  ]
}

/** A black one-bit PNG, truncated after 100 rows. */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = Math.min(height, 100)
  const data = deflateSync(Buffer.alloc(rows * (Math.ceil(width / 8) + 1)))
  const parts = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
