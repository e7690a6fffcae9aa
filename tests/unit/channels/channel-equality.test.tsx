import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { toUcpProduct, type UcpProduct } from '#src/assistants/ucp-product.ts'
import { escapeMarkup } from '#src/channels/escape-markup.ts'
import { toAgentFeed, toMerchantFeed } from '#src/channels/feeds.ts'
import { toProductMarkdown } from '#src/channels/markdown.ts'
import { toProductFacts } from '#src/channels/product-facts.ts'
import { toProductStructuredData } from '#src/channels/structured-data.ts'
import { defaultFacts } from '#src/content/facts.ts'
import { productPage } from '#src/content/product-page.ts'
import type { Product, Variant } from '#src/contract/catalog.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { BuyBox } from '#src/islands/BuyBox.tsx'
import { Gallery } from '#src/islands/Gallery.tsx'
import { getChoice } from '#src/islands/product/variant-choice.tsx'
import { formatRupees } from '#src/rules/money.ts'
import { toBuyBoxProduct } from '#src/rules/product/buy-box-product.ts'
import { listChoices, listCombinations, toFixedVariant } from '#src/rules/product/options.ts'
import { NO_REVIEWS } from '#src/server/shop/catalog/product-reviews.ts'
import { toProduct, toProductRow } from '#src/server/shop/catalog/to-product.ts'
import { DEFAULT_SEED_DIR, readEntries } from '#src/server/shop/seed/read-entries.ts'
import { PriceAndTax } from '#src/ui/product/PriceAndTax.tsx'
import { ProductView } from '#src/ui/product/ProductView.tsx'
import { createRandom, type Random } from '#tools/random.ts'

// Price, stock, title, picture and attributes are the same in every channel, of the whole product and of each of
// its variants (docs/machines.md).

const site = new URL('https://shop.test')
const seeds = readEntries(DEFAULT_SEED_DIR)

/** What a channel says of an offer. */
interface Said {
  title: string
  /** In paise. */
  price: number
  listPrice: number
  isAvailable: boolean
  /** Name of the file of its first picture. */
  picture: string
}

const toPaise = (text: string): number => Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100)
const toPictureName = (url = ''): string => /\/api\/media\/([^/]+)\//.exec(url)?.[1] ?? url

function createProduct(entry: CatalogEntry, index: number): Product {
  const pictures = entry.pictures.map(({ file, alt }) => ({
    base: `/api/media/${file}`,
    width: 960,
    height: 1_200,
    alt,
    placeholder: '',
  }))
  return toProduct(toProductRow(entry, index, 0), pictures, NO_REVIEWS, [], {
    category: entry.category,
  })
}

/** The offers of an entry, by what is chosen: what the editor has typed, without any code of a channel. */
function listExpected(entry: CatalogEntry): { chosen: Variant; said: Said }[] {
  const fixed = toFixedVariant(entry)
  return listCombinations(listChoices(entry.options)).flatMap((chosen) => {
    const row = entry.variants?.find(({ choice }) =>
      Object.entries(choice).every(([name, value]) => ({ ...fixed, ...chosen })[name] === value),
    )
    if (entry.variants && !row) return []
    const price = row?.price ?? entry.price
    const shared = row?.price === undefined ? entry.listPrice : undefined
    const said = {
      title: [entry.title, ...Object.values(chosen)].join(', '),
      price: Math.round(price * 100),
      listPrice: Math.round((row?.listPrice ?? shared ?? price) * 100),
      isAvailable: (row ?? entry).stock > 0,
      picture: row?.picture ?? entry.pictures[0]?.file ?? '',
    }
    return [{ chosen, said }]
  })
}

const readUcp = ({ variants }: UcpProduct): Said[] =>
  variants.map(({ title, price, list_price, availability, media }) => {
    expect(availability.status).toBe(availability.available ? 'in_stock' : 'out_of_stock')
    const [{ url } = { url: '' }] = media
    const listPrice = (list_price ?? price).amount
    const { available: isAvailable } = availability
    return { title, price: price.amount, listPrice, isAvailable, picture: toPictureName(url) }
  })

const unescapeXml = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|(\w+));/g, (_, code, name) =>
    code
      ? String.fromCodePoint(Number(code))
      : ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[String(name)] ?? ''),
  )
const readElement = (xml: string, name: string): string | undefined => {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text === undefined ? undefined : unescapeXml(text)
}

const listItems = (xml: string): string[] => xml.match(/<item>.*?<\/item>/g) ?? []

const readXml = (xml: string): Said[] =>
  listItems(xml).map((item) => {
    const read = (name: string) => readElement(item, name)
    const listPrice = toPaise(read('g:price') ?? '')
    return {
      title: read('g:title') ?? '',
      price: read('g:sale_price') ? toPaise(read('g:sale_price') ?? '') : listPrice,
      listPrice,
      isAvailable: read('g:availability') === 'in_stock',
      picture: toPictureName(read('g:image_link')),
    }
  })

interface SchemaProduct {
  name: string
  image: string[]
  offers: { price: string; availability: string; url: string }
  hasVariant?: SchemaProduct[]
  variesBy?: string[]
  additionalProperty?: { name: string; value: string }[]
}

/** Without the price before a discount, which schema.org has no plain property for. */
const readStructuredData = (data: SchemaProduct): Omit<Said, 'listPrice'>[] =>
  (data.hasVariant ?? [data]).map(({ name, offers, image }) => ({
    title: name,
    price: toPaise(offers.price),
    isAvailable: offers.availability === 'https://schema.org/InStock',
    picture: toPictureName(image[0]),
  }))

const unescapeMarkdown = (text = ''): string => text.replaceAll(/\\(.)/g, '$1')
const readLine = (markdown: string, name: string): string | undefined =>
  new RegExp(`^- ${name}: (.*)$`, 'm').exec(markdown)?.[1]

/** Each address of a choice chooses it, in every channel. */
function expectAddresses(
  product: Product,
  chosen: Variant[],
  { ucp, xml, data }: { ucp: UcpProduct; xml: string; data: SchemaProduct },
): void {
  const page = `${site.href}product/${product.slug}`
  const addresses = chosen.map((choice) => {
    const query = String(new URLSearchParams(choice))
    return query ? `${page}?${query}` : page
  })
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(ucp.variants.map(({ url }) => url)).toEqual(addresses)
  expect(listItems(xml).map((item) => readElement(item, 'g:link'))).toEqual(addresses)
  expect((data.hasVariant ?? [data]).map(({ offers }) => offers.url)).toEqual(addresses)
}

/** A page for readers, and what it shows when one of the variants is chosen. */
const renderPage = (product: Product): string =>
  renderToStaticMarkup(
    <ProductView
      product={product}
      texts={productPage}
      gallery={<Gallery title={product.title} pictures={product.pictures} />}
      buyBox={
        <BuyBox
          product={toBuyBoxProduct(product, productPage)}
          price={<PriceAndTax {...product} />}
        >
          {null}
        </BuyBox>
      }
    />,
  )

/** Fails where a channel says something else of the product than its entry. */
function expectEqual(entry: CatalogEntry, index: number): void {
  const product = createProduct(entry, index)
  const expected = listExpected(entry)
  const offers = expected.map(({ said }) => said)
  const hasChoice = expected.some(({ chosen }) => Object.keys(chosen).length > 0)
  const inStock = offers.filter((offer) => offer.isAvailable)
  // A price of the product is one of what can be bought, where anything can.
  const buyable = inStock.length > 0 ? inStock : offers
  const lowest = buyable.reduce((a, b) => (b.price < a.price ? b : a))
  const facts = toProductFacts(product, site)
  const ucp = toUcpProduct(product, facts)
  const xml = toMerchantFeed([product], site)
  const [first] = toProductStructuredData(product, site, defaultFacts)
  const data = first as unknown as SchemaProduct
  const markdown = toProductMarkdown(product, site, productPage)
  const page = renderPage(product)

  expect(readUcp(ucp)).toEqual(offers)
  expect(ucp.price_range).toMatchObject({
    min: { amount: Math.min(...buyable.map(({ price }) => price)) },
    max: { amount: Math.max(...buyable.map(({ price }) => price)) },
  })
  expect(toAgentFeed([product], site)).toEqual({ products: [ucp] })
  expect(readXml(xml)).toEqual(offers)
  expect(readStructuredData(data)).toEqual(offers.map(({ listPrice: _, ...said }) => said))

  const choices = expected.map(({ chosen }) => chosen)
  expectAddresses(product, choices, { ucp, xml, data })

  const isAvailable = offers.some((offer) => offer.isAvailable)
  expect(unescapeMarkdown(/^# (.*)$/m.exec(markdown)?.[1])).toBe(entry.title)
  expect(toPaise(/\(INR ([\d.]+)\)/.exec(markdown)?.[1] ?? '')).toBe(lowest.price)
  expect(readLine(markdown, 'Availability')).toBe(isAvailable ? 'In stock' : 'Sold out')
  expect(toPictureName(/## Pictures\n\n- \[.*\]\((.*)\)/.exec(markdown)?.[1])).toBe(
    entry.pictures[0]?.file,
  )
  const lines = /## Variants\n\n((?:- .*\n?)*)/.exec(markdown)?.[1]?.trim().split('\n') ?? []
  if (entry.variants && hasChoice)
    expect(
      lines.map((line) => {
        const [, price = '', stock, picture] =
          /\): (\S+), (in stock|sold out), .*\[picture\]\((\S+)\)$/.exec(line) ?? []
        return [toPaise(price), stock === 'in stock', toPictureName(picture)]
      }),
    ).toEqual(offers.map((offer) => [offer.price, offer.isAvailable, offer.picture]))

  const [, heading = ''] = /<h1[^>]*>(.*)<\/h1>/.exec(page) ?? []
  expect(heading.replace(/<[^>]*>/g, '')).toBe(
    escapeMarkup(entry.title).replaceAll('&#39;', '&#x27;'),
  )
  const [, afterTitle = ''] = page.split('</h1>')
  expect(/₹[\d,]+\.\d\d/.exec(afterTitle)?.[0]).toBe(formatRupees(lowest.price / 100))
  expect(toPictureName(/<img[^>]* src="([^"]*)"/.exec(page)?.[1])).toBe(entry.pictures[0]?.file)
  expect(/<button[^>]*disabled[^>]*>(?:(?!<\/button>).)*Sold out/i.test(page)).toBe(!isAvailable)
  for (const { chosen, said } of entry.variants ? expected : []) {
    const choice = getChoice(product, { ...toFixedVariant(product), ...chosen })
    expect([choice.priceText, choice.stock > 0]).toEqual([
      formatRupees(said.price / 100),
      said.isAvailable,
    ])
    const { base = '' } = product.pictures[choice.variant?.picture ?? 0] ?? {}
    expect(toPictureName(`${base}/`)).toBe(said.picture)
  }

  expectAttributes(entry, { ucp, xml, data, markdown, page })
}

/** What the piece has whatever is chosen is named by each channel. */
function expectAttributes(
  entry: CatalogEntry,
  channels: { ucp: UcpProduct; xml: string; data: SchemaProduct; markdown: string; page: string },
): void {
  const { ucp, xml, data, markdown, page } = channels
  const attributes = {
    ...toFixedVariant(entry),
    'Country of origin': entry.countryOfOrigin,
  }
  expect(ucp.metadata).toEqual(attributes)
  const named = { ...data, ...Object.fromEntries((data.additionalProperty ?? []).map(toPair)) }
  for (const [name, value] of Object.entries(attributes)) {
    expect(Object.values(named)).toContain(value)
    expect(unescapeMarkdown(readLine(markdown, name))).toBe(value)
    expect(page).toContain(escapeMarkup(value))
    for (const item of listItems(xml)) expect(unescapeXml(item)).toContain(`>${value}</g:`)
  }
}

const toPair = ({ name, value }: { name: string; value: string }) => [name, value]

/** What can be read of the attributes of an item of the Merchant feed. */
const readMerchantAttributes = (item: string): string =>
  (item.match(/<g:(size|color|material|product_detail)>.*?<\/g:\1>/g) ?? []).join('')

test.each(seeds.map((entry, index) => ({ slug: entry.slug, entry, index })))(
  'every channel says the same of $slug',
  ({ entry, index }) => {
    expectEqual(entry, index)
    const product = createProduct(entry, index)
    const items = listItems(toMerchantFeed([product], site)).map(readMerchantAttributes)
    expect(new Set(items).size).toBe(items.length)
    const [data] = toProductStructuredData(product, site, defaultFacts)
    const { variesBy } = data as unknown as SchemaProduct
    if (items.length > 1) expect(variesBy?.length).toBeGreaterThan(0)
  },
)

const pick = <T,>({ whole }: Random, all: readonly T[]): T => all[whole(0, all.length - 1)] as T

const TITLES = ['Moon', 'Chand & Sons', '<b>Ring</b>', '"Rani"', "Asha's", '[x]_*~|', 'चाँद', 'a\\b']

/** An entry as an editor may save it. */
function edit(entry: CatalogEntry, random: Random): CatalogEntry {
  const { whole, fraction } = random
  const isSeldom = () => fraction() < 0.3
  const createPrice = () => {
    const price = whole(1, 50_000_000) / 100
    return {
      price,
      ...(isSeldom() ? { listPrice: (Math.round(price * 100) + whole(1, 99)) / 100 } : {}),
    }
  }
  const choices = listCombinations(listChoices(entry.options))
  const { listPrice: _, variants: __, ...rest } = entry
  const rows = random.shuffled(choices).slice(0, whole(1, choices.length))
  return {
    ...rest,
    title: `${pick(random, TITLES)} ${pick(random, TITLES)} ${whole(1, 99)}`,
    ...createPrice(),
    stock: whole(0, 2),
    countryOfOrigin: pick(random, ['India', 'Nepal & Bhutan']),
    pictures: random.shuffled(entry.pictures),
    ...(choices.length > 1 && fraction() < 0.7
      ? {
          variants: choices
            .filter((choice) => rows.includes(choice))
            .map((choice) => ({
              choice,
              stock: whole(0, 2),
              ...(isSeldom() ? createPrice() : {}),
              ...(isSeldom() ? { sku: `SKU-${whole(1, 999)}` } : {}),
              ...(isSeldom() ? { picture: pick(random, entry.pictures).file } : {}),
            })),
        }
      : {}),
  }
}

describe('after an edit', () => {
  test('every channel says the same, 500 times', () => {
    const random = createRandom(500)
    for (let count = 0; count < 500; count++) {
      const entry = edit(pick(random, seeds), random)
      try {
        expectEqual(entry, 0)
      } catch (error) {
        throw new Error(`Edit ${count}: ${JSON.stringify(entry)}`, { cause: error })
      }
    }
  })
})
