import { describe, expect, test } from 'vitest'
import { defaultFacts } from '#src/content/facts.ts'
import type { Product } from '#src/contract/catalog.ts'
import type { RichText } from '#src/contract/content-fields.ts'
import { productDescription } from '#src/rules/product-facts.ts'
import {
  toFaqStructuredData,
  toListingStructuredData,
  toProductStructuredData,
} from '#src/rules/structured-data.ts'
import { createListingItem, product } from './product.ts'

const site = new URL('https://shop.test')

describe('toProductStructuredData', () => {
  const one = { ...product, options: [] }
  const [productData, breadcrumbs, ...references] = toProductStructuredData(one, site, defaultFacts)

  test('has the rating, reviews and pictures of the catalogue, and the terms of the offer', () => {
    expect(productData).toMatchObject({
      '@type': 'Product',
      image: ['https://shop.test/api/media/a/960.webp', 'https://shop.test/api/media/b/300.webp'],
      offers: {
        priceCurrency: 'INR',
        priceValidUntil: '2027-12-31',
        shippingDetails: { '@id': '#shipping' },
        hasMerchantReturnPolicy: { '@id': '#returns' },
      },
      sku: 'id-1',
      aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
      review: [
        {
          name: 'Moonlit',
          reviewRating: { ratingValue: 5 },
          author: { name: 'Mira' },
          datePublished: '2026-03-02',
        },
        { name: 'Small', author: { name: 'A customer' } },
      ],
    })
  })

  test('has the seller and the policies that its offers refer to', () => {
    expect(references).toMatchObject([
      { '@id': 'https://shop.test/#organization', name: 'Kairavi' },
      { '@id': '#shipping', shippingRate: { value: 0 }, deliveryTime: {} },
      { '@id': '#returns', applicableCountry: 'IN', returnPolicyCountry: 'IN' },
    ])
  })

  test('has the breadcrumbs Home, Shop, product', () => {
    expect(breadcrumbs).toMatchObject({
      itemListElement: ['', 'shop', 'product/moon-ring'].map((path, at) => ({
        position: at + 1,
        name: ['Home', 'Shop', 'Moon ring'][at],
        item: `https://shop.test/${path}`,
      })),
    })
  })

  test('names the property of an option, or its name where schema.org has none', () => {
    const options = [
      { name: 'Strap size', values: ['S', 'L'] },
      { name: 'Nib', values: ['Fine', 'Broad'] },
    ]
    expect(toProductStructuredData({ ...product, options }, site, defaultFacts)[0]).toMatchObject({
      variesBy: ['https://schema.org/size'],
      hasVariant: [
        { size: 'S', additionalProperty: [{ name: 'Nib', value: 'Fine' }] },
        ...Array(3).fill({}),
      ],
    })
  })

  test('has no rating and no review where the page shows none', () => {
    const [data] = toProductStructuredData({ ...product, newestReviews: [] }, site, defaultFacts)
    expect(data).not.toHaveProperty('aggregateRating')
    expect(data).not.toHaveProperty('review')
  })
})

test('a page of the listing has its products by their places, below Home and Shop', () => {
  const items = ['a', 'b'].map((slug) => createListingItem({ slug }))
  const counts = { pageCount: 2, total: 60, chips: [], counts: {}, emptyFacets: [] }
  const page = { items, page: 2, category: 'bags', pageTotal: 26, ...counts }
  const url = 'https://shop.test/shop/bags/2'
  const toList = (first: number) =>
    items.map(({ slug }, at) => ({
      ...{ position: first + at, url: `https://shop.test/product/${slug}` },
    }))
  const [home, shop] = [{ name: 'Home' }, { name: 'Shop', item: 'https://shop.test/shop' }]
  expect(toListingStructuredData(page, site)).toMatchObject([
    { name: 'Bags', url, mainEntity: { numberOfItems: 26, itemListElement: toList(25) } },
    { itemListElement: [home, shop, { position: 3, name: 'Bags', item: url }] },
  ])
  expect(toListingStructuredData({ ...page, page: 1, category: 'all' }, site)).toMatchObject([
    { name: 'The collection', mainEntity: { itemListElement: toList(1) } },
    { itemListElement: [home, shop] },
  ])
})

test('the answers of the FAQ are plain text', () => {
  const answer: RichText = [
    { type: 'paragraph', spans: [{ text: 'In Jaipur', bold: true }, { text: ', since 1921.' }] },
    { type: 'list', items: [[{ text: 'By foot.' }], [{ text: 'By train.' }]] },
  ]
  expect(toFaqStructuredData([{ question: 'Where?', answer }]).mainEntity).toMatchObject([
    { name: 'Where?', acceptedAnswer: { text: 'In Jaipur, since 1921. By foot. By train.' } },
  ])
})

test.each<[Partial<Product>, text: string]>([
  [{}, 'A ring of pale gold. Worn at night'],
  [{ subtitle: '' }, 'Worn at night'],
  [{ subtitle: '', tagline: '' }, 'Moon ring by Kairavi'],
  [{ subtitle: 'a'.repeat(160), tagline: '' }, 'a'.repeat(160)],
  [{ subtitle: `${'a'.repeat(158)} bcd`, tagline: '' }, `${'a'.repeat(158)}…`],
  [{ seoDescription: 'A moon' }, 'A moon'],
])('the description of a product with %o is %s', (given, text) =>
  expect(productDescription({ ...product, ...given })).toBe(text),
)
