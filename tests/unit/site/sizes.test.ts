import { describe, expect, test } from 'vitest'
import { sizesPage } from '#src/content/sizes.ts'
import { toAnchor } from '#src/content/text-section.ts'
import { toBuyBoxProduct } from '#src/rules/buy-box-product.ts'
import { DEFAULT_SEED_DIR, readEntries } from '#src/server/seed/read-entries.ts'
import { product } from '#tests/unit/rules/product.ts'

const entries = readEntries(DEFAULT_SEED_DIR)
const withGuides = entries.map((entry) => {
  const { category, options } = entry
  return { entry, guides: toBuyBoxProduct({ ...product, category, options }).sizeGuides }
})

describe('the page on sizes', () => {
  test('has the section of every size guide, and a guide for every size', () => {
    const anchors = sizesPage.sections.map(({ title }) => `/sizes#${toAnchor(title)}`)
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
