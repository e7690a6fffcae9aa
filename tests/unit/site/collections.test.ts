import { expect, test } from 'vitest'
import { indexCatalog } from '#src/catalog/catalog-index.ts'
import { getCollectionPage, listCollectionPages } from '#src/catalog/collections.ts'
import { emptyCollection } from '#src/content/categories.ts'
import type { ContentBody } from '#src/contract/content.ts'
import { product } from '../rules/product.ts'

type Collection = ContentBody<'collection'>

const products = Array.from({ length: 60 }, (_, index) => ({
  ...product,
  id: `id-${index}`,
  slug: `p-${index}`,
  category: index % 2 === 0 ? 'watches' : 'bags',
  price: 100 + index,
  originalPrice: index < 5 ? 500 : 100 + index,
  variant: { Colour: index === 7 ? 'Emerald' : 'Ivory' },
  options: [],
  publishedAt: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
}))

const index = (change: Partial<Collection>, rule: Partial<Collection['rule']> = {}) => {
  const empty = emptyCollection('Festive')
  const body = { ...empty, ...change, rule: { ...empty.rule, ...rule } }
  return indexCatalog({
    products,
    movedCategories: {},
    content: [{ id: 'collection:festive', version: '1', body }],
  })
}

const listSlugs = (...args: Parameters<typeof index>) =>
  getCollectionPage(index(...args), 'festive').items.map(({ slug }) => slug)

test.each<[string, Partial<Collection>, Partial<Collection['rule']>, string[]]>([
  [
    'chosen products alone, without those that are gone',
    { products: ['p-9', 'gone', 'p-2'] },
    {},
    ['p-9', 'p-2'],
  ],
  ['those that are reduced', {}, { only: 'reduced' }, ['p-0', 'p-1', 'p-2', 'p-3', 'p-4']],
  [
    'the chosen ones first, and once',
    { products: ['p-2'] },
    { only: 'reduced', category: 'Watches' },
    ['p-2', 'p-0', 'p-4'],
  ],
  ['those between two prices', {}, { only: 'all', minPrice: 103, maxPrice: 104 }, ['p-3', 'p-4']],
  ['those of a colour', {}, { only: 'all', colour: 'green' }, ['p-7']],
  ['the latest', {}, { only: 'new', maxPrice: 121 }, ['p-20', 'p-21']],
])('a collection has %s', (_name, change, rule, expected) => {
  expect(listSlugs(change, rule)).toEqual(expected)
})

test('its pages have 24 products each; an empty one has a page', () => {
  expect(listCollectionPages(index({}, { only: 'all' }))).toEqual([
    'festive',
    'festive/2',
    'festive/3',
  ])
  expect(listCollectionPages(index({}))).toEqual(['festive'])
  const last = getCollectionPage(index({}, { only: 'all' }), 'festive/3')
  expect(last).toMatchObject({ page: 3, pageCount: 3, total: 60 })
  expect(last.items).toHaveLength(12)
})
