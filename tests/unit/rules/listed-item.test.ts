import { expect, test } from 'vitest'
import { fromColumns, isShown, toColumns } from '#src/rules/listing/listed-item.ts'
import { createListingItem } from './product.ts'

const picture = { base: '/api/media/a', width: 960, height: 1200, alt: 'A ring', placeholder: 'x' }
const items = [
  createListingItem({ options: [], pictures: [picture, { ...picture, base: '/api/media/b' }] }),
  createListingItem({
    id: 'id-2',
    slug: 'cup',
    price: 5,
    actualPrice: 5,
    stock: 0,
    zoom: 120,
    categoryName: 'Thé',
    options: [{ name: 'Size', values: ['S', 'M'] }],
    pictures: [{ ...picture, focus: { x: 10, y: 20 }, zoom: 140 }],
  }),
  createListingItem({ id: 'id-3', pictures: [], images: ['https://elsewhere.example/a.jpg'] }),
  createListingItem({ id: 'id-4', pictures: [], images: [], rating: undefined, reviews: 0 }),
]

test('a page names each field of its products once, and reads the products that it was given', () => {
  const columns = toColumns(items)
  expect(JSON.parse(JSON.stringify(columns))).toEqual(columns)
  expect(fromColumns(columns).map(({ id }) => id)).toEqual(items.map(({ id }) => id))
  expect(fromColumns(toColumns([]))).toEqual([])
})

test('a product of a page has all that its card shows, and says what it lacks', () => {
  const [ring, cup, foreign, bare] = fromColumns(toColumns(items))
  expect(ring).toMatchObject({
    images: ['/api/media/a/960.webp'],
    pictures: [{ ...picture, placeholder: '' }],
    brief: { pictureCount: 2, hasChoice: false, isFrom: false },
  })
  expect(ring?.pictures).toHaveLength(1)
  expect(cup).toMatchObject({
    actualPrice: 5,
    stock: 0,
    zoom: 120,
    categoryName: 'Thé',
    pictures: [{ focus: { x: 10, y: 20 }, zoom: 140 }],
    brief: { pictureCount: 1, hasChoice: true },
  })
  expect(foreign).toMatchObject({ images: ['https://elsewhere.example/a.jpg'], pictures: [] })
  expect(bare).toMatchObject({ images: [], pictures: [], reviews: 0 })
})

test('a product of a page says whether its price is the lowest of several', () => {
  const variants = [5, 7].map((price) => ({ choice: { Size: `${price}` }, stock: 1, price }))
  const [listed] = fromColumns(toColumns([createListingItem({ price: 5, variants })]))
  expect(listed?.brief?.isFrom).toBe(true)
})

test('the card of a page shows a product as long as nothing that it says has changed', () => {
  const known = fromColumns(toColumns(items))
  const asFetched = JSON.parse(JSON.stringify(items)) as typeof items
  for (const item of asFetched) for (const picture of item.pictures) picture.placeholder = ''
  for (const [index, item] of asFetched.entries()) {
    const shown = known[index] as (typeof known)[number]
    expect(isShown(shown, item)).toBe(true)
    expect(isShown(shown, { ...item, stock: 9, publishedAt: '2027-01-01T00:00:00Z' })).toBe(
      item.stock > 0,
    )
    const extra = { ...picture, base: '/api/media/z' }
    for (const change of [
      { title: 'Other' },
      { price: 1 },
      { tagline: 'Other' },
      { reviews: 99 },
      { options: item.options.length > 0 ? [] : [{ name: 'Size', values: ['S', 'M'] }] },
      { pictures: [extra, ...item.pictures.slice(1)] },
      { pictures: [...item.pictures, extra] },
    ])
      expect(isShown(shown, { ...item, ...change }), JSON.stringify(change)).toBe(false)
  }
})
