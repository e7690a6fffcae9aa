import { describe, expect, test, vi } from 'vitest'
import type { ListingItem } from '#src/contract/catalog.ts'
import { SORTS } from '#src/contract/values.ts'
import { listFacetOptions } from '#src/rules/facet-options.ts'
import {
  applyFilters,
  changeFilters,
  formatCount,
  listActiveFilters,
  listCategoryChips,
  listingHeading,
  NO_FILTERS,
  parseFilters,
  toCardItem,
  toggleFacet,
  toQueryString,
  withoutFilter,
} from '#src/rules/listing.ts'
import type { SearchEntry } from '#src/rules/search.ts'
import { createListingItem as item } from './product.ts'

const entry = (given: ListingItem): SearchEntry => ({
  slug: given.slug,
  title: given.title,
  category: given.category,
  price: given.price,
  inStock: given.stock > 0,
  publishedAt: Date.parse(given.publishedAt),
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
const all = [watch, bag, ring]
const chips = listCategoryChips(all, {})

const slugs = (query: string) =>
  applyFilters(all.map(entry), parseFilters(query, chips)).list.map(({ slug }) => slug)

describe('applyFilters', () => {
  test('matches the category case-insensitively §4.listing-filters.2', () => {
    expect(slugs('?category=bags')).toEqual(['bag'])
    expect(slugs('?category=BAGS')).toEqual(['bag'])
    expect(slugs('?category=all')).toEqual(['watch', 'bag', 'ring'])
  })

  test('searches for a case-insensitive substring of the title §4.listing-filters.3', () => {
    expect(slugs('?search=rIn')).toEqual(['ring'])
    expect(slugs('?search=R')).toEqual(['watch', 'bag', 'ring'])
    expect(slugs('?search=jewelry')).toEqual([])
  })

  test('sorts by default (server order), price-low-high or price-high-low §4.listing-filters.4', () => {
    expect(slugs('')).toEqual(['watch', 'bag', 'ring'])
    expect(slugs('?sort=default')).toEqual(['watch', 'bag', 'ring'])
    expect(slugs('?sort=price-low-high')).toEqual(['bag', 'ring', 'watch'])
    expect(slugs('?sort=price-high-low')).toEqual(['watch', 'ring', 'bag'])
  })

  test('sorts by new with the newest first, beside the orders of the specification §9.5', () => {
    expect(SORTS).toEqual(['default', 'price-low-high', 'price-high-low', 'new'])
    expect(slugs('?sort=new')).toEqual(['bag', 'watch', 'ring'])
  })

  test('keeps the order of the server among equal prices', () => {
    const samePrice = [item({ slug: 'one' }), item({ slug: 'two' }), item({ slug: 'three' })]
    for (const sort of ['price-low-high', 'price-high-low'] as const)
      expect(
        applyFilters(samePrice.map(entry), { ...NO_FILTERS, sort }).list.map(({ slug }) => slug),
      ).toEqual(['one', 'two', 'three'])
  })
})

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
    ['?size=EU+38&size=EU+39', { ...NO_FILTERS, size: ['EU 38', 'EU 39'] }],
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

  test('cuts a search of 2,000 characters to 200 code points', () => {
    const long = parseFilters(`?search=${'a'.repeat(2_000)}`, chips).search
    expect(long).toBe('a'.repeat(200))
    const lotus = parseFilters(`?search=${encodeURIComponent('🪷'.repeat(1_000))}`, chips).search
    expect([...lotus]).toHaveLength(200)
    expect(lotus.isWellFormed()).toBe(true)
  })

  test('accepts broken percent escapes and lone surrogates', () => {
    expect(() => parseFilters('?search=%E0%A4%A&category=%FF', chips)).not.toThrow()
  })
})

test('listCategoryChips begins with the categories that editors want first, of those that there are', () => {
  const items = [item({ category: 'Perfumes' }), item({ category: 'bags' })]
  const first = ['Perfumes', 'hats', ' Bags '].map((category) => ({ category }))
  expect(listCategoryChips(items, {}, first)).toEqual([
    ...['all', 'perfumes', 'bags', 'clothing', 'jewelry', 'shoes', 'accessories', 'watches'],
  ])
})

test('listCategoryChips adds other categories after the seven of the specification §9.4', () => {
  const others = [item({ category: 'Perfumes' }), item({ category: 'bags' })]
  expect(listCategoryChips(others, { jewelry: 'jewellery' })).toEqual([
    ...['all', 'clothing', 'jewellery', 'shoes', 'accessories', 'watches', 'bags', 'perfumes'],
  ])
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

test('toCardItem removes placeholders and pictures that the card does not show', () => {
  const picture = { base: '/p', width: 960, height: 1200, alt: 'Seen', placeholder: 'data:x' }
  const card = toCardItem(item({ images: ['a', 'b'], pictures: [picture, picture] }))
  expect(card.images).toEqual(['a'])
  expect(card.pictures.map(({ alt }) => alt)).toEqual(['Seen', ''])
  expect(JSON.stringify(card)).not.toContain('data:')
})

test.each([
  ['', 'The collection'],
  ['?category=jewelry', 'Jewelry'],
  ['?search=emerald', 'Results for “emerald”'],
  ['?search=emerald&category=bags', 'Results for “emerald” in Bags'],
  ['?sort=new', 'New arrivals'],
])('listingHeading of "%s" is %s', (query, heading) =>
  expect(listingHeading(parseFilters(query, chips))).toBe(heading),
)

test('parseFilters takes the category of a static page, unless the query names one', () => {
  expect(parseFilters('', chips, '/shop/bags').category).toBe('bags')
  expect(parseFilters('?category=watches', chips, '/shop/bags').category).toBe('watches')
  expect(parseFilters('', chips, '/shop/nowhere').category).toBe('all')
})

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

  test('each value has the number of products that the other facets leave', () => {
    const filters = parseFilters('?price=25000-50000&colour=Red', chips)
    const counts = (facet: 'colour' | 'price') =>
      listFacetOptions(entries, filters, facet).map(({ label, count }) => [label, count])
    expect(counts('colour')).toEqual([
      ['Blue', 2],
      ['Red', 1],
    ])
    expect(counts('price')).toEqual([
      ['Under ₹25,000', 1],
      ['₹25,000 – ₹50,000', 1],
    ])
  })

  test('a value that other filters exclude stays in its place, with count 0', () => {
    const colours = (query: string) =>
      listFacetOptions(entries, parseFilters(query, chips), 'colour').map(
        ({ label, count, chosen }) => [label, count, chosen],
      )
    expect(colours('?size=EU+38&colour=Blue')).toEqual([
      ['Blue', 0, true],
      ['Red', 1, false],
    ])
    expect(colours('?size=EU+38')).toEqual([
      ['Blue', 0, false],
      ['Red', 1, false],
    ])
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
    const given = sizes.toReversed().map((size) => ({ ...entry(watch), size: [size] }))
    expect(listFacetOptions(given, NO_FILTERS, 'size').map(({ value }) => value)).toEqual(sizes)
  })

  test('another category keeps the facets that it offers, too', () => {
    const watches = parseFilters('?category=watches&movement=Quartz&colour=Red', [
      ...chips,
      'watches',
    ])
    expect(toQueryString(changeFilters(watches, { category: 'bags' }))).toBe(
      '?category=bags&colour=Red',
    )
    expect(toQueryString(changeFilters(watches, { sort: 'new' }))).toBe(
      '?category=watches&sort=new&colour=Red&movement=Quartz',
    )
  })

  test('without products or choices there is nothing to sort, and no collator is created', () => {
    using collator = vi.spyOn(Intl, 'Collator')
    expect(listFacetOptions([], NO_FILTERS, 'colour')).toEqual([])
    expect(collator).not.toHaveBeenCalled()
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
  expect(found.also.map(({ slug }) => slug)).toEqual(['bag', 'watch'])
})
