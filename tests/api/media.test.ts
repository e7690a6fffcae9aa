import { readdirSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, vi } from 'vitest'
import {
  SHARE_PICTURE_SIZE,
  toCategorySharePicture,
  toProductSharePicture,
} from '#src/channels/share-picture.ts'
import { getDefaultContent } from '#src/content/defaults.ts'
import { productResponse } from '#src/contract/catalog.ts'
import type { Deps } from '#src/server/core/deps.ts'
import { getFileGenerator } from '#src/server/core/media/renditions.ts'
import { storePicture } from '#src/server/core/media/store-picture.ts'
import { drawSharePicture } from '#src/server/shop/media/draw-share-picture.ts'
import { startWarming } from '#src/server/shop/media/warm.ts'
import { DEFAULT_SEED_DIR } from '#src/server/shop/seed/read-entries.ts'
import { testWithFiles } from '#tests/helpers/api-test.ts'
import { FOREVER, fetchRendition } from '#tests/helpers/rendition.ts'
import { addProducts, updateProduct } from '#tools/products.ts'

const seedPicture = await readFile(join(DEFAULT_SEED_DIR, 'pictures', 'watches-sagar-1.webp'))
/** A picture whose renditions do not come with the shop. */
const source = await sharp(seedPicture).webp().toBuffer()

/** A shop with the product `a`, which has a picture. */
const test = testWithFiles.extend('app', async ({ shop, folder, visitor }) => {
  const addPicture = async (width?: number, file = source) => {
    const bytes = width ? await sharp(file).resize(width).toBuffer() : file
    const picture = await storePicture(shop.deps, bytes)
    const [product_id = ''] = await addProducts(shop, { slug: 'a', title: 'Minaudière' })
    const place = { product_id, position: 0, picture_hash: picture.hash }
    await shop.deps.db
      .insertInto('product_picture')
      .values({ ...place, alt: '', focus_x: 50, focus_y: 50, worn: 0 })
      .execute()
    const renditions = join(folder, 'media', 'renditions', picture.hash)
    return {
      ...picture,
      productId: product_id,
      path: `/media/${picture.hash}`,
      listFiles: () =>
        statSync(renditions, { throwIfNoEntry: false }) ? readdirSync(renditions).toSorted() : [],
    }
  }
  const getRendition = (path: string) => fetchRendition(shop, path)
  return { shop, deps: shop.deps, request: shop.request, client: visitor, addPicture, getRendition }
})

/** Keeps every slot of the generator busy until `release`. */
async function blockGenerator(deps: Deps) {
  const released = Promise.withResolvers<never>()
  const block = (name: string) =>
    new Promise<void>((resolve) => {
      const wait = () => {
        resolve()
        return released.promise
      }
      getFileGenerator(deps)(join(deps.env.DATA_DIR, name), wait).catch(() => {})
    })
  await Promise.all(['one', 'two'].map(block))
  return { release: () => released.reject(new Error('released')) }
}

describe('GET /media/{hash}/{width}.{format}', () => {
  test.for([
    [752, 'webp'],
    [960, 'avif'],
  ] as const)('answers a rendition %i wide as %s', async ([width, format], { app }) => {
    const { path } = await app.addPicture()
    const response = await app.getRendition(`${path}/${width}.${format}`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': `image/${format}`,
      'cache-control': FOREVER,
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({
      width,
      height: (width * 5) / 4,
      format: format === 'avif' ? 'heif' : 'webp',
    })
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' }
    const again = await app.request(`${path}/${width}.${format}`, { headers })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('40 parallel requests create one file and get the same bytes', async ({ app }) => {
    const picture = await app.addPicture()
    const get = async () => (await app.getRendition(`${picture.path}/480.webp`)).arrayBuffer()
    const bodies = await Promise.all(Array.from({ length: 40 }, get))
    const [first = Buffer.alloc(0), ...others] = bodies.map((bytes) => Buffer.from(bytes))
    expect(others.filter((body) => !body.equals(first))).toEqual([])
    expect(picture.listFiles()).toEqual(['480.webp'])
  })

  test('sends the picture as it is there while the rendition waits for others', async ({ app }) => {
    const { path } = await app.addPicture()
    const waiting = await blockGenerator(app.deps)
    const sent = async (file: string) => {
      const response = await app.request(`${path}/${file}`)
      const { headers } = response
      return {
        type: headers.get('content-type'),
        cache: headers.get('cache-control'),
        etag: headers.get('etag'),
        bytes: Buffer.from(await response.arrayBuffer()),
      }
    }
    const standIn = { cache: 'public, max-age=30', etag: null }
    expect(await sent('480.avif')).toEqual({ ...standIn, type: 'image/webp', bytes: source })
    waiting.release()
    const wide = Buffer.from(await (await app.getRendition(`${path}/752.webp`)).arrayBuffer())
    await app.getRendition(`${path}/480.avif`)
    const again = await blockGenerator(app.deps)
    expect(await sent('480.webp')).toMatchObject({ ...standIn, type: 'image/avif' })
    expect(await sent('752.avif')).toEqual({ ...standIn, type: 'image/webp', bytes: wide })
    expect(await sent('960.avif')).toEqual({ ...standIn, type: 'image/webp', bytes: wide })
    // The enlargement needs every pixel.
    expect(await sent('960.webp')).toEqual({ ...standIn, type: 'image/webp', bytes: source })
    again.release()
  })

  test('sends what comes with the shop at once, and makes no file of it', async ({ app }) => {
    const { path, listFiles } = await app.addPicture(undefined, seedPicture)
    const waiting = await blockGenerator(app.deps)
    for (const width of [480, 752]) {
      const response = await app.request(`${path}/${width}.avif`)
      expect(response.headers.get('cache-control')).toBe(FOREVER)
      expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ width })
    }
    // A wider screen gets the nearest of them meanwhile.
    const standIn = await app.request(`${path}/960.avif`)
    expect(standIn.headers.get('content-type')).toBe('image/avif')
    expect(await sharp(await standIn.arrayBuffer()).metadata()).toMatchObject({ width: 752 })
    // The enlargement needs every pixel.
    const enlarged = await app.request(`${path}/960.webp`)
    expect(Buffer.from(await enlarged.arrayBuffer())).toEqual(seedPicture)
    waiting.release()
    expect(listFiles()).toEqual([])
  })

  test.for([
    ['says where it was taken', { exif: { IFD3: { GPSLatitude: '26/1 55/1 0/1' } } }],
    ['is large', {}],
  ] as const)('never sends a source that %s', async ([reason, metadata], { app }) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const
    const [width, height] = reason === 'is large' ? [1_200, 1_200] : [60, 60]
    const create = { width, height, channels: 3, background: 'red', noise } as const
    const photograph = sharp({ create })
    const bytes = await ('exif' in metadata ? photograph.withExif(metadata.exif) : photograph)
      .png()
      .toBuffer()
    const picture = await storePicture(app.deps, bytes)
    const waiting = await blockGenerator(app.deps)
    const file = `/media/${picture.hash}/${Math.min(240, width)}.webp`
    const answered = app.request(file)
    setTimeout(waiting.release, 400)
    const response = await answered
    expect(response.headers.get('cache-control')).toBe(FOREVER)
    const metadataSent = await sharp(await response.arrayBuffer()).metadata()
    expect(metadataSent).toMatchObject({ format: 'webp' })
    expect(metadataSent.exif).toBeUndefined()
  })

  const files = [
    ...['241.webp', '0.webp', '-240.webp', '0240.webp', '240.0.webp', '1e2.webp'],
    ...['99999999999999999999.webp', '240.WEBP', '240.png', '240.svg', '240', '240.webp.avif'],
    ...['240.webp%00.avif', '240.webp%0a', '..%2f..%2f..%2fshop.db', '%2e%2e%2f240.webp'],
    ...['..%5c240.webp', '%252e%252e%252f240.webp', '%c0%ae%c0%ae%c0%af240.webp', '%ff', '%'],
  ]
  const hashes = ['0'.repeat(32), '0'.repeat(31), 'a'.repeat(64), 'A'.repeat(32), '..', '%00']

  test('answers 404 for names of no picture, and creates no file (T13)', async ({ app }) => {
    const { path, listFiles } = await app.addPicture()
    for (const file of files) {
      const body = { success: false, message: 'There is no such picture.' }
      expect(await app.client.get(`${path}/${file}`), file).toMatchObject({ status: 404, body })
    }
    for (const hash of hashes) {
      const answer = await app.client.get(`/media/${hash}/240.webp`)
      expect(answer, hash).toMatchObject({ status: 404, body: { success: false } })
    }
    expect(listFiles()).toEqual([])
  })

  test('answers an uncacheable 500 when the source file is missing', async ({ app, folder }) => {
    const { path } = await app.addPicture()
    rmSync(join(folder, 'media', 'sources'), { recursive: true })
    const response = await app.client.get(`${path}/240.webp`)
    expect(response).toMatchObject({ status: 500, body: { message: 'Something went wrong.' } })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(app.shop.logs).toMatchObject([{ level: 'error', message: 'request failed' }])
  })

  test.for([
    [500, { '480.webp': 200, '500.avif': 200, '752.webp': 404, '960.webp': 404 }],
    [2_500, { '2400.webp': 200, '2500.webp': 404 }],
  ] as const)(
    'a picture %i wide has widths up to its own and the enlargement’s: %o',
    async ([width, expected], { app }) => {
      const create = { width, height: 400, channels: 3, background: 'red' } as const
      const { hash } = await storePicture(app.deps, await sharp({ create }).png().toBuffer())
      for (const [file, status] of Object.entries(expected))
        expect([file, (await app.request(`/media/${hash}/${file}`)).status]).toEqual([file, status])
    },
  )
})

// tests/api/editor-pictures.test.ts has what is refused.
test('stores JPEG, PNG, WebP and AVIF, the same bytes once', async ({ app }) => {
  const red = sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    const bytes = await red.clone().toFormat(format).toBuffer()
    const [stored, again] = await Promise.all([
      storePicture(app.deps, bytes),
      storePicture(app.deps, bytes),
    ])
    expect(stored).toMatchObject({ format, width: 30, height: 20, hash: again.hash })
    expect(stored.placeholder).toMatch(/^data:image\/webp;base64,.{1,1200}$/)
    expect((await app.request(`/media/${stored.hash}/30.avif`)).status).toBe(200)
  }
  expect(await app.deps.db.selectFrom('picture').select('hash').execute()).toHaveLength(4)
})

const otherHost = test.extend('env', ({ folder }) => ({
  DATA_DIR: folder,
  MEDIA_ORIGIN: 'https://media.example',
}))
otherHost('a product names its picture in the largest width, at MEDIA_ORIGIN', async ({ app }) => {
  const { path } = await app.addPicture(700)
  const { product } = (await app.client.get('/products/slug/a')).body
  expect(product.images).toEqual([`https://media.example/api${path}/700.webp`])
})

describe('share pictures', () => {
  test('a product has one, whose address changes with its price', async ({ app }) => {
    const picture = await app.addPicture()
    const getAddress = async () => {
      const { body } = await app.client.get('/products/slug/a')
      return toProductSharePicture(productResponse.parse(body).product)?.url ?? ''
    }
    const request = (url: string) => app.request(url.replace('/api', ''))
    const before = await getAddress()
    const { status, headers, ...response } = await app.client.get(before.replace('/api', ''))
    expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(headers.get('cache-control')).toBe(FOREVER)
    const { width, height } = await sharp(response.bytes).metadata()
    expect({ width, height }).toEqual(SHARE_PICTURE_SIZE)

    await updateProduct(app.shop, picture.productId, { price_paise: 5_000 })
    const after = await getAddress()
    const former = await request(before)
    expect([former.status, former.headers.get('location')]).toEqual([302, after])
    expect((await request(after)).status).toBe(200)
    expect(picture.listFiles()).toEqual([basename(after)])
    await updateProduct(app.shop, picture.productId, { archived_at: 1 })
    expect((await request(after)).status).toBe(404)
  })

  test('a category has one of a product, and one of its own picture', async ({ app, editor }) => {
    const { hash, path, ...picture } = await app.addPicture()
    const ofProduct = (category: string) =>
      toCategorySharePicture(category, [{ pictures: [{ ...picture, base: path, alt: '' }] }])
    const focus = { x: 10, y: 20 }
    const own = toCategorySharePicture('bags', [], { base: path, focus })?.url ?? ''
    const statusesOf = (...urls: string[]) =>
      Promise.all(urls.map(async (url) => (await app.request(url)).status))
    const urls = ['watches', 'bags'].map((category) => ofProduct(category)?.url ?? '')
    expect(await statusesOf(...urls, own)).toEqual([200, 404, 404])
    const body = { ...getDefaultContent('category:bags'), picture: { file: hash, alt: '', focus } }
    await editor.put('/editor/content/category:bags', { revision: 0, body })
    expect(await statusesOf(own, own.replace('-bags-', '-shoes-'))).toEqual([200, 404])
  })

  test.for([
    ['a title of 200 letters', 'word '.repeat(40)],
    ['a word wider than the line', 'W'.repeat(200)],
    ['letters that the fonts lack', 'चाँद 🪷'],
  ])('one can have %s', async ([_, title = '']) => {
    const bytes = await drawSharePicture({ title, note: '₹1.00', source })
    expect((await sharp(bytes).metadata()).format).toBe('jpeg')
  })
})

test('every rendition and share picture is generated before a request', async ({ app }) => {
  const { listFiles } = await app.addPicture(400)
  const stopped = startWarming({ ...app.deps, env: { ...app.deps.env, MEDIA_WARM: true } })
  await stopped.stop()
  expect(listFiles().length).toBeLessThan(4)
  const off = startWarming(app.deps)
  const running = startWarming({ ...app.deps, env: { ...app.deps.env, MEDIA_WARM: true } })
  const all = ['240', '400'].flatMap((width) => [`${width}.avif`, `${width}.webp`])
  const share = expect.stringMatching(/^share-product-a-[a-z0-9]+\.jpg$/)
  await vi.waitFor(() => expect(listFiles()).toEqual([...all, share]), {
    timeout: 60_000,
    interval: 25,
  })
  await Promise.all([off.stop(), running.stop()])
  expect(app.shop.logs).toEqual([])
})
