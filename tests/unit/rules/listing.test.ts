import { describe, expect, test } from 'vitest'
import type { ListingItem } from '#src/contract/catalog.ts'
import { listFacetOptions } from '#src/rules/listing/facet-options.ts'
import {
  applyFilters,
  changeFilters,
  type Filters,
  formatCount,
  listActiveFilters,
  listCategoryChips,
  listingHeading,
  NO_FILTERS,
  noScriptPath,
  parseCategory,
  parseFilters,
  toggleFacet,
  toQueryString,
  withoutFilter,
} from '#src/rules/listing/listing.ts'
import type { SearchEntry } from '#src/rules/search/search-entry.ts'
import { createListingItem as item } from './product.ts'

const entry = (item: ListingItem): SearchEntry => ({
  slug: item.slug,
  title: item.title,
  category: item.category,
  price: item.price,
  inStock: item.stock > 0,
  publishedAt: Date.parse(item.publishedAt),
  colour: [],
  material: [],
  size: [],
  detail: [],
})

const watch = item({ slug: 'watch', price: 300, publishedAt: '2026-01-02T00:00:00.000Z' })
const bag = item({
  slug: 'bag',
  title: 'Rani Clutch',
  category: 'Bags',
  price: 100,
  publishedAt: '2026-01-02T00:00:00.500Z',
})
const ring = item({ slug: 'ring', title: 'Ekta Ring', category: 'jewelry', price: 200 })
const pin = item({ slug: 'pin', title: 'Pin', category: 'jewelry', price: 200 })
const all = [watch, bag, ring, pin]
const chips = listCategoryChips(all, {})

const slugs = (query: string) =>
  applyFilters(all.map(entry), parseFilters(query, chips)).list.map(({ slug }) => slug)

test.each([
  ['', ['watch', 'bag', 'ring', 'pin']],
  ['?category=BAGS', ['bag']],
  ['?search=rIn', ['ring']],
  ['?search=R', ['watch', 'bag', 'ring']],
  ['?search=jewelry', []],
  ['?sort=default', ['watch', 'bag', 'ring', 'pin']],
  // Those of one price, or one day, keep the order of the server.
  ['?sort=price-low-high', ['bag', 'ring', 'pin', 'watch']],
  ['?sort=price-high-low', ['watch', 'ring', 'pin', 'bag']],
  ['?sort=new', ['bag', 'watch', 'ring', 'pin']],
])(
  '%s finds by category and title in any case, and sorts: %j §4.listing-filters.2 §4.listing-filters.3 §4.listing-filters.4 §9.5',
  (query, found) => expect(slugs(query)).toEqual(found),
)

test.each([
  ['?category=hats', 'hats'],
  ['?category=Fine%20Hats&sort=new', 'fine-hats'],
  ['?category=fine_hats', 'fine-hats'],
  ['?search=hats', undefined],
])('the address %s names the category %s', (query, category) =>
  expect(parseCategory(new URLSearchParams(query))).toBe(category),
)

describe('parseFilters', () => {
  test.each([
    ['', NO_FILTERS],
    ['?category=nowhere&sort=sideways', NO_FILTERS],
    ['?category=&sort=&search=', NO_FILTERS],
    ['?search=%20%20', NO_FILTERS],
    ['?search=%20silk%20%20sari%20', { ...NO_FILTERS, search: 'silk sari' }],
    ['?category=__proto__&sort=', NO_FILTERS],
    ['?price=1-2&availability=soon&size=', NO_FILTERS],
    [
      '?price=0-25000&availability=in-stock',
      { ...NO_FILTERS, price: ['0-25000'], availability: ['in-stock'] },
    ],
    ['?size=EU+38&size=EU+39&size=EU+38', { ...NO_FILTERS, size: ['EU 38', 'EU 39'] }],
    [`?size=${'x'.repeat(80)}&size=${'x'.repeat(81)}`, { ...NO_FILTERS, size: ['x'.repeat(80)] }],
  ])('parses %s', (query, filters) => {
    expect(parseFilters(query, chips)).toEqual(filters)
  })

  test.each([
    '',
    '?category=bags',
    '?colour=Red&colour=Blue&size=EU+38',
    '?category=watches&sort=new&search=a+%26+b%3D%22%3C',
  ])('toQueryString restores %s', (query) =>
    expect(toQueryString(parseFilters(query, chips))).toBe(query),
  )

  test('cuts a search to 200 code points, and a facet to 20 values', () => {
    const lotus = '🪷'.repeat(199)
    const { search } = parseFilters(`?search=${encodeURIComponent(`${lotus}ab`)}`, chips)
    expect(search).toBe(`${lotus}a`)
    const spaced = parseFilters(`?search=${encodeURIComponent(`${lotus} ab`)}`, chips)
    expect(spaced.search).toBe(lotus)
    const query = Array.from({ length: 21 }, (_, index) => `size=${index}`).join('&')
    expect(parseFilters(query, chips).size).toHaveLength(20)
  })

  test('takes the category of a static page, unless the query names one', () => {
    expect(parseFilters('', chips, '/shop/bags').category).toBe('bags')
    expect(parseFilters('?category=watches', chips, '/shop/bags').category).toBe('watches')
    expect(parseFilters('', chips, '/shop/nowhere').category).toBe('all')
  })
})

test.each([
  [
    'others after the seven of the specification',
    { jewelry: 'jewellery' },
    [],
    'clothing jewellery shoes accessories watches bags perfumes',
  ],
  [
    'first those that editors want',
    {},
    ['Perfumes', 'hats', ' Bags '],
    'perfumes bags clothing jewelry shoes accessories watches',
  ],
])('the chips of categories have %s §9.4', (_, moved, first, expected) => {
  const items = [item({ category: 'Perfumes' }), item({ category: 'bags' })]
  const chips = listCategoryChips(
    items,
    moved,
    first.map((category) => ({ category })),
  )
  expect(chips.join(' ')).toBe(`all ${expected}`)
})

test('listActiveFilters returns one tag per filter', () => {
  expect(listActiveFilters(NO_FILTERS)).toEqual([])
  const filters = parseFilters(
    '?category=bags&sort=price-low-high&search=<b>&price=0-25000&colour=Red&colour=Blue',
    chips,
  )
  const active = listActiveFilters(filters)
  expect(active.map(({ name, label }) => [name, label])).toEqual([
    ['category', 'Bags'],
    ['search', '“<b>”'],
    ['price', 'Under ₹25,000'],
    ['colour', 'Red'],
    ['colour', 'Blue'],
    ['sort', 'Low→High'],
  ])
  expect(active.reduce(withoutFilter, filters)).toEqual(NO_FILTERS)
})

test.each([
  [0, '0 pieces'],
  [1, '1 piece'],
  [1_00_000, '1,00,000 pieces'],
])('formatCount(%i) is "%s"', (count, text) => expect(formatCount(count)).toBe(text))

test.each([
  ['', 'The collection'],
  ['?category=jewelry', 'Jewelry'],
  ['?search=emerald', 'Results for “emerald”'],
  ['?search=emerald&category=bags', 'Results for “emerald” in Bags'],
  ['?sort=new', 'New arrivals'],
])('listingHeading of "%s" is %s', (query, heading) =>
  expect(listingHeading(parseFilters(query, chips))).toBe(heading),
)

test.each([
  ['?sort=new', 1, '/shop?sort=new&scripts=off'],
  ['?category=bags', 1, '/shop/bags?scripts=off'],
  ['?category=watches', 1, '/shop?category=watches&scripts=off'],
  ['', 2, '/shop?page=2&scripts=off'],
])('without scripts the list of "%s" has page %i at %s', (query, page, path) =>
  expect(noScriptPath(parseFilters(query, chips), { all: 4, bags: 1 }, page)).toBe(path),
)

describe('facets', () => {
  const entries: SearchEntry[] = [
    { ...entry(item({ slug: 'a', price: 10_000 })), colour: ['Red'], size: ['EU 38'] },
    { ...entry(item({ slug: 'b', price: 30_000 })), colour: ['Red', 'Blue'], inStock: false },
    { ...entry(item({ slug: 'c', price: 25_000 })), colour: ['Blue'] },
  ]
  const find = (query: string) =>
    applyFilters(entries, parseFilters(query, chips)).list.map(({ slug }) => slug)

  test.each([
    ['?colour=Red', ['a', 'b']],
    ['?colour=Red&colour=Blue', ['a', 'b', 'c']],
    ['?colour=Red&price=0-25000', ['a']],
    ['?price=25000-50000', ['b', 'c']],
    ['?availability=in-stock', ['a', 'c']],
    ['?size=EU+38', ['a']],
    ['?colour=Green', []],
  ])('%s leaves %j', (query, slugs) => expect(find(query)).toEqual(slugs))

  test('each value has the number of products that the other facets leave, also 0', () => {
    const list = (query: string, facet: 'colour' | 'price') =>
      listFacetOptions(entries, parseFilters(query, chips), facet).map(
        ({ label, count, chosen }) => `${label}: ${count}${chosen ? ', chosen' : ''}`,
      )
    const query = '?price=25000-50000&colour=Red'
    expect(list(query, 'colour')).toEqual(['Blue: 2', 'Red: 1, chosen'])
    expect(list(query, 'price')).toEqual(['Under ₹25,000: 1', '₹25,000 – ₹50,000: 1, chosen'])
    expect(list('?size=EU+38&colour=Blue', 'colour')).toEqual(['Blue: 0, chosen', 'Red: 1'])
  })

  test.each([
    [['XS', 'S', 'M', 'L', 'XL']],
    [['Small', 'Medium', 'Large']],
    [['Standard', 'Long']],
    [['IN 8', 'IN 10', 'IN 18']],
    [['EU 36', 'EU 38', 'EU 41']],
    [['2.4', '2.6', '2.8']],
    [['75 cm', '80 cm', '105 cm']],
  ])('sizes stand in their natural order: %j', (sizes) => {
    const input = sizes.toReversed().map((size) => ({ ...entry(watch), size: [size] }))
    expect(listFacetOptions(input, NO_FILTERS, 'size').map(({ value }) => value)).toEqual(sizes)
  })

  test('another category keeps the facets that it offers, too', () => {
    const watches = parseFilters('?category=watches&movement=Quartz&colour=Red', chips)
    const change = (choice: Partial<Filters>) => toQueryString(changeFilters(watches, choice))
    expect(change({ category: 'bags' })).toBe('?category=bags&colour=Red')
    const gold = { ...NO_FILTERS, material: ['Gold'] }
    expect(changeFilters(gold, { category: 'bags' }).material).toEqual(['Gold'])
    expect(changeFilters(gold, { category: 'jewelry' }).material).toEqual([])
    expect(change({ sort: 'new' })).toBe('?category=watches&sort=new&colour=Red&movement=Quartz')
  })

  test('toggleFacet adds a value and removes it again', () => {
    const red = toggleFacet(NO_FILTERS, 'colour', 'Red')
    expect(red.colour).toEqual(['Red'])
    expect(toggleFacet(red, 'colour', 'Red')).toEqual(NO_FILTERS)
  })
})

test('applyFilters lists title matches first, and what the term means apart from them', () => {
  const entries = all.map(entry)
  const found = applyFilters(entries, parseFilters('?search=ring', chips), entries.toReversed())
  expect(found.list.map(({ slug }) => slug)).toEqual(['ring'])
  expect(found.also.map(({ slug }) => slug)).toEqual(['pin', 'bag', 'watch'])
})
