import { describe, expect, test } from 'vitest'
import type { ListingItem } from '#src/contract/catalog.ts'
import {
  applyFilters,
  formatCount,
  listActiveFilters,
  listCategoryChips,
  NO_FILTERS,
  parseFilters,
  toCardItem,
  toQueryString,
} from '#src/rules/listing.ts'

const item = (given: Partial<ListingItem>): ListingItem => ({
  id: 'id',
  slug: 'slug',
  title: 'Sitara Petite Seconde',
  price: 1000,
  actualPrice: 1000,
  images: [],
  pictures: [],
  category: 'watches',
  tagline: '',
  variant: {},
  stock: 1,
  publishedAt: '2026-01-01T00:00:00Z',
  ...given,
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
const chips = listCategoryChips(all)

const slugs = (query: string) =>
  applyFilters(all, parseFilters(query, chips)).map(({ slug }) => slug)

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

  test('sorts by new with the newest first, at any precision of the instants', () => {
    expect(slugs('?sort=new')).toEqual(['bag', 'watch', 'ring'])
  })

  test('keeps the order of the server among equal prices', () => {
    const samePrice = [item({ slug: 'one' }), item({ slug: 'two' }), item({ slug: 'three' })]
    for (const sort of ['price-low-high', 'price-high-low'] as const)
      expect(applyFilters(samePrice, { ...NO_FILTERS, sort }).map(({ slug }) => slug)).toEqual([
        'one',
        'two',
        'three',
      ])
  })

  test('combines category, search and sort', () => {
    const clutch = item({ slug: 'other', title: 'Noor Clutch', category: 'bags', price: 50 })
    const filters = parseFilters('?category=bags&search=clutch&sort=price-low-high', chips)
    expect(applyFilters([...all, clutch], filters).map(({ slug }) => slug)).toEqual([
      'other',
      'bag',
    ])
  })
})

describe('parseFilters', () => {
  test.each([
    ['', NO_FILTERS],
    ['?category=nowhere&sort=sideways', NO_FILTERS],
    ['?category=&sort=&search=', NO_FILTERS],
    ['?search=%20%20', NO_FILTERS],
    ['?category=bags', { ...NO_FILTERS, category: 'bags' }],
    ['?sort=new', { ...NO_FILTERS, sort: 'new' }],
    ['?search=%20silk%20%20sari%20', { ...NO_FILTERS, search: 'silk sari' }],
    ['?category=__proto__&sort=', NO_FILTERS],
  ])('parses %s', (query, filters) => {
    expect(parseFilters(query, chips)).toEqual(filters)
  })

  test.each(['', '?category=bags', '?category=watches&sort=new&search=a+%26+b%3D%22%3C'])(
    'toQueryString restores %s',
    (query) => expect(toQueryString(parseFilters(query, chips))).toBe(query),
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

test('listCategoryChips adds other categories after the seven of the specification', () => {
  expect(listCategoryChips([item({ category: 'Perfumes' }), item({ category: 'bags' })])).toEqual([
    'all',
    'clothing',
    'jewelry',
    'shoes',
    'accessories',
    'watches',
    'bags',
    'perfumes',
  ])
})

test('listActiveFilters returns one tag per filter', () => {
  expect(listActiveFilters(NO_FILTERS)).toEqual([])
  expect(listActiveFilters({ category: 'bags', sort: 'price-low-high', search: '<b>' })).toEqual([
    { name: 'category', label: 'Bags' },
    { name: 'search', label: '“<b>”' },
    { name: 'sort', label: 'Low→High' },
  ])
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
