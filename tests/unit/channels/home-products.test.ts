import { expect, test } from 'vitest'
import { getFeaturedProducts, getNewArrivals } from '#src/channels/home-products.ts'
import type { ListingItem } from '#src/contract/catalog.ts'
import { createListingItem } from '../rules/product.ts'

const item = (slug: string, overrides: Partial<ListingItem> = {}): ListingItem =>
  createListingItem({ id: slug, slug, title: slug, ...overrides })

const slugs = (items: ListingItem[]) => items.map(({ slug }) => slug)

const items = [
  item('watch', { rating: 4.9 }),
  item('other-watch', { rating: 4.8 }),
  item('bag', { category: 'bags', rating: 4.5, reviews: 2 }),
  item('ring', { category: 'jewelry', rating: 4.7 }),
  item('sold-out', { category: 'jewelry', rating: 5, stock: 0 }),
  item('shoe', { category: 'shoes', rating: 4.6 }),
  item('belt', { category: 'accessories', rating: 4.5, reviews: 3 }),
  item('scarf', { category: 'clothing' }),
]
const pick = (names: string) =>
  names.split(' ').flatMap((name) => items.find(({ slug }) => slug === name) ?? [])

test.each([
  ['of four categories', 'bag other-watch watch ring shoe', '', 'watch ring shoe bag'],
  ['none sold out', 'bag other-watch watch sold-out shoe', '', 'watch shoe bag other-watch'],
  ['of another row last', 'bag other-watch watch shoe', 'watch', 'other-watch shoe bag watch'],
  ['also of one category', 'other-watch watch', '', 'watch other-watch'],
  ['most reviews first', 'scarf bag belt shoe ring', '', 'ring shoe belt bag'],
])('the featured products are the best rated, %s', (_, input, others, expected) => {
  expect(slugs(getFeaturedProducts(pick(input), pick(others))).join(' ')).toBe(expected)
})

test('the new arrivals are the ten newest, newest first', () => {
  const days = Array.from({ length: 12 }, (_, day) =>
    item(`day-${day + 10}`, { publishedAt: `2026-01-${day + 10}T00:00:00Z` }),
  )
  expect(slugs(getNewArrivals(days))).toEqual(
    Array.from({ length: 10 }, (_, back) => `day-${21 - back}`),
  )
})
