import { describe, expect, test } from 'vitest'
import { indexCatalog } from '#src/catalog/catalog-index.ts'
import { countFeedParts, createReadInput } from '#src/catalog/inputs.ts'
import { defaultFacts } from '#src/content/facts.ts'
import { productPage } from '#src/content/product-page.ts'
import type { Product } from '#src/contract/catalog.ts'
import { sitemap, sitemapIndex, toAgentFeed, toAtomFeed, toMerchantFeed } from '#src/rules/feeds.ts'
import { toLlmsText, toProductMarkdown } from '#src/rules/markdown.ts'
import { findFeedFaults } from '#src/rules/product-facts.ts'
import { toProductStructuredData } from '#src/rules/structured-data.ts'
import { band, product } from './product.ts'

const site = new URL('https://shop.test')

const bag: Product = {
  ...product,
  ...{ id: 'id-2', slug: 'plain-bag', title: 'Bag <b>& "case"</b> ’24 [x]_*', options: [] },
  ...{ price: 125_000, originalPrice: 125_000, stock: 0, updatedAt: '2026-03-04T05:06:07.000Z' },
}
const products = [product, bag, { ...product, id: 'id-4', slug: 'bare', pictures: [] }, band]
const published = [product, bag, band]
const index = indexCatalog({ products, movedCategories: {}, content: [] })
const readInput = createReadInput(index)

/** What every channel must agree on: title, address, price in rupees, and whether one can buy it. */
type Row = [title: string, url: string, price: string, isAvailable: boolean]

const toUrl = (path: string) => `https://shop.test/product/${path}`
const ringRow: Row = ['Moon ring', toUrl('moon-ring'), '999.50', true]
const bagRow: Row = ['Bag <b>& "case"</b> ’24 [x]_*', toUrl('plain-bag'), '125000.00', false]
const rows: Row[] = [
  // Its two sizes have no stock of their own.
  ...[ringRow, ringRow, bagRow],
  ['Moon band', toUrl('moon-band?Size=S&Colour=Ivory'), '999.50', true],
  ['Moon band', toUrl('moon-band?Size=M&Colour=Ivory'), '999.50', false],
  ['Moon band', toUrl('moon-band?Size=M&Colour=Black'), '1500.00', true],
]

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const unescapeXml = (text: string): string =>
  text.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? '')
const textOf = (xml: string, tag: string): string =>
  unescapeXml(new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '')
const listElements = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, content]) => content ?? '')

interface AgentProduct {
  title: string
  variants: { url: string; price: { amount: number }; availability: { available: boolean } }[]
}

interface OfferData {
  url: string
  price: string
  availability: string
}

interface ProductData {
  name: string
  offers?: OfferData
  hasVariant?: { offers: OfferData }[]
}

describe('all channels of one catalogue agree in title, address, price and availability', () => {
  const readData = (one: Product) =>
    (toProductStructuredData(one, site, defaultFacts) as unknown as [ProductData])[0]

  test('structured data', () => {
    const found = published.flatMap((one) => {
      const { name, offers, hasVariant = [] } = readData(one)
      const listed = offers ? [offers] : hasVariant.map((variant) => variant.offers)
      return listed.map(({ url, price, availability }): Row => [
        ...([name, url, price] as const),
        availability === 'https://schema.org/InStock',
      ])
    })
    expect(found).toEqual(rows)
    expect(readData(band)).toMatchObject({
      '@type': 'ProductGroup',
      productGroupID: 'id-3',
      hasVariant: [
        { sku: 'MR-S', size: 'S', image: ['https://shop.test/api/media/b/300.webp'] },
        { sku: 'id-3-m-ivory', gtin: '4006381333931' },
        { color: 'Black' },
      ],
    })
    const only = { choice: {}, stock: 3, sku: 'MR', barcode: '96385074' }
    expect(readData({ ...band, options: [], variants: [only] })).toMatchObject({
      ...{ '@type': 'Product', sku: 'MR', gtin: '96385074' },
    })
  })

  test('Google Merchant feed', () => {
    const items = listElements(toMerchantFeed(readInput('feedPart', '0'), site), 'item')
    const list = (tag: string) => items.map((item) => textOf(item, tag))
    const found = items.map((item): Row => [
      textOf(item, 'g:title').replace(/, .*/, ''),
      textOf(item, 'g:link'),
      (textOf(item, 'g:sale_price') || textOf(item, 'g:price')).replace(' INR', ''),
      textOf(item, 'g:availability') === 'in_stock',
    ])
    expect(found).toEqual(rows)
    expect(list('g:id').slice(0, 3)).toEqual(['id-1-12', 'id-1-14', 'id-2'])
    expect(list('g:item_group_id')).toEqual(['id-1', 'id-1', '', 'id-3', 'id-3', 'id-3'])
    expect(list('g:size')).toEqual(['12', '14', '', 'S', 'M', 'M'])
    expect(list('g:gtin')[4]).toBe('4006381333931')
  })

  test('feed for agents, in minor units', () => {
    const feed = toAgentFeed(readInput('feedPart', '0'), site) as { products: AgentProduct[] }
    const found = feed.products.flatMap(({ title, variants }) =>
      variants.map(({ url, price, availability }): Row => [
        ...([title, url, (price.amount / 100).toFixed(2)] as const),
        availability.available,
      ]),
    )
    expect(found).toEqual(rows)
    expect(feed.products[2]).toMatchObject({
      price_range: { min: { amount: 99_950 }, max: { amount: 150_000 } },
      variants: [{ sku: 'MR-S' }, { barcodes: [{}] }, { list_price: { amount: 200_000 } }],
    })
  })

  test('Markdown', () => {
    const found = [product, bag].map((one) => {
      const text = toProductMarkdown(one, site, productPage)
      expect(text.includes(', before ')).toBe(one.originalPrice > one.price)
      return [
        /^# (.*)$/m.exec(text)?.[1]?.replace(/\\(.)/g, '$1'),
        /^- Page: <(.*)>$/m.exec(text)?.[1],
        /\(INR ([\d.]+)\)/.exec(text)?.[1],
        text.includes('- Availability: In stock'),
      ]
    })
    expect(found).toEqual([ringRow, bagRow])
    expect(toProductMarkdown(band, site, productPage)).toContain(
      `- [Size M, Colour Ivory](${rows[4]?.[1]}): ₹999.50, sold out, SKU id-3-m-ivory`,
    )
  })

  test('Atom feed of new arrivals, without prices', () => {
    const entries = listElements(toAtomFeed(readInput('newest'), site), 'entry')
    const found = entries.map((entry) => [textOf(entry, 'title'), textOf(entry, 'id')])
    const listed = published.map(({ title, slug }) => [title, toUrl(slug)])
    expect(found.toSorted()).toEqual(listed.toSorted())
  })

  test('sitemap, with the true time of the last change and the pictures', () => {
    const parts = readInput('sitemapCount')
    expect(parts).toBe(2)
    expect(sitemapIndex(parts, site)).toContain('<loc>https://shop.test/sitemap-1.xml</loc>')
    const pages = listElements(sitemap(readInput('sitemap', '0'), site), 'loc')
    expect(pages).toContain('https://shop.test/shop')
    expect(pages.filter((url) => /\/(?:cart|login|profile|product)/.test(url))).toEqual([])
    const urls = listElements(sitemap(readInput('sitemap', '1'), site), 'url')
    expect(urls.map((url) => [textOf(url, 'loc'), textOf(url, 'lastmod')])).toEqual(
      products.map(({ slug, updatedAt }) => [`https://shop.test/product/${slug}`, updatedAt]),
    )
    expect(textOf(urls[0] ?? '', 'image:loc')).toBe('https://shop.test/api/media/a/960.webp')
  })
})

test('llms.txt names every category, feed part and the sitemaps', () => {
  const text = toLlmsText(readInput('channels'), site, productPage)
  expect(countFeedParts(index)).toBe(1)
  for (const path of ['/shop/jewelry', '/feeds/agents-0.json', '/feeds/google-0.xml'])
    expect(text).toContain(`(https://shop.test${path})`)
})

test.each([
  [{}, []],
  [{ pictures: [] }, ['has no picture']],
  [{ originalPrice: 1 }, ['has a list price below its price']],
  [{ rating: 0.5 }, ['has a rating that is not from 1 to 5']],
])('a product with %o has the faults %j, and is in no feed then', (change, faults) => {
  const given = { ...product, ...change }
  expect(findFeedFaults(given)).toEqual(faults)
  for (const feed of [toMerchantFeed([given], site), JSON.stringify(toAgentFeed([given], site))])
    expect(feed.includes('moon-ring')).toBe(faults.length === 0)
})
