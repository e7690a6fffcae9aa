import { describe, expect, test } from 'vitest'
import { parseListingItem } from '#src/rules/listing-item.ts'

describe('parseListingItem §9.11', () => {
  const incomplete = { _id: 'p1', slug: 'p1', title: 'Piece', price: 10 }

  test('defaults to rating 4.8, 120 reviews, Travel and "Compact & Leak-Proof Design"', () => {
    expect(parseListingItem(incomplete)).toMatchObject({
      id: 'p1',
      rating: 4.8,
      reviews: 120,
      category: 'Travel',
      tagline: 'Compact & Leak-Proof Design',
      images: [],
      variant: {},
      actualPrice: 10,
    })
  })

  test('has no rating where there are no reviews', () => {
    const given = { id: 'a', slug: 'a', title: 'A', price: 1, reviews: 0 }
    expect(parseListingItem(given)).toMatchObject({ rating: undefined, reviews: 0 })
  })

  test('keeps given values, also a rating of 0 and no reviews', () => {
    const given = { rating: 0, reviews: 0, category: 'Bags', tagline: 'Holds a day' }
    expect(parseListingItem({ ...incomplete, ...given })).toMatchObject(given)
  })
})
