import { expect, test } from 'vitest'
import { parseListingItem, toListingItem } from '#src/rules/listing/listing-item.ts'
import { band } from './product.ts'

const incomplete = { _id: 'p1', slug: 'p1', title: 'Piece', price: 10 }
const SPECIFIED = {
  rating: 4.8,
  reviews: 120,
  category: 'Travel',
  tagline: 'Compact & Leak-Proof Design',
}

const PICTURE = { base: '/a', width: 960 }
const SIZES = { name: 'Size', values: ['S', 'M'] }

test.each([
  ['nothing', {}, { id: 'p1', ...SPECIFIED, images: [], variant: {}, actualPrice: 10 }],
  ['no reviews', { id: 'a', reviews: 0 }, { id: 'a', rating: undefined, reviews: 0 }],
  ['a rating of 0', { rating: 0, reviews: 0 }, { rating: 0, reviews: 0 }],
  [
    'parts of another shape',
    {
      images: ['a', 7],
      pictures: [PICTURE, { base: '/b' }, null],
      stock: Number.NaN,
      variant: { Size: 7 },
      variants: [{ choice: { Size: 7 } }],
      options: [
        SIZES,
        { name: 'One', values: ['S'] },
        { name: 'Bad', values: ['S', 7] },
        { name: 'Text', values: 'SM' },
        'x',
      ],
    },
    { images: ['a'], pictures: [PICTURE], stock: 10, variant: {}, options: [SIZES] },
  ],
  ['texts', { category: 'Bags', tagline: 'A day' }, { category: 'Bags', tagline: 'A day' }],
])('parseListingItem fills in what %s leaves out §9.11', (_, overrides, expected) => {
  expect(parseListingItem({ ...incomplete, ...overrides })).toMatchObject(expected)
})

test('what lacks an id, a slug, a title or a price is no product', () => {
  const parts = [{ _id: '' }, { slug: '' }, { title: 7 }, { price: Infinity }]
  const input = [null, 'piece', [], ...parts.map((part) => ({ ...incomplete, ...part }))]
  expect(input.filter(parseListingItem)).toEqual([])
})

test('a card has three pictures, the options with a choice, and variants without numbers', () => {
  const [picture] = band.pictures
  const pictures = Array(4).fill(picture)
  const options = [...band.options, { name: 'Metal', values: ['Gold'] }]
  const { variants, ...card } = toListingItem({ ...band, pictures, options })
  expect(card).toMatchObject({ actualPrice: 1_200, reviews: 2, options: band.options })
  expect(card.pictures).toHaveLength(3)
  expect(variants).toEqual([
    { choice: { Size: 'S', Colour: 'Ivory' }, stock: 2 },
    { choice: { Size: 'M', Colour: 'Ivory' }, stock: 0 },
    { choice: { Size: 'M', Colour: 'Black' }, stock: 1, price: 1_500, originalPrice: 2_000 },
  ])
})
