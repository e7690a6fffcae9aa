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

/** What every channel must agree on. */
interface Row {
  title: string
  url: string
  price: string
  isAvailable: boolean
}

const expected: Row[] = published.map(({ title, slug, price, stock }) => ({
  title,
  url: `https://shop.test/product/${slug}`,
  price: price.toFixed(2),
  isAvailable: stock > 0,
}))

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
  variants: {
    title: string
    url: string
    price: { amount: number }
    availability: { available: boolean }
  }[]
}

interface OfferData {
  url: string
  price: string
  availability: string
}

interface ProductData {
  name: string
  offers?: OfferData
  hasVariant?: { name: string; sku: string; size?: string; offers: OfferData }[]
}

describe('all channels of one catalogue agree in title, address, price and availability', () => {
  test('structured data', () => {
    const rows = published.flatMap((one) => {
      const [data] = toProductStructuredData(one, site, defaultFacts) as unknown as [ProductData]
      const offers = data.offers ? [data.offers] : (data.hasVariant ?? []).map((v) => v.offers)
      return offers.map(({ url, price, availability }) => ({
        ...{ title: data.name, url, price },
        isAvailable: availability === 'https://schema.org/InStock',
      }))
    })
    const [ring, bag] = expected
    expect(rows).toEqual([ring, ring, bag])
  })

  test('Google Merchant feed', () => {
    const items = listElements(toMerchantFeed(readInput('feedPart', '0'), site), 'item')
    const rows = items.map((item) => ({
      title: textOf(item, 'g:title').replace(/, 1[24]$/, ''),
      url: textOf(item, 'g:link'),
      price: (textOf(item, 'g:sale_price') || textOf(item, 'g:price')).replace(' INR', ''),
      isAvailable: textOf(item, 'g:availability') === 'in_stock',
    }))
    const [ring, bag] = expected
    expect(rows).toEqual([ring, ring, bag])
    expect(items.map((item) => textOf(item, 'g:id'))).toEqual(['id-1-12', 'id-1-14', 'id-2'])
    expect(textOf(items[0] ?? '', 'g:size')).toBe('12')
  })

  test('feed for agents, in minor units', () => {
    const feed = toAgentFeed(readInput('feedPart', '0'), site) as { products: AgentProduct[] }
    const rows = feed.products.flatMap(({ title, url, variants }) =>
      variants.slice(0, 1).map(({ price, availability }) => ({
        ...{ title, url, price: (price.amount / 100).toFixed(2) },
        isAvailable: availability.available,
      })),
    )
    expect(rows).toEqual(expected)
    expect(feed.products.map(({ variants }) => variants.length)).toEqual([2, 1])
  })

  test('Markdown', () => {
    const rows = published.map((one) => {
      const text = toProductMarkdown(one, site, productPage)
      expect(text.includes(', before ')).toBe(one.originalPrice > one.price)
      const unescapeMarkdown = (escaped = '') => escaped.replace(/\\(.)/g, '$1')
      return {
        title: unescapeMarkdown(/^# (.*)$/m.exec(text)?.[1]),
        url: /^- Page: <(.*)>$/m.exec(text)?.[1],
        price: /\(INR ([\d.]+)\)/.exec(text)?.[1],
        isAvailable: text.includes('- Availability: In stock'),
      }
    })
    expect(rows).toEqual(expected)
  })

  test('Atom feed of new arrivals', () => {
    const entries = listElements(toAtomFeed(readInput('newest'), site), 'entry')
    const rows = entries.map((entry) => ({
      title: textOf(entry, 'title'),
      url: textOf(entry, 'id'),
    }))
    expect(rows).toHaveLength(expected.length)
    expect(rows).toEqual(expect.arrayContaining(expected.map(({ title, url }) => ({ title, url }))))
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
  // The JSON has neither the envelope nor the profile of a protocol.
  expect(text).not.toContain('Universal Commerce Protocol')
  for (const path of ['/shop/jewelry', '/feeds/agents-0.json', '/feeds/google-0.xml'])
    expect(text).toContain(`(https://shop.test${path})`)
})

test('a product that search engines would reject is named and in no feed', () => {
  expect(findFeedFaults(product)).toEqual([])
  expect(findFeedFaults({ ...product, pictures: [] })).toEqual(['has no picture'])
  expect(findFeedFaults({ ...product, originalPrice: 1 })).toEqual([
    'has a list price below its price',
  ])
  expect(findFeedFaults({ ...product, rating: 0.5 })).toEqual([
    'has a rating that is not from 1 to 5',
  ])
  expect(toMerchantFeed(products, site)).not.toContain('no-picture')
  expect(JSON.stringify(toAgentFeed(products, site))).not.toContain('no-picture')
})
