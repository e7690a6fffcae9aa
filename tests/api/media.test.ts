import { readdirSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import { productResponse } from '#src/contract/catalog.ts'
import {
  SHARE_PICTURE_SIZE,
  toCategorySharePicture,
  toProductSharePicture,
} from '#src/rules/share-picture.ts'
import { drawSharePicture } from '#src/server/media/draw-share-picture.ts'
import { InvalidPictureError, storePicture } from '#src/server/media/store-picture.ts'
import { startWarming } from '#src/server/media/warm.ts'
import { DEFAULT_SEED_DIR } from '#src/server/seed/read-entries.ts'
import { createInvalidPictures } from '#tests/helpers/invalid-pictures.ts'
import { addProducts, updateProduct } from '#tests/helpers/products.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const NOT_FOUND = { status: 404, body: { success: false, message: 'There is no such picture.' } }

/** A test app that has one picture stored, with its own data folder. */
async function createAppWithPicture(given: Record<string, string> = {}, sourceWidth?: number) {
  const tempDir = createTempDir()
  const folder = tempDir.path
  const shop = await createTestApp({ DATA_DIR: folder, ...given })
  const bytes = await readFile(join(DEFAULT_SEED_DIR, 'pictures', 'watches-sagar-1.webp'))
  const source = sourceWidth ? await sharp(bytes).resize(sourceWidth).toBuffer() : bytes
  const picture = await storePicture(shop.deps, source)
  return {
    ...shop,
    shop,
    folder,
    picture,
    renditions: () => readdirSync(join(folder, 'media', 'renditions', picture.hash)).toSorted(),
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]()
      tempDir[Symbol.dispose]()
    },
  }
}

describe('GET /media/{hash}/{width}.{format}', () => {
  test.each([
    [240, 'avif'],
    [752, 'webp'],
    [960, 'avif'],
  ] as const)('answers a rendition %i wide as %s', async (width, format) => {
    await using app = await createAppWithPicture()
    const response = await app.request(`/media/${app.picture.hash}/${width}.${format}`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': `image/${format}`,
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    const metadata = await sharp(await response.arrayBuffer()).metadata()
    expect(metadata).toMatchObject({ width, height: (width * 5) / 4 })
    expect(metadata.format).toBe(format === 'avif' ? 'heif' : 'webp')
    const etag = response.headers.get('etag') ?? ''
    const again = await app.request(`/media/${app.picture.hash}/${width}.${format}`, {
      headers: { 'if-none-match': etag },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('40 parallel requests create one file and get the same bytes', async () => {
    await using app = await createAppWithPicture()
    const path = `/media/${app.picture.hash}/480.webp`
    const responses = await Promise.all(Array.from({ length: 40 }, () => app.request(path)))
    const bodies = await Promise.all(
      responses.map(async (response) => Buffer.from(await response.arrayBuffer())),
    )
    for (const body of bodies) expect(body.equals(bodies[0] ?? Buffer.alloc(0))).toBe(true)
    expect(app.renditions()).toEqual(['480.webp'])
  })

  const files = [
    ...['241.webp', '0.webp', '-240.webp', '0240.webp', '240.0.webp', '1e2.webp'],
    ...['99999999999999999999.webp', '240.WEBP', '240.png', '240.svg', '240', '240.webp.avif'],
    ...['240.webp%00.avif', '240.webp%0a', '..%2f..%2f..%2fshop.db', '%2e%2e%2f240.webp'],
    ...['..%5c240.webp', '%252e%252e%252f240.webp', '%c0%ae%c0%ae%c0%af240.webp', '%ff', '%'],
  ]

  test(`answers 404 for ${files.length} invalid file names and creates no file (T13)`, async () => {
    await using app = await createAppWithPicture()
    for (const file of files)
      expect(
        await app.shop.createClient().get(`/media/${app.picture.hash}/${file}`),
        file,
      ).toMatchObject(NOT_FOUND)
    expect(readdirSync(join(app.folder, 'media'))).toEqual(['sources'])
  })

  const hashes = ['0'.repeat(32), '0'.repeat(31), 'a'.repeat(64), 'A'.repeat(32), '..', '%00']

  test('answers 404 for unknown and malformed hashes', async () => {
    await using app = await createAppWithPicture()
    for (const hash of hashes) {
      const { status, body } = await app.shop.createClient().get(`/media/${hash}/240.webp`)
      expect([status, body], hash).toMatchObject([404, { success: false }])
    }
  })

  test('answers an uncacheable 500 when the source file is missing', async () => {
    await using app = await createAppWithPicture()
    rmSync(join(app.folder, 'media', 'sources'), { recursive: true })
    const response = await app.shop.createClient().get(`/media/${app.picture.hash}/240.webp`)
    expect(response).toMatchObject({ status: 500, body: { message: 'Something went wrong.' } })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(app.logs).toMatchObject([{ level: 'error', message: 'request failed' }])
  })

  test.each([
    [500, { '480.webp': 200, '500.avif': 200, '752.webp': 404, '960.webp': 404 }],
    [2_500, { '2400.webp': 200, '2500.webp': 404 }],
  ])(
    'a picture %i wide has widths up to its own and the enlargement’s: %o',
    async (width, expected) => {
      await using app = await createAppWithPicture()
      const create = { width, height: 400, channels: 3, background: 'red' } as const
      const { hash } = await storePicture(app.deps, await sharp({ create }).png().toBuffer())
      for (const [file, status] of Object.entries(expected))
        expect([file, (await app.request(`/media/${hash}/${file}`)).status]).toEqual([file, status])
    },
  )
})

describe('storePicture', () => {
  const red = sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('accepts %s', async (format) => {
    await using app = await createAppWithPicture()
    const stored = await storePicture(app.deps, await red.clone().toFormat(format).toBuffer())
    expect(stored).toMatchObject({ format, width: 30, height: 20 })
    expect(stored.placeholder).toMatch(/^data:image\/webp;base64,/)
    expect(stored.placeholder.length).toBeLessThan(1_200)
    expect((await app.request(`/media/${stored.hash}/30.avif`)).status).toBe(200)
  })

  test('stores the same bytes once', async () => {
    await using app = await createAppWithPicture()
    const bytes = await red.clone().png().toBuffer()
    const twice = await Promise.all([storePicture(app.deps, bytes), storePicture(app.deps, bytes)])
    expect(twice[0]?.hash).toBe(twice[1]?.hash)
    expect(await app.deps.db.selectFrom('picture').select('hash').execute()).toHaveLength(2)
    expect(readdirSync(join(app.folder, 'media', 'sources'))).toHaveLength(2)
  })

  test('applies the EXIF orientation and removes the metadata', async () => {
    await using app = await createAppWithPicture()
    const rotated = await red
      .clone()
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const stored = await storePicture(app.deps, rotated)
    expect(stored).toMatchObject({ width: 20, height: 30 })
    const response = await app.request(`/media/${stored.hash}/20.webp`)
    const metadata = await sharp(await response.arrayBuffer()).metadata()
    expect(metadata).toMatchObject({ width: 20, height: 30 })
    expect([metadata.exif, metadata.orientation]).toEqual([undefined, undefined])
  })

  test('rejects other file types, broken files and decompression bombs, and stores nothing (T13)', async () => {
    await using app = await createAppWithPicture()
    for (const { name, bytes } of await createInvalidPictures()) {
      const before = process.memoryUsage().rss
      await expect(storePicture(app.deps, bytes), name).rejects.toThrow(InvalidPictureError)
      expect(process.memoryUsage().rss - before, name).toBeLessThan(150 * 1024 * 1024)
    }
    expect(readdirSync(join(app.folder, 'media', 'sources'))).toHaveLength(1)
    expect(await app.deps.db.selectFrom('picture').select('hash').execute()).toHaveLength(1)
  })
})

/** A test app with the product `a`, which has a picture. */
async function createAppWithProduct(given: Record<string, string> = {}, sourceWidth?: number) {
  const app = await createAppWithPicture(given, sourceWidth)
  const [productId = ''] = await addProducts(app.shop, { slug: 'a', title: 'Minaudière' })
  const place = { product_id: productId, position: 0, picture_hash: app.picture.hash }
  await app.deps.db
    .insertInto('product_picture')
    .values({ ...place, alt: '', focus_x: 50, focus_y: 50 })
    .execute()
  return { ...app, productId }
}

test.each<[env: Record<string, string>, width: number | undefined, url: string]>([
  [{}, 700, '/api/media/hash/700.webp'],
  [
    { MEDIA_ORIGIN: 'https://media.example' },
    undefined,
    'https://media.example/api/media/hash/960.webp',
  ],
])('with %o and a width of %s the picture of a product is %s', async (env, width, url) => {
  await using app = await createAppWithProduct(env, width)
  const { product } = (await app.shop.createClient().get('/products/slug/a')).body
  expect(product.images).toEqual([url.replace('hash', app.picture.hash)])
})

describe('share pictures', () => {
  test('a product has one, whose address changes with its price', async () => {
    await using app = await createAppWithProduct()
    const client = app.shop.createClient()
    const getAddress = async () => {
      const { body } = await client.get('/products/slug/a')
      return toProductSharePicture(productResponse.parse(body).product)?.url ?? ''
    }
    const request = async (url: string) => app.request(url.replace('/api', ''))
    const before = await getAddress()
    const response = await request(before)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const { width, height } = await sharp(await response.arrayBuffer()).metadata()
    expect({ width, height }).toEqual(SHARE_PICTURE_SIZE)

    await updateProduct(app.shop, app.productId, { price_paise: 5_000 })
    const after = await getAddress()
    expect(after).not.toBe(before)
    const former = await request(before)
    expect([former.status, former.headers.get('location')]).toEqual([302, after])
    expect((await request(after)).status).toBe(200)
    expect(app.renditions()).toEqual([basename(after)])
    await updateProduct(app.shop, app.productId, { archived_at: 1 })
    expect((await request(after)).status).toBe(404)
  })

  test('a category has one of each picture of its products', async () => {
    await using app = await createAppWithProduct()
    const share = (category: string) =>
      toCategorySharePicture(category, [
        { pictures: [{ ...app.picture, base: `/media/${app.picture.hash}`, alt: '' }] },
      ])?.url ?? ''
    expect((await app.request(share('watches'))).status).toBe(200)
    expect((await app.request(share('bags'))).status).toBe(404)
  })

  test('a category has one of the picture that its record names, and of no other', async () => {
    await using app = await createAppWithProduct()
    const { hash } = app.picture
    const own = { base: `/media/${hash}`, focus: { x: 10, y: 20 } }
    const share = toCategorySharePicture('bags', [], own)?.url ?? ''
    expect((await app.request(share)).status).toBe(404)
    const editor = await app.shop.createSignedInUser('editor')
    const picture = { file: hash, alt: '', focus: own.focus }
    const body = { ...getDefaultContent('category:bags'), picture }
    const saved = await editor.put('/editor/content/category:bags', { revision: 0, body })
    expect(saved.status).toBe(200)
    expect((await app.request(share)).status).toBe(200)
    expect((await app.request(share.replace('-bags-', '-shoes-'))).status).toBe(404)
  })
})

test.each([
  ['a title of 200 letters', 'word '.repeat(40)],
  ['a word wider than the line', 'W'.repeat(200)],
  ['letters that the fonts lack', 'चाँद 🪷'],
])('draws a share picture with %s', async (_, title) => {
  const source = await readFile(join(DEFAULT_SEED_DIR, 'pictures', 'watches-sagar-1.webp'))
  const bytes = await drawSharePicture({ title, note: '₹1.00', source })
  expect((await sharp(bytes).metadata()).format).toBe('jpeg')
})

describe('startWarming', () => {
  async function startWarmingApp(given: Record<string, string>) {
    const app = await createAppWithProduct(given, 400)
    return { app, warming: startWarming(app.deps) }
  }

  test('generates every rendition and share picture of the products on sale before a request', async () => {
    const { app, warming } = await startWarmingApp({ MEDIA_WARM: 'true' })
    await using _ = app
    const folder = join(app.folder, 'media', 'renditions')
    const all = ['240', '400'].flatMap((width) => [`${width}.avif`, `${width}.webp`])
    const share = expect.stringMatching(/^share-product-a-[a-z0-9]+\.jpg$/)
    const listCreated = () => statSync(folder, { throwIfNoEntry: false }) && app.renditions()
    await vi.waitFor(() => expect(listCreated()).toEqual([...all, share]), {
      timeout: 60_000,
      interval: 25,
    })
    await warming.stop()
  })

  test('stops immediately, and does not start when MEDIA_WARM is off', async () => {
    for (const MEDIA_WARM of ['true', 'false']) {
      const { app, warming } = await startWarmingApp({ MEDIA_WARM })
      await using _ = app
      await warming.stop()
      expect(app.logs).toEqual([])
      const folder = join(app.folder, 'media', 'renditions')
      const created = statSync(folder, { throwIfNoEntry: false }) ? app.renditions().length : 0
      expect(created).toBeLessThan(MEDIA_WARM === 'true' ? 4 : 1)
    }
  })
})
