import { writeFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { testWithFiles } from '#tests/helpers/api-test.ts'
import { fetchRendition } from '#tests/helpers/rendition.ts'
import { createPicture } from '#tools/pictures.ts'
import { createCatalogEntry } from '#tools/products.ts'

const test = testWithFiles.extend('upload', ({ editor }) => {
  return (bytes: Uint8Array, type = 'image/webp') =>
    editor.post('/editor/pictures', bytes, { 'Content-Type': type })
})

test('an upload answers 503 only while the disk is full', async ({ shop, upload }) => {
  const { media } = shop.deps
  shop.deps.media = { ...media, put: (_name, bytes) => writeFile('/dev/full', bytes) }
  const message = 'The shop cannot save anything just now. Please try again later.'
  expect(await upload(await createPicture())).toMatchObject({ status: 503, body: { message } })
  expect(shop.logs).toMatchObject([{ level: 'error', message: 'storage full or read-only' }])
  shop.deps.media = media
  expect((await upload(await createPicture())).status).toBe(201)
})

const IS_SENTENCE = /^[A-Z].*\.$/
const noise = Buffer.from(Array.from({ length: 30_000 }, (_, index) => (index * 7_919) % 251))
const raw = { width: 100, height: 100, channels: 3 } as const
const encode = (format: 'webp' | 'jpeg' | 'png' | 'avif' | 'gif') =>
  sharp(noise, { raw }).toFormat(format).toBuffer()
const [webp, jpeg, avif] = [await encode('webp'), await encode('jpeg'), await encode('avif')]
const [gif, png] = [await encode('gif'), await encode('png')]
const text = (input: string) => Buffer.from(input, 'latin1')

const strip = await createPicture(1_200, 239)

/** A PNG whose header claims a size. */
function createPng(width: number, height: number): Buffer {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

describe('a picture of an editor', () => {
  test('is upright, without metadata, with its focal point', async ({ shop, editor, upload }) => {
    const create = { width: 360, height: 270, channels: 3, background: '#a06' } as const
    const jpeg = await sharp({ create })
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { status, body } = await upload(jpeg, 'image/jpeg')
    const base = `/api/media/${body.file}`
    expect([status, body.picture]).toMatchObject([201, { width: 270, height: 360, base }])
    const rendition = await fetchRendition(shop, `/media/${body.file}/240.webp`)
    const metadata = await sharp(await rendition.arrayBuffer()).metadata()
    expect(metadata).toMatchObject({ width: 240, height: 320 })
    expect([metadata.exif, metadata.orientation]).toEqual([undefined, undefined])

    const second = await upload(await createPicture(300, 400))
    const front = { file: body.file, alt: 'The front', focus: { x: 20, y: 75 } }
    const pictures = [{ file: second.body.file, alt: 'The back' }, front]
    const entry = createCatalogEntry({ slug: 'a', pictures })
    const { product } = (await editor.post('/editor/products', entry)).body
    expect(product.entry).toEqual(entry)
    const shown = (await editor.get('/products/slug/a')).body.product
    expect(shown.pictures).toMatchObject([{ alt: 'The back' }, { focus: front.focus }])
    expect(shown.pictures[0]).not.toHaveProperty('focus')

    // Another order, and one removed; the middle is no focal point.
    const saved = { ...entry, pictures: [{ ...front, focus: { x: 50, y: 50 } }], revision: 1 }
    const after = await editor.put(`/editor/products/${product.id}`, saved)
    expect(after.body.product.entry.pictures).toEqual([{ file: body.file, alt: 'The front' }])
  })

  test.for<[what: string, bytes: Uint8Array, message: RegExp]>([
    ['nothing', Buffer.alloc(0), IS_SENTENCE],
    ['an SVG', text('<?xml version="1.0"?><svg><script/></svg>'), /SVG/],
    ['an SVG behind a PNG’s first bytes', text('\x89PNG\r\n\x1a\n<svg xmlns="x"/>'), IS_SENTENCE],
    ['a web page', text('<!doctype html><script></script>'), IS_SENTENCE],
    ['a GIF', gif, IS_SENTENCE],
    ['a photograph of an iPhone', text('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), /Most Compatible/],
    ['a thumbnail', webp, /at least 240 pixels wide and high; this one has 100 × 100\./],
    ['a strip', strip, /this one has 1200 × 239\./],
    ['half a WebP', webp.subarray(0, webp.length / 2), IS_SENTENCE],
    ['a JPEG of noise', Buffer.concat([jpeg.subarray(0, 4), noise]), IS_SENTENCE],
    ['an AVIF of noise', Buffer.concat([avif.subarray(0, 40), noise]), IS_SENTENCE],
    ['a PNG that claims 60,000 × 60,000 pixels', createPng(60_000, 60_000), /this one has 3600\.$/],
    [
      'a PNG of 54 megapixels',
      createPng(9_000, 6_000),
      /at most 50 megapixels; this one has 54\.$/,
    ],
    ['a line of 33 megapixels', createPng(1, 33_000_000), /at most 20,000 pixels; this one has /],
    ['a line of 20,001 pixels', createPng(20_001, 1), /at most 20,000 pixels; .* 20,001\.$/],
  ])('is not %s: refused in little memory (T13)', async ([, bytes, text], { shop, upload }) => {
    const before = process.memoryUsage().rss
    const message = expect.stringMatching(text)
    const answer = await upload(bytes)
    expect(answer).toMatchObject({ status: 400, body: { field: 'picture', message } })
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
    expect(await shop.deps.db.selectFrom('picture').select('hash').execute()).toEqual([])
  })

  test('is sent as one, with at most 12 MB', async ({ upload }) => {
    expect((await upload(webp, 'text/html')).status).toBe(415)
    const large = await upload(Buffer.concat([jpeg, Buffer.alloc(12 * 1024 * 1024)]))
    const message = 'The body may hold at most 12 MB.'
    expect(large).toMatchObject({ status: 413, body: { message } })
  })
})
