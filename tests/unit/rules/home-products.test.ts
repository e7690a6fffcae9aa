import { expect, test } from 'vitest'
import type { ListingItem } from '#src/contract/catalog.ts'
import { getFeaturedProducts, getNewArrivals } from '#src/rules/home-products.ts'
import { createListingItem } from './product.ts'

const item = (slug: string, given: Partial<ListingItem> = {}): ListingItem =>
  createListingItem({ id: slug, slug, title: slug, ...given })

const slugs = (items: ListingItem[]) => items.map(({ slug }) => slug)

const watch = item('watch', { rating: 4.9 })
const otherWatch = item('other-watch', { rating: 4.8 })
const bag = item('bag', { category: 'bags', rating: 4.5 })
const ring = item('ring', { category: 'jewelry', rating: 4.7 })
const shoe = item('shoe', { category: 'shoes', rating: 4.6 })
const soldOut = { ...ring, stock: 0 }

test.each([
  [
    'the best rated of four categories',
    [bag, otherWatch, watch, ring, shoe],
    [],
    'watch ring shoe bag',
  ],
  [
    'none that is sold out',
    [bag, otherWatch, watch, soldOut, shoe],
    [],
    'watch shoe bag other-watch',
  ],
  [
    'those of another row last',
    [bag, otherWatch, watch, shoe],
    [watch],
    'other-watch shoe bag watch',
  ],
  ['others of one category', [otherWatch, watch], [], 'watch other-watch'],
])('the featured products are %s', (_, items, others, expected) => {
  expect(slugs(getFeaturedProducts(items, others)).join(' ')).toBe(expected)
})

test('the new arrivals are the ten newest, newest first', () => {
  const days = Array.from({ length: 12 }, (_, day) =>
    item(`day-${day + 10}`, { publishedAt: `2026-01-${day + 10}T00:00:00Z` }),
  )
  expect(slugs(getNewArrivals(days))).toEqual(
    Array.from({ length: 10 }, (_, back) => `day-${21 - back}`),
  )
})
