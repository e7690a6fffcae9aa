import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogResponse, productsResponse } from '#src/contract/catalog.ts'
import { brand } from '#src/rules/brand.ts'
import { DEFAULT_SEED_DIR } from '#src/server/seed/read-entries.ts'
import { seedCatalog } from '#src/server/seed/seed.ts'
import { StartupError } from '#src/server/startup-error.ts'
import { createCatalogEntry } from '#tests/helpers/products.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

const PICTURE = 'watches-sagar-1.webp'

/** Seeds a database with these entries; returns the error message, or '' on success. */
async function getSeedError(entries: unknown, ...more: [name: string, content: string][]) {
  using folder = createTempDir()
  mkdirSync(join(folder.path, 'catalogue'))
  mkdirSync(join(folder.path, 'pictures'))
  cpSync(join(DEFAULT_SEED_DIR, 'pictures', PICTURE), join(folder.path, 'pictures', PICTURE))
  writeFileSync(join(folder.path, 'pictures', 'broken.webp'), 'RIFF\0\0\0\0WEBPnothing')
  writeFileSync(join(folder.path, 'pictures', 'drawing.webp'), '<svg xmlns="x"></svg>')
  const text = typeof entries === 'string' ? entries : JSON.stringify(entries)
  writeFileSync(join(folder.path, 'catalogue', 'watches.json'), text)
  for (const [name, content] of more) writeFileSync(join(folder.path, 'catalogue', name), content)
  await using shop = await createTestApp({ DATA_DIR: join(folder.path, 'data') })
  const seeding = seedCatalog(shop.deps, () => {}, folder.path)
  const error = await seeding.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error === undefined) return ''
  expect(error).toBeInstanceOf(StartupError)
  expect(await shop.deps.db.selectFrom('product').select('id').execute()).toEqual([])
  return error instanceof Error ? error.message : ''
}

const validEntry = createCatalogEntry({
  slug: 'a',
  pictures: [{ file: PICTURE, alt: 'A watch' }],
})

describe('seeding the default catalogue', () => {
  const folder = createTempDir()
  const progress: [number, number][] = []
  let shop: TestApp
  let inserted: number
  beforeAll(async () => {
    shop = await createTestApp({ DATA_DIR: folder.path })
    inserted = await seedCatalog(shop.deps, (done, all) => progress.push([done, all]))
    // Decoding all pictures may take as long as a test may.
  }, 120_000)
  afterAll(async () => {
    await shop[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })

  test('adds 52 products of eight categories to an empty database, once', async () => {
    expect(inserted).toBe(52)
    expect(progress.at(-1)).toEqual([156, 156])
    expect(await seedCatalog(shop.deps)).toBe(0)

    const answer = await shop.createClient().get('/products/get-all-products?detail=full')
    const { products, revision } = catalogResponse.parse(answer.body)
    expect(revision).toBe(1)
    expect(products).toHaveLength(52)
    expect(products.slice(0, 8).map((product) => product.category)).toEqual(brand.categories)
    for (const product of products) {
      expect(product.pictures.length, product.slug).toBeGreaterThanOrEqual(3)
      expect(product.relatedProducts.length, product.slug).toBeGreaterThanOrEqual(4)
      expect(product.pictures.map((picture) => picture.alt).join(), product.slug).not.toBe('')
    }
    expect(readdirSync(join(folder.path, 'media', 'sources'))).toHaveLength(156)
  })

  test('restores missing picture files', async () => {
    const sources = join(folder.path, 'media', 'sources')
    const before = readdirSync(sources).toSorted()
    rmSync(sources, { recursive: true })
    expect(await seedCatalog(shop.deps)).toBe(0)
    expect(readdirSync(sources).toSorted()).toEqual(before)
    expect(shop.logs).toEqual([])
  })

  test('creates the same ids, order and pictures in every database', async () => {
    await using another = await createTestApp({ DATA_DIR: folder.path })
    await seedCatalog(another.deps)
    const list = async (app: TestApp) =>
      productsResponse.parse((await app.createClient().get('/products/get-all-products')).body)
    expect(await list(another)).toEqual(await list(shop))
  })
})

async function expectRejected(entries: unknown, expected: string): Promise<void> {
  const message = await getSeedError(entries)
  expect(message).toMatch(/^The catalogue cannot be used: .*\.$/)
  expect(message).toContain(expected)
}

describe('catalogue entries', () => {
  test('accepts a valid entry', async () => {
    expect(await getSeedError([validEntry])).toBe('')
  })

  const option = (name: string, ...values: string[]) => ({ name, values })
  const picture = (file: string) => ({ pictures: [{ file, alt: '' }] })

  // The rules of an entry, which the form of the studio shares, are in tests/unit/studio/form.test.ts.
  test.each<[what: string, change: object, expected: string]>([
    ['no slug', { slug: undefined }, '"entry 1", slug: Invalid input: expected string'],
    ['a hostile slug (T22)', { slug: '../../x' }, '"../../x", slug: A slug is lower-case words'],
    ['an unknown field', { colour: 'red' }, '"a", colour: is not a field.'],
    [
      'a repeated option',
      { options: [option('S', '1'), option('S', '1')], variant: { S: '1' } },
      '"a", options: names an option twice.',
    ],
    ['a missing picture', picture('gone.webp'), 'there is no pictures/gone.webp.'],
    [
      'a picture of another folder',
      picture('../catalogue/watches.json'),
      'there is no pictures/../catalogue/watches.json.',
    ],
    ['a broken picture', picture('broken.webp'), 'broken.webp: The picture cannot be read'],
    ['an SVG as picture (T13)', picture('drawing.webp'), 'Only JPEG, PNG, WebP and AVIF pictures'],
    ['an entry related to itself', { related: ['a'] }, '"a", related.0: must be the slug'],
  ])('rejects %s', (_, change, expected) =>
    expectRejected([{ ...validEntry, ...change }], expected),
  )

  test.each([
    ['invalid JSON', '[{', 'watches.json is not JSON ('],
    ['JSON that is not a list', { slug: 'a' }, 'watches.json must hold a list of products.'],
    ['an empty list', [], 'has no products.'],
    ['an entry that is no object', [7], '"entry 1", the entry: Invalid input: expected object'],
    ['a repeated slug', [validEntry, validEntry], '"a", slug: must be used once; watches.json has'],
  ])('rejects %s', (_, entries, expected) => expectRejected(entries, expected))

  test('rejects a slug of another file', async () => {
    const other: [string, string] = ['bags.json', JSON.stringify([validEntry])]
    expect(await getSeedError([validEntry], other)).toContain(
      'watches.json, "a", slug: must be used once; bags.json has it too.',
    )
  })
})
