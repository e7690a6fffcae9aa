import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { testWithFiles } from '#tests/helpers/api-test.ts'
import { createInvalidPictures } from '#tests/helpers/invalid-pictures.ts'
import { createPicture } from '#tests/helpers/pictures.ts'
import { createCatalogEntry } from '#tests/helpers/products.ts'

const test = testWithFiles.extend('upload', ({ editor }) => {
  const send = (bytes: Uint8Array, type = 'image/png') =>
    editor.post('/editor/pictures', bytes, { 'Content-Type': type })
  return send
})

test('an upload answers 503 while the disk is full, and is stored afterwards', async ({
  shop,
  upload,
}) => {
  const { media } = shop.deps
  shop.deps.media = { ...media, put: (_name, bytes) => writeFile('/dev/full', bytes) }
  const picture = await createPicture()
  expect(await upload(picture, 'image/webp')).toMatchObject({
    status: 503,
    body: { message: 'The shop cannot save anything just now. Please try again later.' },
  })
  expect(shop.logs).toMatchObject([{ level: 'error', message: 'storage full or read-only' }])
  shop.deps.media = media
  expect((await upload(picture, 'image/webp')).status).toBe(201)
})

describe('a picture of an editor', () => {
  test('is stored upright and without its metadata, and shown by the product with its focal point', async ({
    shop,
    editor,
    upload,
  }) => {
    const jpeg = await sharp({
      create: { width: 300, height: 200, channels: 3, background: '#a06' },
    })
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const uploaded = await upload(jpeg, 'image/jpeg')
    expect(uploaded).toMatchObject({
      status: 201,
      body: { picture: { width: 200, height: 300, base: `/api/media/${uploaded.body.file}` } },
    })
    const rendition = await shop.request(`/media/${uploaded.body.file}/200.webp`)
    expect(await sharp(await rendition.arrayBuffer()).metadata()).not.toHaveProperty('exif')

    const second = await upload(await createPicture(60, 80), 'image/webp')
    const entry = createCatalogEntry({
      slug: 'a',
      pictures: [
        { file: second.body.file, alt: 'The back' },
        { file: uploaded.body.file, alt: 'The front', focus: { x: 20, y: 75 } },
      ],
    })
    const { product } = (await editor.post('/editor/products', entry)).body
    expect(product.entry).toEqual(entry)
    expect(product.pictures[1]).toMatchObject({ alt: 'The front', focus: { x: 20, y: 75 } })
    const shown = (await editor.get('/products/slug/a')).body.product
    expect(shown.pictures).toMatchObject([{ alt: 'The back' }, { focus: { x: 20, y: 75 } }])
    expect(shown.pictures[0]).not.toHaveProperty('focus')

    // Another order, and one removed.
    const [, front] = entry.pictures
    const saved = { ...entry, pictures: [{ ...front, focus: { x: 50, y: 50 } }], revision: 1 }
    const after = await editor.put(`/editor/products/${product.id}`, saved)
    expect(after.body.product.entry.pictures).toEqual([
      { file: uploaded.body.file, alt: 'The front' },
    ])
  })

  test('is refused with a sentence when the file is no picture', async ({ shop, upload }) => {
    for (const { name, bytes } of await createInvalidPictures()) {
      const { status, body } = await upload(bytes)
      if (name === 'more than 20 MB') {
        expect([status, body.message]).toEqual([413, 'The body may hold at most 12 MB.'])
        continue
      }
      // 49 megapixels of one colour are a picture that can be used.
      if (name.includes('7,000')) expect(status, name).toBe(201)
      else {
        expect([status, body.field], name).toEqual([400, 'picture'])
        expect(body.message, name).toMatch(/^[A-Z].*\.$/)
      }
    }
    const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="x"><script/></svg>')
    expect((await upload(svg, 'image/svg+xml')).body.message).toContain('SVG')
    const large = await sharp({
      create: { width: 9_000, height: 6_000, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer()
    expect((await upload(large)).body.message).toBe(
      'A picture may have at most 50 megapixels; this one has 54.',
    )
    expect((await upload(await createPicture(), 'text/html')).status).toBe(415)
    expect(await shop.deps.db.selectFrom('picture').select('hash').execute()).toHaveLength(1)
  })
})
