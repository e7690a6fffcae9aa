import { describe, expect, test } from 'vitest'
import { defaultFacts } from '#src/content/facts.ts'
import type { Product } from '#src/contract/catalog.ts'
import { productDescription } from '#src/rules/product-facts.ts'
import { toProductStructuredData } from '#src/rules/structured-data.ts'
import { product } from './product.ts'

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
