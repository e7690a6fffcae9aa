import { describe, expect, test } from 'vitest'
import type { Product } from '#src/contract/catalog.ts'
import { toBuyBoxProduct } from '#src/rules/buy-box-product.ts'
import { productDescription } from '#src/rules/meta-description.ts'
import { parsePincode } from '#src/rules/pincode.ts'
import { toProductStructuredData } from '#src/rules/structured-data.ts'

const product: Product = {
  id: 'id-1',
  slug: 'moon-ring',
  title: 'Moon ring',
  subtitle: 'A ring of pale gold',
  tagline: 'Worn at night',
  category: 'jewelry',
  images: ['/api/media/a/960.webp', '/api/media/b/960.webp'],
  pictures: [
    { base: '/api/media/a', width: 960, height: 1200, alt: 'Ring', placeholder: '' },
    { base: '/api/media/b', width: 300, height: 375, alt: 'Box', placeholder: '' },
  ],
  price: 999.5,
  originalPrice: 1_200,
  discountPercent: 17,
  rating: 4.5,
  reviewCount: 8,
  availability: 'In stock',
  stock: 4,
  offers: [],
  highlights: [],
  description: [],
  technicalDetails: {},
  relatedProducts: [],
  variant: { Colour: 'Pale gold' },
  options: [{ name: 'Size', values: ['12', '14'] }],
  countryOfOrigin: 'India',
  publishedAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const site = new URL('https://shop.test')

describe('structured data of a product', () => {
  const [about, crumbs] = toProductStructuredData(product, site)

  test('tells price, stock, rating and pictures of the catalogue', () => {
    expect(about).toMatchObject({
      '@type': 'Product',
      image: ['https://shop.test/api/media/a/960.webp', 'https://shop.test/api/media/b/300.webp'],
      offers: {
        url: 'https://shop.test/product/moon-ring',
        price: '999.50',
        priceCurrency: 'INR',
        availability: 'https://schema.org/InStock',
      },
      aggregateRating: { ratingValue: 4.5, reviewCount: 8 },
    })
  })

  test('leads from Home over Shop to the product', () => {
    expect(crumbs).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Home', item: 'https://shop.test/' },
        { position: 2, name: 'Shop', item: 'https://shop.test/shop' },
        { position: 3, name: 'Moon ring', item: 'https://shop.test/product/moon-ring' },
      ],
    })
  })

  test.each([{ rating: undefined }, { reviewCount: 0 }])(
    'never states a rating that the catalogue does not have: %o',
    (change) => {
      expect(toProductStructuredData({ ...product, ...change }, site)[0]).not.toHaveProperty(
        'aggregateRating',
      )
    },
  )

  test('says when it is sold out', () => {
    expect(toProductStructuredData({ ...product, stock: 0 }, site)[0]).toMatchObject({
      offers: { availability: 'https://schema.org/OutOfStock' },
    })
  })
})

test('a description is at most 160 characters and never empty', () => {
  expect(productDescription(product)).toBe('A ring of pale gold. Worn at night')
  expect(productDescription({ ...product, subtitle: 'a'.repeat(200) })).toHaveLength(160)
  expect(productDescription({ ...product, subtitle: '', tagline: '' })).toBe('Moon ring by Kairavi')
})

describe('what the purchase box starts with', () => {
  test('is the product’s own variant, and the first value of what it leaves open', () => {
    expect(toBuyBoxProduct(product).variant).toEqual({ Colour: 'Pale gold', Size: '12' })
    const chosen = { ...product, variant: { Size: '14' } }
    expect(toBuyBoxProduct(chosen).variant).toEqual({ Size: '14' })
  })

  test('is never a value that cannot be chosen', () => {
    expect(toBuyBoxProduct({ ...product, variant: { Size: '99' } }).variant).toEqual({ Size: '12' })
  })

  test('carries one picture', () => {
    expect(toBuyBoxProduct(product).images).toEqual(['/api/media/a/960.webp'])
  })
})

test.each([
  ['302002', '302002'],
  [' 302 002 ', '302002'],
  ['', null],
  ['30200', null],
  ['3020021', null],
  ['012345', null],
  ['abcdef', null],
  ['३०२००२', null],
])('the pincode %o is read as %o', (typed, pincode) => {
  expect(parsePincode(typed)).toBe(pincode)
})
