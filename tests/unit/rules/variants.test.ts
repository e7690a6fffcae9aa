import { describe, expect, test } from 'vitest'
import { defaultFacts } from '#src/content/facts.ts'
import { productPage } from '#src/content/product-page.ts'
import type { ShownVariant, Variant } from '#src/contract/catalog.ts'
import { type CatalogEntry, findEntryFaults, isGtin } from '#src/contract/entry.ts'
import { toAgentFeed, toMerchantFeed } from '#src/rules/feeds.ts'
import { toProductMarkdown } from '#src/rules/markdown.ts'
import { listSizes } from '#src/rules/product-facets.ts'
import { toProductFacts } from '#src/rules/product-facts.ts'
import { toProductStructuredData } from '#src/rules/structured-data.ts'
import { getOffer, getValueState, isNotOffered, withVariantTotals } from '#src/rules/variants.ts'
import { createCatalogEntry } from '#tests/helpers/products.ts'
import { product } from './product.ts'

const variants: ShownVariant[] = [
  { choice: { Size: 'S', Colour: 'Ivory' }, stock: 2, sku: 'MR-S', picture: 1 },
  { choice: { Size: 'M', Colour: 'Ivory' }, stock: 0, barcode: '4006381333931' },
  { choice: { Size: 'M', Colour: 'Black' }, stock: 1, price: 1_500, originalPrice: 2_000 },
]
const options = [
  { name: 'Size', values: ['S', 'M', 'L'] },
  { name: 'Colour', values: ['Ivory', 'Black'] },
]
const ring = { ...product, options, variant: { Metal: 'Gold' }, variants, stock: 3 }

describe('the variant of a choice', () => {
  test.each<[Variant, price: number, stock: number, sku: string | undefined]>([
    [{ Size: 'S', Colour: 'Ivory', Metal: 'Gold' }, 999.5, 2, 'MR-S'],
    [{ Size: 'M', Colour: 'Ivory' }, 999.5, 0, undefined],
    [{ Size: 'M', Colour: 'Black' }, 1_500, 1, undefined],
    // Not offered, and not chosen yet: the sum and the lowest price.
    [{ Size: 'S', Colour: 'Black' }, 999.5, 0, undefined],
    [{ Size: 'S' }, 999.5, 3, undefined],
  ])('of %o costs %d, has a stock of %d and the SKU %s', (chosen, price, stock, sku) => {
    const offer = getOffer(ring, chosen)
    expect([offer.price, offer.stock, offer.variant?.sku]).toEqual([price, stock, sku])
  })

  test.each<[Variant, name: string, value: string, state: string | undefined]>([
    [{}, 'Size', 'M', undefined],
    [{ Colour: 'Ivory', Metal: 'Gold' }, 'Size', 'M', 'soldOut'],
    [{ Colour: 'Ivory', Size: 'S' }, 'Size', 'M', 'soldOut'],
    [{ Colour: 'Black' }, 'Size', 'M', undefined],
    [{ Colour: 'Black' }, 'Size', 'S', 'notOffered'],
    [{}, 'Size', 'L', 'notOffered'],
    [{ Size: 'S' }, 'Colour', 'Black', 'notOffered'],
  ])('with %o chosen, %s %s is %s', (chosen, name, value, state) => {
    expect(getValueState(variants, chosen, name, value)).toBe(state)
    expect(getValueState(undefined, chosen, name, value)).toBeUndefined()
  })

  test('is not offered only where every option is chosen', () => {
    expect(isNotOffered(variants, { Size: 'S', Colour: 'Black' })).toBe(true)
    expect(isNotOffered(variants, { Size: 'S' })).toBe(false)
    expect(isNotOffered(undefined, { Size: 'S' })).toBe(false)
  })
})

const entry = (rows: CatalogEntry['variants'], given: Partial<CatalogEntry> = {}): CatalogEntry =>
  createCatalogEntry({
    slug: 'ring',
    options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
    variant: { Size: 'S' },
    price: 100,
    ...given,
    variants: rows,
  })
const [S, M, L] = [{ Size: 'S' }, { Size: 'M' }, { Size: 'L' }]

describe('an entry with variants', () => {
  test('has the lowest price and the sum of the stock, and each price once', () => {
    const given = entry(
      [
        { choice: S, stock: 2, price: 150, listPrice: 180 },
        { choice: M, stock: 3, price: 90 },
        { choice: L, stock: 4 },
      ],
      { listPrice: 120 },
    )
    const saved = withVariantTotals(given)
    expect(saved).toMatchObject({
      price: 90,
      stock: 9,
      variants: [
        { choice: S, stock: 2, price: 150, listPrice: 180 },
        { choice: M, stock: 3 },
        { choice: L, stock: 4, price: 100, listPrice: 120 },
      ],
    })
    expect(saved).not.toHaveProperty('listPrice')
    expect(saved.variants?.[1]).not.toHaveProperty('price')
    expect(withVariantTotals(saved)).toEqual(saved)
    const plain = entry(undefined)
    expect(withVariantTotals(plain)).toBe(plain)
  })

  const [small, medium] = [
    { choice: S, stock: 1 },
    { choice: M, stock: 1 },
  ]

  test.each<[CatalogEntry['variants'], path: unknown[], message: RegExp]>([
    [[{ choice: {}, stock: 1 }], [0, 'choice'], /one value of each option: Size \(S, M, L\)/],
    [[{ choice: { Size: 'XL' }, stock: 1 }], [0, 'choice'], /one value of each option/],
    [[{ choice: { ...S, Colour: 'Red' }, stock: 1 }], [0, 'choice'], /one value of each option/],
    [[small, small], [1, 'choice'], /another variant/],
    [
      [
        { ...small, sku: 'A' },
        { ...medium, sku: 'A' },
      ],
      [1, 'sku'],
      /another variant/,
    ],
    [[{ ...small, price: 50, listPrice: 50 }], [0, 'listPrice'], /above the price 50/],
    [[{ ...small, picture: 'x' }], [0, 'picture'], /one of the pictures/],
    [
      [
        { ...small, stock: 60_000 },
        { ...medium, stock: 60_000 },
      ],
      [],
      /100000 at most together/,
    ],
  ])('has a fault with %j', (rows, path, message) => {
    expect(findEntryFaults(entry(rows))).toEqual([
      { path: ['variants', ...path], message: expect.stringMatching(message) },
    ])
  })

  test('may be without options: then its only variant has no choice', () => {
    expect(
      findEntryFaults(entry([{ choice: {}, stock: 1, sku: 'A' }], { options: [], variant: {} })),
    ).toEqual([])
  })

  test.each([
    ['4006381333931', true],
    ['96385074', true],
    ['614141999996', true],
    ['14006381333938', true],
    ['4006381333932', false],
    ['400638133393', false],
    ['EAN', false],
  ])('takes the barcode %s: %s', (code, isValid) => expect(isGtin(code)).toBe(isValid))
})

describe('the channels of a product with variants', () => {
  const site = new URL('https://shop.test')

  test('filters find only sizes in stock', () => {
    expect(listSizes(ring)).toEqual(['S', 'M'])
    expect(listSizes({ ...ring, variants: variants.slice(0, 2) })).toEqual(['S'])
    expect(listSizes(product)).toEqual(['12', '14'])
  })

  test('sizes that differ in signs alone have numbers of their own', () => {
    const options = [{ name: 'Size', values: ['6', '6+', '6½', '½'] }]
    const { variants: listed } = toProductFacts({ ...product, options, variants: undefined }, site)
    expect(listed.map(({ id }) => id)).toEqual(['id-1-6', 'id-1-6-2', 'id-1-61-2', 'id-1-1-2'])
  })

  test('structured data has an offer for each', () => {
    const [group] = toProductStructuredData(ring, site, defaultFacts)
    expect(group).not.toHaveProperty('offers')
    expect(group).toMatchObject({
      '@type': 'ProductGroup',
      productGroupID: 'id-1',
      hasVariant: [
        {
          sku: 'MR-S',
          size: 'S',
          image: ['https://shop.test/api/media/b/300.webp'],
          offers: { url: 'https://shop.test/product/moon-ring?Size=S&Colour=Ivory' },
        },
        {
          sku: 'id-1-m-ivory',
          gtin: '4006381333931',
          offers: { availability: 'https://schema.org/OutOfStock' },
        },
        { color: 'Black', offers: { price: '1500.00' } },
      ],
    })
  })

  test('a product without a choice has the number and the barcode of its only variant', () => {
    const only = { choice: {}, stock: 3, sku: 'MR', barcode: '96385074' }
    const [data] = toProductStructuredData(
      { ...ring, options: [], variants: [only] },
      site,
      defaultFacts,
    )
    expect(data).toMatchObject({ '@type': 'Product', sku: 'MR', gtin: '96385074' })
  })

  test('the feeds have an item for each, with its own price and stock', () => {
    const items = toMerchantFeed([ring], site).match(/<item>.*?<\/item>/g) ?? []
    expect(items).toHaveLength(3)
    expect(items[1]).toContain('<g:gtin>4006381333931</g:gtin>')
    expect(items[1]).toContain('<g:availability>out_of_stock</g:availability>')
    expect(items[2]).toContain('<g:sale_price>1500.00 INR</g:sale_price>')
    for (const item of items) expect(item).toContain('<g:item_group_id>id-1</g:item_group_id>')
    expect(toAgentFeed([ring], site)).toMatchObject({
      products: [
        {
          price_range: { min: { amount: 99_950 }, max: { amount: 150_000 } },
          variants: [
            { sku: 'MR-S', availability: { available: true } },
            { barcodes: [{ value: '4006381333931' }], availability: { available: false } },
            { price: { amount: 150_000 }, list_price: { amount: 200_000 } },
          ],
        },
      ],
    })
  })

  test('the Markdown page lists them', () => {
    expect(toProductMarkdown(ring, site, productPage)).toContain(
      '- [Size M, Colour Ivory](https://shop.test/product/moon-ring?Size=M&Colour=Ivory): ₹999.50, sold out, SKU id-1-m-ivory',
    )
  })
})
