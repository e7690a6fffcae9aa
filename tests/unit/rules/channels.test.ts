import { describe, expect, test } from 'vitest'
import { indexCatalog } from '#src/catalog/catalog-index.ts'
import { countFeedParts, createReadInput } from '#src/catalog/inputs.ts'
import { defaultFacts } from '#src/content/facts.ts'
import { productPage } from '#src/content/product-page.ts'
import type { Product } from '#src/contract/catalog.ts'
import { sitemap, sitemapIndex, toAgentFeed, toAtomFeed, toMerchantFeed } from '#src/rules/feeds.ts'
import { toLlmsText, toProductMarkdown } from '#src/rules/markdown.ts'
import { findFeedFaults, isInFeeds } from '#src/rules/product-facts.ts'
import { toProductStructuredData } from '#src/rules/structured-data.ts'
import { product } from './product.ts'

const site = new URL('https://shop.test')

const products: Product[] = [
  product,
  {
    ...product,
    ...{ id: 'id-2', slug: 'plain-bag', title: 'Bag <b>& "case"</b> ’24 [x]_*', options: [] },
    ...{ price: 125_000, originalPrice: 125_000, stock: 0, updatedAt: '2026-03-04T05:06:07.000Z' },
  },
  { ...product, id: 'id-3', slug: 'no-picture', title: 'No picture', pictures: [], images: [] },
]
const index = indexCatalog({ products, movedCategories: {}, content: [] })
const readInput = createReadInput(index)
const published = products.filter(isInFeeds)

/** What every channel must agree on: title, address, price in rupees, and whether one can buy it. */
type Row = [title: string, url: string, price: string, isAvailable: boolean]

const expected = published.map(({ title, slug, price, stock }): Row => [
  title,
  `https://shop.test/product/${slug}`,
  price.toFixed(2),
  stock > 0,
])
const [ring, bag] = expected

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const unescapeXml = (text: string): string =>
  text.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? '')
const textOf = (xml: string, tag: string): string =>
  unescapeXml(new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '')
const listElements = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, content]) => content ?? '')

interface AgentProduct {
  title: string
  url: string
  variants: { price: { amount: number }; availability: { available: boolean } }[]
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
  test('structured data', () => {
    const rows = published.flatMap((one) => {
      const [data] = toProductStructuredData(one, site, defaultFacts) as unknown as [ProductData]
      const offers = data.offers ? [data.offers] : (data.hasVariant ?? []).map((v) => v.offers)
      return offers.map(({ url, price, availability }): Row => [
        ...([data.name, url, price] as const),
        availability === 'https://schema.org/InStock',
      ])
    })
    expect(rows).toEqual([ring, ring, bag])
  })

  test('Google Merchant feed', () => {
    const items = listElements(toMerchantFeed(readInput('feedPart', '0'), site), 'item')
    const rows = items.map((item): Row => [
      textOf(item, 'g:title').replace(/, 1[24]$/, ''),
      textOf(item, 'g:link'),
      (textOf(item, 'g:sale_price') || textOf(item, 'g:price')).replace(' INR', ''),
      textOf(item, 'g:availability') === 'in_stock',
    ])
    expect(rows).toEqual([ring, ring, bag])
    expect(items.map((item) => textOf(item, 'g:id'))).toEqual(['id-1-12', 'id-1-14', 'id-2'])
    expect(textOf(items[0] ?? '', 'g:size')).toBe('12')
  })

  test('feed for agents, in minor units', () => {
    const feed = toAgentFeed(readInput('feedPart', '0'), site) as { products: AgentProduct[] }
    const rows = feed.products.flatMap(({ title, url, variants }) =>
      variants.map(({ price, availability }): Row => [
        ...([title, url, (price.amount / 100).toFixed(2)] as const),
        availability.available,
      ]),
    )
    expect(rows).toEqual([ring, ring, bag])
  })

  test('Markdown', () => {
    const rows = published.map((one) => {
      const text = toProductMarkdown(one, site, productPage)
      expect(text.includes(', before ')).toBe(one.originalPrice > one.price)
      return [
        /^# (.*)$/m.exec(text)?.[1]?.replace(/\\(.)/g, '$1'),
        /^- Page: <(.*)>$/m.exec(text)?.[1],
        /\(INR ([\d.]+)\)/.exec(text)?.[1],
        text.includes('- Availability: In stock'),
      ]
    })
    expect(rows).toEqual(expected)
  })

  test('Atom feed of new arrivals, without prices', () => {
    const entries = listElements(toAtomFeed(readInput('newest'), site), 'entry')
    const rows = entries.map((entry) => [textOf(entry, 'title'), textOf(entry, 'id')])
    expect(rows.toSorted()).toEqual(expected.map(([title, url]) => [title, url]).toSorted())
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
