import { expect, test } from 'vitest'
import { productPage } from '#src/content/product-page.ts'
import { sizesPage } from '#src/content/sizes.ts'
import { listAnchors } from '#src/content/text-section.ts'
import { toBuyBoxProduct } from '#src/rules/product/buy-box-product.ts'
import { DEFAULT_SEED_DIR, readEntries } from '#src/server/shop/seed/read-entries.ts'
import { product } from '#tests/unit/rules/product.ts'

const entries = readEntries(DEFAULT_SEED_DIR)
/** The sizes of every product, with the section that explains them. */
const sizes = entries.flatMap(({ category, options }) => {
  const { sizeGuides } = toBuyBoxProduct({ ...product, category, options }, productPage)
  return options
    .filter(({ name }) => /size/i.test(name))
    .map(({ name, values }) => ({ name, values, guide: sizeGuides[name] }))
})

test('sections of one title, or of one without letters, have fragments of their own', () => {
  const titles = ['You’re home', 'You’re home', '~', '?', 'You’re home 2']
  expect(listAnchors(titles)).toEqual([
    ...['youre-home', 'youre-home-2', 'section', 'section-2', 'youre-home-2-2'],
  ])
})

const DIMENSIONS = /size|length|width|height|weight|diameter|depth|drop|thickness/i
const UNIT = /\d\s*(?:mm|cm|m|g|kg|ml|ct|carats?|in)\b|×|EU|UK|IN\b/i

test('the dimensions of a product have units', () => {
  const dimensions = entries.flatMap(({ slug, technicalDetails }) =>
    Object.entries(technicalDetails)
      .filter(([name, value]) => DIMENSIONS.test(name) && /\d/.test(value))
      .map(([name, value]) => `${slug} ${name}: ${value}`),
  )
  expect(dimensions.length).toBeGreaterThan(50)
  expect(dimensions.filter((line) => !UNIT.test(line.slice(line.indexOf(':'))))).toEqual([])
})

test('the page on sizes has the section of every size guide, and a guide for every size', () => {
  const anchors = listAnchors(sizesPage.sections.map(({ title }) => title))
  const guides = sizes.map(({ guide }) => guide)
  expect(guides.length).toBeGreaterThan(10)
  expect(anchors.map((anchor) => `/sizes#${anchor}`)).toEqual(expect.arrayContaining(guides))
})

test('the page on sizes has a row for every size that is sold', () => {
  const rows = sizesPage.sections.flatMap(({ table }) => (table ?? []).map(([size]) => size))
  const prefixes: Record<string, string> = {
    'Strap size': 'Strap, ',
    'Bracelet size': 'Chandni bracelet, ',
  }
  const sold = sizes.flatMap(({ name, values }) =>
    values.map((value) => `${prefixes[name] ?? ''}${value}`),
  )
  expect(sold.filter((size) => !rows.includes(size))).toEqual([])
})
