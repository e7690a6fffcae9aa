import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, vi } from 'vitest'
import { catalogResponse } from '#src/contract/catalog.ts'
import { brandCategories } from '#src/rules/brand.ts'
import { StartupError } from '#src/server/core/startup-error.ts'
import { DEFAULT_SEED_DIR } from '#src/server/shop/seed/read-entries.ts'
import { seedCatalog } from '#src/server/shop/seed/seed.ts'
import { testWithFiles as test } from '#tests/helpers/api-test.ts'
import { createCatalogEntry } from '#tools/products.ts'
import { createTestApp, type TestApp } from '#tools/test-app.ts'

// All pictures are decoded.
vi.setConfig({ testTimeout: 300_000 })

const PICTURE = 'watches-sagar-1.webp'

/** Writes a catalogue of these files and some pictures. @returns its folder. */
function writeSeed(folder: string, files: Record<string, unknown>): string {
  const seed = join(folder, 'seed')
  for (const name of ['catalog', 'pictures']) mkdirSync(join(seed, name), { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(seed, name), text)
  cpSync(join(DEFAULT_SEED_DIR, 'pictures', PICTURE), join(seed, 'pictures', PICTURE))
  write('pictures/broken.webp', 'RIFF\0\0\0\0WEBPnothing')
  write('pictures/drawing.webp', '<svg xmlns="x"></svg>')
  for (const [name, content] of Object.entries(files))
    write(`catalog/${name}`, typeof content === 'string' ? content : JSON.stringify(content))
  return seed
}

const toEntry = (slug: string) =>
  createCatalogEntry({ slug, pictures: [{ file: PICTURE, alt: 'A watch' }] })

test('the default catalogue has 52 products of eight categories', async ({ shop, folder }) => {
  const progress: [number, number][] = []
  expect(await seedCatalog(shop.deps, (done, all) => progress.push([done, all]))).toBe(52)
  expect(progress.at(-1)).toEqual([142, 142])
  const answer = await shop.createClient().get('/products/get-all-products?detail=full')
  const { products, revision } = catalogResponse.parse(answer.body)
  expect(revision).toBe(1)
  expect(products).toHaveLength(52)
  const categories = products.map((product) => product.category)
  const byTurns = brandCategories.filter((category) => category !== 'clothing')
  expect(categories.slice(0, 7)).toEqual(byTurns)
  // Clothing is last.
  expect(categories.slice(-7)).toEqual(Array(7).fill('clothing'))
  for (const product of products) {
    // A third view that repeats the first is left out.
    expect(product.pictures.length, product.slug).toBeGreaterThanOrEqual(2)
    expect(product.relatedProducts.length, product.slug).toBeGreaterThanOrEqual(4)
    expect(product.pictures.map((picture) => picture.alt).join(), product.slug).not.toBe('')
  }
  // Once only: another start restores picture files that are missing.
  const sources = join(folder, 'media', 'sources')
  const files = readdirSync(sources).toSorted()
  expect(files).toHaveLength(142)
  for (const file of files.slice(0, 2)) rmSync(join(sources, file))
  expect(await seedCatalog(shop.deps)).toBe(0)
  expect(readdirSync(sources).toSorted()).toEqual(files)
  expect(shop.logs).toEqual([])
})

test('one catalogue makes the same ids, order and pictures in every database', async ({
  shop,
  folder,
}) => {
  await using another = await createTestApp({ DATA_DIR: folder })
  const list = async (app: TestApp) => {
    expect(await seedCatalog(app.deps, () => {}, seed)).toBe(3)
    return (await app.createClient().get('/products/get-all-products')).body
  }
  const seed = writeSeed(folder, { 'watches.json': ['c', 'a', 'b'].map(toEntry) })
  expect(await list(another)).toEqual(await list(shop))
})

describe('catalogue entries', () => {
  const entry = toEntry('a')
  const option = (name: string, ...values: string[]) => ({ name, values })
  const withChange = (change: object) => ({ 'watches.json': [{ ...entry, ...change }] })
  const withPicture = (file: string) => withChange({ pictures: [{ file, alt: '' }] })

  // The rules of an entry, which the form of the studio shares, are in tests/unit/studio/form.test.ts.
  test.for<[what: string, files: Record<string, unknown>, message: string]>([
    ['no slug', withChange({ slug: undefined }), '"entry 1", slug: Invalid input: expected string'],
    [
      'a hostile slug (T22)',
      withChange({ slug: '../../x' }),
      '"../../x", slug: must be lower-case words',
    ],
    ['an unknown field', withChange({ colour: 'red' }), '"a", colour: is not a field.'],
    [
      'a repeated option',
      withChange({ options: [option('S', '1'), option('S', '1')], variant: { S: '1' } }),
      '"a", options: names an option twice.',
    ],
    ['a missing picture', withPicture('gone.webp'), 'there is no pictures/gone.webp.'],
    [
      'a picture of another folder',
      withPicture('../catalog/watches.json'),
      'there is no pictures/../catalog/watches.json.',
    ],
    ['a broken picture', withPicture('broken.webp'), 'broken.webp: The picture cannot be read'],
    ['an SVG (T13)', withPicture('drawing.webp'), 'Only JPEG, PNG, WebP and AVIF pictures'],
    [
      'an entry related to itself',
      withChange({ related: ['a'] }),
      '"a", related.0: must be the slug',
    ],
    ['invalid JSON', { 'watches.json': '[{' }, 'watches.json is not JSON ('],
    ['no list', { 'watches.json': { slug: 'a' } }, 'watches.json must hold a list of products.'],
    ['an empty list', { 'watches.json': [] }, 'has no products.'],
    ['no object', { 'watches.json': [7] }, '"entry 1", the entry: Invalid input: expected object'],
    [
      'a slug of another file',
      { 'bags.json': [entry], 'watches.json': [entry] },
      'watches.json, "a", slug: must be used once; bags.json has it too.',
    ],
  ])('with %s are rejected with its place', async ([, files, message], { shop, folder }) => {
    const seeding = seedCatalog(shop.deps, () => {}, writeSeed(folder, files))
    const error = await seeding.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(StartupError)
    expect(String(error)).toMatch(/The catalogue cannot be used: .*\.$/)
    expect(String(error)).toContain(message)
    expect(await shop.deps.db.selectFrom('product').select('id').execute()).toEqual([])
  })
})
