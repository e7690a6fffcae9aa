import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { catalogueResponse, productsResponse } from '#src/contract/catalog.ts'
import { brand } from '#src/rules/brand.ts'
import { DEFAULT_SEED_DIR } from '#src/server/seed/read-entries.ts'
import { seedCatalogue } from '#src/server/seed/seed.ts'
import { StartupError } from '#src/server/startup-error.ts'
import { createCatalogueEntry } from '#tests/helpers/products.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const PICTURE = 'watches-sagar-1.webp'

/** A seed of these entries, and its sentence when it cannot be used. */
async function complaintOf(entries: unknown, ...more: [name: string, content: string][]) {
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
  const seeding = seedCatalogue(shop.deps, () => {}, folder.path)
  const error = await seeding.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error === undefined) return ''
  expect(error).toBeInstanceOf(StartupError)
  expect(await shop.deps.db.selectFrom('product').select('id').execute()).toEqual([])
  return error instanceof Error ? error.message : ''
}

const good = createCatalogueEntry({ slug: 'a', pictures: [{ file: PICTURE, alt: 'A watch' }] })

describe("the house's own catalogue (issue 2)", () => {
  test('fills an empty shop once, with 52 products of eight categories', async () => {
    using folder = createTempDir()
    await using shop = await createTestApp({ DATA_DIR: folder.path })
    const told: [number, number][] = []
    expect(await seedCatalogue(shop.deps, (done, all) => told.push([done, all]))).toBe(52)
    expect(told.at(-1)).toEqual([156, 156])
    expect(await seedCatalogue(shop.deps)).toBe(0)

    const answer = await shop.createClient().get('/products/get-all-products?detail=full')
    const { products, revision } = catalogueResponse.parse(answer.body)
    expect(revision).toBe(1)
    expect(products).toHaveLength(52)
    expect(products.slice(0, 8).map((product) => product.category)).toEqual(brand.categories)
    for (const product of products) {
      expect(product.pictures.length, product.slug).toBeGreaterThanOrEqual(3)
      expect(product.relatedProducts.length, product.slug).toBeGreaterThanOrEqual(4)
      expect(product.description.length, product.slug).toBeGreaterThanOrEqual(3)
      expect(Object.keys(product.technicalDetails).length, product.slug).toBeGreaterThanOrEqual(6)
      expect(product.price, product.slug).toBeGreaterThanOrEqual(2_500)
      expect(product.price, product.slug).toBeLessThanOrEqual(12_50_000)
      expect(product.rating, product.slug).toBeGreaterThan(0)
      expect(product.offers.length, product.slug).toBeGreaterThan(0)
      expect(product.pictures.map((one) => one.alt).join(), product.slug).not.toBe('')
    }
    expect(readdirSync(join(folder.path, 'media', 'sources'))).toHaveLength(156)
  })

  test('puts its pictures back where a machine lacks their files', async () => {
    using folder = createTempDir()
    await using shop = await createTestApp({ DATA_DIR: folder.path })
    await seedCatalogue(shop.deps)
    const sources = join(folder.path, 'media', 'sources')
    const before = readdirSync(sources).toSorted()
    rmSync(sources, { recursive: true })
    expect(await seedCatalogue(shop.deps)).toBe(0)
    expect(readdirSync(sources).toSorted()).toEqual(before)
    expect(shop.logs).toEqual([])
  })

  test('gives the same ids, order and pictures every time', async () => {
    using folder = createTempDir()
    const seeded = async () => {
      await using shop = await createTestApp({ DATA_DIR: folder.path })
      await seedCatalogue(shop.deps)
      return productsResponse.parse(
        (await shop.createClient().get('/products/get-all-products')).body,
      )
    }
    expect(await seeded()).toEqual(await seeded())
  })
})

describe('an entry that breaks the contract (issue 2, bad input)', () => {
  test('a good one does not', async () => {
    expect(await complaintOf([good])).toBe('')
  })

  test.each([
    ['no JSON', '[{', 'watches.json is not JSON ('],
    ['no list', { slug: 'a' }, 'watches.json must hold a list of products.'],
    ['nothing', [], 'has no products.'],
    ['no object', [7], 'watches.json, "entry 1", the entry: Invalid input: expected object'],
    ['no slug', [{ ...good, slug: undefined }], '"entry 1", slug: Invalid input: expected string'],
    [
      'a hostile slug (T22)',
      [{ ...good, slug: '../../x' }],
      '"../../x", slug: A slug is lower-case words joined by single hyphens.',
    ],
    ['no title', [{ ...good, title: '  ' }], '"a", title: Too small'],
    [
      'a text for a price',
      [{ ...good, price: '900' }],
      '"a", price: Invalid input: expected number',
    ],
    ['a third of a paisa', [{ ...good, price: 1.005 }], '"a", price: Invalid number'],
    ['an unknown field', [{ ...good, colour: 'red' }], '"a", colour: is not a field.'],
    [
      'a list price that is none',
      [{ ...good, listPrice: good.price }],
      '"a", listPrice: must be above the price 1234.5, or left out.',
    ],
    [
      'no default for an option',
      [{ ...good, options: [{ name: 'Size', values: ['S', 'M'] }] }],
      '"a", variant.Size: must be one of S, M.',
    ],
    [
      'an option twice',
      [{ ...good, options: Array(2).fill({ name: 'S', values: ['1'] }), variant: { S: '1' } }],
      '"a", options: names an option twice.',
    ],
    [
      'a value twice',
      [{ ...good, options: [{ name: 'S', values: ['1', '1'] }], variant: { S: '1' } }],
      '"a", options.S: names a value twice.',
    ],
    [
      'a picture that is not there',
      [{ ...good, pictures: [{ file: 'gone.webp', alt: '' }] }],
      '"a", pictures.0.file: there is no pictures/gone.webp.',
    ],
    [
      'a picture outside the folder',
      [{ ...good, pictures: [{ file: '../catalogue/watches.json', alt: '' }] }],
      'there is no pictures/../catalogue/watches.json.',
    ],
    [
      'a picture that is broken',
      [{ ...good, pictures: [{ file: 'broken.webp', alt: '' }] }],
      'pictures/broken.webp: The picture cannot be read',
    ],
    [
      'a drawing that calls itself a picture (T13)',
      [{ ...good, pictures: [{ file: 'drawing.webp', alt: '' }] }],
      'pictures/drawing.webp: Only JPEG, PNG, WebP and AVIF pictures can be used.',
    ],
    ['itself as related', [{ ...good, related: ['a'] }], '"a", related.0: must be the slug'],
    [
      'an unknown related product',
      [{ ...good, related: ['b'] }],
      '"a", related.0: must be the slug of another product, not "b".',
    ],
    ['a slug twice', [good, good], '"a", slug: must be used once; watches.json has it too.'],
  ])('%s', async (_, entries, sentence) => {
    const complaint = await complaintOf(entries)
    expect(complaint).toMatch(/^The catalogue cannot be used: /)
    expect(complaint).toContain(sentence)
    expect(complaint).toMatch(/\.$/)
    expect(complaint).not.toContain('\n')
  })

  test('a slug that another file has', async () => {
    const other: [string, string] = ['bags.json', JSON.stringify([good])]
    expect(await complaintOf([good], other)).toContain(
      'watches.json, "a", slug: must be used once; bags.json has it too.',
    )
  })
})
