import { expect, test } from 'vitest'
import { fromColumns, isSameRow, toColumns, toRow } from '#src/rules/listing/list-row.ts'
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

test('a page names each field of its products once, and reads the rows that it was given', () => {
  const columns = toColumns(items)
  expect(JSON.parse(JSON.stringify(columns))).toEqual(columns)
  const rows = fromColumns(JSON.parse(JSON.stringify(columns)))
  expect(rows).toEqual(items.map(toRow))
  expect(fromColumns(toColumns([]))).toEqual([])
})

test('a row has all that its card shows, and what follows from the rest of its product', () => {
  const [ring, cup, foreign, bare] = items.map(toRow)
  expect(ring).toMatchObject({
    images: ['/api/media/a/960.webp'],
    pictures: [{ ...picture, placeholder: '' }],
    pictureCount: 2,
    hasChoice: false,
    isFrom: false,
  })
  expect(ring?.pictures).toHaveLength(1)
  expect(cup).toMatchObject({
    actualPrice: 5,
    stock: 0,
    zoom: 120,
    categoryName: 'Thé',
    pictures: [{ focus: { x: 10, y: 20 }, zoom: 140 }],
    pictureCount: 1,
    hasChoice: true,
  })
  expect(foreign).toMatchObject({ images: ['https://elsewhere.example/a.jpg'], pictures: [] })
  expect(bare).toMatchObject({ images: [], pictures: [], reviews: 0 })
})

test('a row says whether its price is the lowest of several', () => {
  const variants = [5, 7].map((price) => ({ choice: { Size: `${price}` }, stock: 1, price }))
  expect(toRow(createListingItem({ price: 5, variants })).isFrom).toBe(true)
})

test('the row of a page is that of the API as long as nothing that its card says has changed', () => {
  const known = fromColumns(JSON.parse(JSON.stringify(toColumns(items))))
  for (const [index, item] of items.entries()) {
    const row = known[index] as (typeof known)[number]
    const fetched = JSON.parse(JSON.stringify(item)) as typeof item
    expect(isSameRow(row, toRow(fetched))).toBe(true)
    expect(isSameRow(row, toRow({ ...fetched, publishedAt: '2027-01-01T00:00:00Z' }))).toBe(true)
    expect(isSameRow(row, toRow({ ...fetched, stock: 9 }))).toBe(item.stock > 0)
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
      expect(isSameRow(row, toRow({ ...fetched, ...change })), JSON.stringify(change)).toBe(false)
  }
})
