import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { indexCatalog } from '#src/catalog/catalog-index.ts'
import { createReadInput } from '#src/catalog/inputs.ts'
import {
  sitemap,
  sitemapIndex,
  toAgentFeed,
  toAtomFeed,
  toMerchantFeed,
} from '#src/channels/feeds.ts'
import { toListMarkdown, toLlmsText, toProductMarkdown } from '#src/channels/markdown.ts'
import { findFeedErrors, productDescription, toProductFacts } from '#src/channels/product-facts.ts'
import {
  getSiteStructuredData,
  toFaqStructuredData,
  toListingStructuredData,
  toProductStructuredData,
} from '#src/channels/structured-data.ts'
import { defaultFacts } from '#src/content/facts.ts'
import { productPage } from '#src/content/product-page.ts'
import type { Product } from '#src/contract/catalog.ts'
import type { RichText } from '#src/contract/content-values.ts'
import { findField } from '#src/rules/product/attributes.ts'
import { band, createListingItem, product } from '../rules/product.ts'

// What the shop tells machines, each channel as the whole file that it is. After an intended change:
// npm run test:units -- channels -u

const site = new URL('https://shop.test')

/** Variants of its own, one of them at another price; reviews, and every part of a description. */
const ring: Product = {
  ...band,
  highlights: ['Pale *gold*'],
  description: [
    { title: 'The ring', content: 'Made in Jaipur.' },
    { title: 'Empty', content: '' },
  ],
  technicalDetails: { Metal: 'Gold', Stone: '' },
  warranty: { duration: '2 years', type: 'International' },
}

/** Without a choice, sold out, at its full price, without reviews. */
const bag: Product = {
  ...product,
  id: 'id-2',
  slug: 'plain-bag',
  title: 'Bag <b>& "case"</b> ’24 [x]_*',
  subtitle: '',
  options: [],
  newestReviews: [],
  category: 'bags',
  variant: { 'Strap colour': 'Tan' },
  price: 125_000,
  originalPrice: 125_000,
  stock: 0,
  updatedAt: '2026-03-04T05:06:07.000Z',
}

const bare: Product = { ...product, id: 'id-4', slug: 'bare', pictures: [] }

const index = indexCatalog({ products: [ring, bag, bare], movedCategories: {}, content: [] })
const readInput = createReadInput(index)
const inFeeds = readInput('feedPart', '0')

function readList(name: string) {
  const list = readInput('productList', name)
  if (!list) throw new Error(`There is no list ${name}.`)
  return list
}

const print = (value: unknown): string => `${inspect(value, { depth: null, breakLength: 100 })}\n`
const toProductData = (item: Product) => toProductStructuredData(item, site, defaultFacts)

test.each<[file: string, render: () => string]>([
  ['agents.txt', () => print(toAgentFeed(inFeeds, site))],
  ['google.xml', () => toMerchantFeed(inFeeds, site)],
  ['new.atom', () => toAtomFeed(readInput('newest'), site)],
  ['sitemap-index.xml', () => sitemapIndex(readInput('sitemapCount'), site)],
  ['sitemap-0.xml', () => sitemap(readInput('sitemap', '0'), site)],
  ['sitemap-1.xml', () => sitemap(readInput('sitemap', '1'), site)],
  ['bags.md', () => toListMarkdown(readList('bags'), site)],
  ['llms.txt', () => toLlmsText(readInput('channels'), site, productPage)],
  ['ring.md', () => toProductMarkdown(ring, site, productPage)],
  ['bag.md', () => toProductMarkdown(bag, site, productPage)],
  ['ring.txt', () => print(toProductData(ring))],
  ['bag.txt', () => print(toProductData(bag)[0])],
  ['site.txt', () => print(getSiteStructuredData(site, defaultFacts))],
])('%s is as expected', async (file, render) => {
  // An element on each line, so that a change is read as one.
  await expect(render().replaceAll('><', '>\n<')).toMatchFileSnapshot(`expected/${file}`)
})

test('a choice without a stock of its own is a variant with an address that chooses it', () => {
  const { url, variants } = toProductFacts(product, site)
  const shared = { price: '999.50', isAvailable: true }
  expect(variants).toMatchObject([
    { ...shared, url: `${url}?Size=12`, id: 'id-1-12', title: 'Moon ring, 12' },
    { ...shared, url: `${url}?Size=14`, id: 'id-1-14', title: 'Moon ring, 14' },
  ])
})

test('a product without a choice has the numbers of its only variant', () => {
  const only = { choice: bag.variant, stock: 3, sku: 'MR', barcode: '96385074' }
  expect(toProductFacts({ ...bag, variants: [only] }, site)).toMatchObject({
    sku: 'MR',
    barcode: '96385074',
    isAvailable: true,
    variants: [],
  })
})

test.each([
  ['Strap size', 'size'],
  ['Sizes of the box', undefined],
  ['Volume', 'size'],
  ['Chain length', 'size'],
  ['Color', 'color'],
  ['Case colour', 'color'],
  ['Colour scheme', undefined],
  ['Strap material', 'material'],
  ['Material weight', undefined],
])('the attribute %s has the field %s', (name, field) =>
  expect(findField(name)?.schemaOrg).toBe(field),
)

test('names the property of an option, or its name where schema.org has none', () => {
  const options = [
    { name: 'Strap size', values: ['S', 'L'] },
    { name: 'Nib', values: ['Fine', 'Broad'] },
  ]
  expect(toProductData({ ...product, options })[0]).toMatchObject({
    variesBy: ['https://schema.org/size', 'https://schema.org/additionalProperty'],
    hasVariant: [
      { size: 'S', additionalProperty: [{ name: 'Nib', value: 'Fine' }] },
      ...Array(3).fill({}),
    ],
  })
})

test('a page of the listing has its products by their places, below Home and Shop', () => {
  const items = ['a', 'b'].map((slug) => createListingItem({ slug }))
  const counts = { pageCount: 2, total: 60, chips: [], counts: {}, emptyFacets: [] }
  const page = { items, page: 2, category: 'bags', pageTotal: 26, ...counts }
  const url = 'https://shop.test/shop/bags/2'
  const toList = (first: number) =>
    items.map(({ slug }, index) => ({
      position: first + index,
      url: `https://shop.test/product/${slug}`,
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
])('the description of a product with %o is %s', (overrides, text) =>
  expect(productDescription({ ...product, ...overrides })).toBe(text),
)

test.each([
  [{}, []],
  [{ pictures: [] }, ['has no picture']],
  [{ title: ' ' }, ['has no title']],
  [{ price: 0 }, ['has no price']],
  [{ originalPrice: 1 }, ['has a list price below its price']],
  [{ rating: 1 }, []],
  [{ rating: 5 }, []],
  [{ rating: 0.5 }, ['has a rating that is not from 1 to 5']],
  [{ rating: 5.5 }, ['has a rating that is not from 1 to 5']],
])('a product with %o has the errors %j, and is in no feed then', (change, errors) => {
  const input = { ...product, ...change }
  expect(findFeedErrors(input)).toEqual(errors)
  for (const feed of [toMerchantFeed([input], site), JSON.stringify(toAgentFeed([input], site))])
    expect(feed.includes('moon-ring')).toBe(errors.length === 0)
})
