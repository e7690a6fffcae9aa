import { readdirSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { InvalidPictureError, storePicture } from '#src/server/media/store-picture.ts'
import { startWarming } from '#src/server/media/warm.ts'
import { DEFAULT_SEED_DIR } from '#src/server/seed/read-entries.ts'
import { createInvalidPictures } from '#tests/helpers/invalid-pictures.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const NOT_THERE = { status: 404, body: { success: false, message: 'There is no such picture.' } }

/** A shop with one picture of the house taken in, in a folder of its own. */
async function shopWithPicture(given: Record<string, string> = {}) {
  const tempDir = createTempDir()
  const folder = tempDir.path
  const shop = await createTestApp({ DATA_DIR: folder, ...given })
  const bytes = await readFile(join(DEFAULT_SEED_DIR, 'pictures', 'watches-sagar-1.webp'))
  const picture = await storePicture(shop.deps, bytes)
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
    [240, 'webp'],
    [480, 'webp'],
    [720, 'avif'],
    [960, 'webp'],
  ] as const)('is the picture, %i wide, as %s', async (width, format) => {
    await using own = await shopWithPicture()
    const response = await own.request(`/media/${own.picture.hash}/${width}.${format}`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': `image/${format}`,
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    const made = await sharp(await response.arrayBuffer()).metadata()
    expect(made).toMatchObject({ width, height: (width * 5) / 4 })
    expect(made.format).toBe(format === 'avif' ? 'heif' : 'webp')
    const etag = response.headers.get('etag') ?? ''
    const again = await own.request(`/media/${own.picture.hash}/${width}.${format}`, {
      headers: { 'if-none-match': etag },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('40 at once make one file, whole for everybody', async () => {
    await using own = await shopWithPicture()
    const path = `/media/${own.picture.hash}/480.webp`
    const answers = await Promise.all(Array.from({ length: 40 }, () => own.request(path)))
    const bodies = await Promise.all(
      answers.map(async (one) => Buffer.from(await one.arrayBuffer())),
    )
    for (const body of bodies) expect(body.equals(bodies[0] ?? Buffer.alloc(0))).toBe(true)
    expect(own.renditions()).toEqual(['480.webp'])
  })

  test('is made once: later answers come from the file', async () => {
    await using own = await shopWithPicture()
    const path = `/media/${own.picture.hash}/240.webp`
    await own.request(path)
    rmSync(join(own.folder, 'media', 'sources'), { recursive: true })
    expect((await own.request(path)).status).toBe(200)
  })

  const files = [
    '241.webp',
    '0.webp',
    '-240.webp',
    '0240.webp',
    '240.0.webp',
    '1e2.webp',
    '99999999999999999999.webp',
    '240.WEBP',
    '240.png',
    '240.svg',
    '240',
    '240.webp.avif',
    '240.webp%00.avif',
    '240.webp%0a',
    '..%2f..%2f..%2fshop.db',
    '%2e%2e%2f240.webp',
    '..%5c240.webp',
    '....%2f%2f240.webp',
    '%252e%252e%252f240.webp',
    '%c0%ae%c0%ae%c0%af240.webp',
    '%ff',
    '%',
    'con',
  ]

  test(`T13: none of ${files.length} other names is a picture, or leads anywhere`, async () => {
    await using own = await shopWithPicture()
    for (const file of files)
      expect(
        await own.shop.createClient().get(`/media/${own.picture.hash}/${file}`),
        file,
      ).toMatchObject(NOT_THERE)
    expect(readdirSync(join(own.folder, 'media'))).toEqual(['sources'])
  })

  test('pictures that nobody stored are not there', async () => {
    await using own = await shopWithPicture()
    const hashes = [
      '0'.repeat(32),
      '0'.repeat(31),
      'a'.repeat(64),
      'A'.repeat(32),
      '..',
      '%2e%2e',
      '..%2fsources',
      '%00',
      "' or 1=1 --",
    ]
    for (const hash of hashes) {
      const { status, body } = await own.shop.createClient().get(`/media/${hash}/240.webp`)
      expect([status, body], hash).toMatchObject([404, { success: false }])
    }
  })

  test('a picture whose file is lost is an error that nobody keeps', async () => {
    await using own = await shopWithPicture()
    rmSync(join(own.folder, 'media', 'sources'), { recursive: true })
    const answer = await own.shop.createClient().get(`/media/${own.picture.hash}/240.webp`)
    expect(answer).toMatchObject({ status: 500, body: { message: 'Something went wrong.' } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(own.logs).toMatchObject([{ level: 'error', message: 'request failed' }])
  })

  test('is not wider than its source', async () => {
    await using own = await shopWithPicture()
    const small = await sharp({
      create: { width: 500, height: 400, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer()
    const { hash } = await storePicture(own.deps, small)
    const status = async (file: string) => (await own.request(`/media/${hash}/${file}`)).status
    expect([await status('480.webp'), await status('500.avif')]).toEqual([200, 200])
    expect([await status('720.webp'), await status('960.webp')]).toEqual([404, 404])
  })
})

describe('storePicture', () => {
  const red = sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('takes %s', async (format) => {
    await using own = await shopWithPicture()
    const stored = await storePicture(own.deps, await red.clone().toFormat(format).toBuffer())
    expect(stored).toMatchObject({ format, width: 30, height: 20 })
    expect(stored.placeholder).toMatch(/^data:image\/webp;base64,/)
    expect(stored.placeholder.length).toBeLessThan(1_200)
    expect((await own.request(`/media/${stored.hash}/30.avif`)).status).toBe(200)
  })

  test('the same picture twice is one picture', async () => {
    await using own = await shopWithPicture()
    const bytes = await red.clone().png().toBuffer()
    const twice = await Promise.all([storePicture(own.deps, bytes), storePicture(own.deps, bytes)])
    expect(twice[0]?.hash).toBe(twice[1]?.hash)
    expect(await own.deps.db.selectFrom('picture').select('hash').execute()).toHaveLength(2)
    expect(readdirSync(join(own.folder, 'media', 'sources'))).toHaveLength(2)
  })

  test('turns a photograph upright and tells nothing of where it was taken', async () => {
    await using own = await shopWithPicture()
    const lying = await red
      .clone()
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const stored = await storePicture(own.deps, lying)
    expect(stored).toMatchObject({ width: 20, height: 30 })
    const response = await own.request(`/media/${stored.hash}/20.webp`)
    const made = await sharp(await response.arrayBuffer()).metadata()
    expect(made).toMatchObject({ width: 20, height: 30 })
    expect([made.exif, made.orientation]).toEqual([undefined, undefined])
  })

  test('T13: refuses files of other kinds, broken ones and bombs, and keeps nothing of them', async () => {
    await using own = await shopWithPicture()
    for (const { name, bytes } of await createInvalidPictures()) {
      const before = process.memoryUsage().rss
      await expect(storePicture(own.deps, bytes), name).rejects.toThrow(InvalidPictureError)
      expect(process.memoryUsage().rss - before, name).toBeLessThan(150 * 1024 * 1024)
    }
    expect(readdirSync(join(own.folder, 'media', 'sources'))).toHaveLength(1)
    expect(await own.deps.db.selectFrom('picture').select('hash').execute()).toHaveLength(1)
  })
})

describe('warming', () => {
  async function warmed(given: Record<string, string>) {
    const own = await shopWithPicture(given)
    const [product_id = ''] = await addProducts(own.shop, { slug: 'a' })
    const shown = { product_id, position: 0, picture_hash: own.picture.hash, alt: '' }
    await own.deps.db.insertInto('product_picture').values(shown).execute()
    return { own, warming: startWarming(own.deps) }
  }

  test('generates every rendition of the products on sale before a request', async () => {
    const { own, warming } = await warmed({ MEDIA_WARM: 'true' })
    await using _ = own
    const folder = join(own.folder, 'media', 'renditions')
    const all = ['240', '480', '720', '960'].flatMap((width) => [`${width}.avif`, `${width}.webp`])
    const made = () => statSync(folder, { throwIfNoEntry: false }) && own.renditions()
    await vi.waitFor(() => expect(made()).toEqual(all), { timeout: 60_000, interval: 25 })
    await warming.stop()
  })

  test('stops at once, and never begins when MEDIA_WARM is off', async () => {
    for (const MEDIA_WARM of ['true', 'false']) {
      const { own, warming } = await warmed({ MEDIA_WARM })
      await using _ = own
      await warming.stop()
      expect(own.logs).toEqual([])
      const folder = join(own.folder, 'media', 'renditions')
      const made = statSync(folder, { throwIfNoEntry: false }) ? own.renditions().length : 0
      expect(made).toBeLessThan(MEDIA_WARM === 'true' ? 8 : 1)
    }
  })
})
