import { describe, expect, test } from 'vitest'
import { sizesPage } from '#src/content/sizes.ts'
import { listAnchors } from '#src/content/text-section.ts'
import { toBuyBoxProduct } from '#src/rules/buy-box-product.ts'
import { DEFAULT_SEED_DIR, readEntries } from '#src/server/seed/read-entries.ts'
import { product } from '#tests/unit/rules/product.ts'

const entries = readEntries(DEFAULT_SEED_DIR)
const withGuides = entries.map((entry) => {
  const { category, options } = entry
  return { entry, guides: toBuyBoxProduct({ ...product, category, options }).sizeGuides }
})

test('sections of one title, or of one without letters, have fragments of their own', () => {
  const titles = ['You’re home', 'You’re home', '₹', '?', 'You’re home 2']
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

describe('the page on sizes', () => {
  test('has the section of every size guide, and a guide for every size', () => {
    const titles = sizesPage.sections.map(({ title }) => title)
    const anchors = listAnchors(titles).map((anchor) => `/sizes#${anchor}`)
    const sizes = withGuides.flatMap(({ entry, guides }) =>
      entry.options
        .filter(({ name }) => /size/i.test(name))
        .map(({ name }) => `${entry.slug} ${name}: ${guides[name]}`),
    )
    expect(sizes.length).toBeGreaterThan(10)
    expect(sizes.filter((line) => !anchors.some((anchor) => line.endsWith(anchor)))).toEqual([])
  })

  test('has a row for every size that is sold', () => {
    const rows = new Set(
      sizesPage.sections.flatMap(({ table }) => (table ?? []).map(([size]) => size)),
    )
    const sold = new Set(
      withGuides.flatMap(({ entry, guides }) =>
        entry.options
          .filter(({ name }) => guides[name])
          .flatMap(({ name, values }) =>
            values.map((value) =>
              name === 'Strap size'
                ? `Strap, ${value}`
                : name === 'Bracelet size'
                  ? `Chandni bracelet, ${value}`
                  : value,
            ),
          ),
      ),
    )
    expect([...sold].filter((size) => !rows.has(size))).toEqual([])
  })
})
