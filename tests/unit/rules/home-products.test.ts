import { describe, expect, test } from 'vitest'
import type { ListingItem } from '#src/contract/catalog.ts'
import { getFeaturedProducts, getNewArrivals } from '#src/rules/home-products.ts'
import { createListingItem } from './product.ts'

const item = (slug: string, given: Partial<ListingItem> = {}): ListingItem =>
  createListingItem({ id: slug, slug, title: slug, ...given })

const slugs = (items: ListingItem[]) => items.map(({ slug }) => slug)

describe('getFeaturedProducts', () => {
  const watch = item('watch', { rating: 4.9 })
  const otherWatch = item('other-watch', { rating: 4.8 })
  const bag = item('bag', { category: 'bags', rating: 4.5 })
  const ring = item('ring', { category: 'jewelry', rating: 4.7 })
  const shoe = item('shoe', { category: 'shoes', rating: 4.6 })

  test('returns the best rated of four categories', () => {
    expect(slugs(getFeaturedProducts([bag, otherWatch, watch, ring, shoe]))).toEqual([
      'watch',
      'ring',
      'shoe',
      'bag',
    ])
  })
  test('leaves out sold-out products and those of another row', () => {
    const soldOut = { ...ring, stock: 0 }
    expect(slugs(getFeaturedProducts([bag, otherWatch, watch, soldOut, shoe], [watch]))).toEqual([
      'other-watch',
      'shoe',
      'bag',
      'watch',
    ])
  })
  test('fills up from one category when there is no other', () => {
    expect(slugs(getFeaturedProducts([otherWatch, watch]))).toEqual(['watch', 'other-watch'])
  })
})

describe('getNewArrivals', () => {
  test('returns the ten newest, newest first', () => {
    const days = Array.from({ length: 12 }, (_, day) =>
      item(`day-${day + 10}`, { publishedAt: `2026-01-${day + 10}T00:00:00Z` }),
    )
    expect(slugs(getNewArrivals(days))).toEqual(
      Array.from({ length: 10 }, (_, back) => `day-${21 - back}`),
    )
  })
})
