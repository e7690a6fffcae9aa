import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { testWithFiles } from '#tests/helpers/api-test.ts'
import { createInvalidPictures } from '#tests/helpers/invalid-pictures.ts'
import { createPicture } from '#tests/helpers/pictures.ts'
import { createCatalogEntry } from '#tests/helpers/products.ts'

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

describe('a picture of an editor', () => {
  test('is upright, without metadata, with its focal point', async ({ shop, editor, upload }) => {
    const create = { width: 300, height: 200, channels: 3, background: '#a06' } as const
    const jpeg = await sharp({ create })
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { status, body } = await upload(jpeg, 'image/jpeg')
    const base = `/api/media/${body.file}`
    expect([status, body.picture]).toMatchObject([201, { width: 200, height: 300, base }])
    const rendition = await shop.request(`/media/${body.file}/200.webp`)
    const metadata = await sharp(await rendition.arrayBuffer()).metadata()
    expect(metadata).toMatchObject({ width: 200, height: 300 })
    expect([metadata.exif, metadata.orientation]).toEqual([undefined, undefined])

    const second = await upload(await createPicture(60, 80))
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

  test('is refused if it is none or needs too much memory (T13)', async ({ shop, upload }) => {
    const invalid = await createInvalidPictures()
    for (const { name, bytes, type, status = 400, message = /^[A-Z].*\.$/ } of invalid) {
      const before = process.memoryUsage().rss
      const answer = await upload(bytes, type)
      expect([answer.status, answer.body.message], name).toEqual([
        status,
        expect.stringMatching(message),
      ])
      if (status === 400) expect(answer.body.field, name).toBe('picture')
      expect(process.memoryUsage().rss - before, name).toBeLessThan(150 * 1024 * 1024)
    }
    expect(await shop.deps.db.selectFrom('picture').select('hash').execute()).toEqual([])
  })
})
