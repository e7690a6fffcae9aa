import { expect, test } from 'vitest'
import { parseListingItem } from '#src/rules/listing-item.ts'

const incomplete = { _id: 'p1', slug: 'p1', title: 'Piece', price: 10 }
const SPECIFIED = {
  rating: 4.8,
  reviews: 120,
  category: 'Travel',
  tagline: 'Compact & Leak-Proof Design',
}

test.each([
  ['nothing', {}, { id: 'p1', ...SPECIFIED, images: [], variant: {}, actualPrice: 10 }],
  ['no reviews', { id: 'a', reviews: 0 }, { id: 'a', rating: undefined, reviews: 0 }],
  ['a rating of 0', { rating: 0, reviews: 0 }, { rating: 0, reviews: 0 }],
  ['texts', { category: 'Bags', tagline: 'A day' }, { category: 'Bags', tagline: 'A day' }],
])('parseListingItem fills in what %s leaves out §9.11', (_, given, expected) => {
  expect(parseListingItem({ ...incomplete, ...given })).toMatchObject(expected)
})
