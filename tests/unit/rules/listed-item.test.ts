import { expect, test } from 'vitest'
import { fromColumns, toColumns, toListedItem } from '#src/rules/listing/listed-item.ts'
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
  expect(fromColumns(columns)).toEqual(items.map(toListedItem))
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
  expect(toListedItem(createListingItem({ price: 5, variants })).brief?.isFrom).toBe(true)
})
