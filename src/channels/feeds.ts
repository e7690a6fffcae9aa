import { toUcpProduct } from '#src/assistants/ucp-product.ts'
import type { Product } from '#src/contract/catalog.ts'
import { brand, brandDescription } from '#src/rules/brand.ts'
import { feedPath, paths, productPath } from '#src/rules/paths.ts'
import { type Attribute, findField } from '#src/rules/product/attributes.ts'
import { escapeMarkup } from './escape-markup.ts'
import { policyFigures } from './policies.ts'
import {
  CURRENCY,
  isInFeeds,
  type ProductFacts,
  toProductFacts,
  type VariantFacts,
} from './product-facts.ts'

/** Characters that XML 1.0 does not allow, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escapeXml = (text: string): string => escapeMarkup(text.replace(FORBIDDEN, ''))

/** An element with text, e.g. `<title>Rings &amp; more</title>`. */
const toElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

/** Limit of Google Merchant Center. */
const MAX_ADDITIONAL_IMAGES = 10

const listFacts = (products: Product[], site: URL | undefined): [Product, ProductFacts][] =>
  products.filter(isInFeeds).map((product) => [product, toProductFacts(product, site)])

const toRupees = (price: string): string => `${price} ${CURRENCY}`

/** As an own element if there is one, otherwise as a product detail. */
const toMerchantAttribute = ({ name, value, field }: Attribute): string =>
  field
    ? toElement(field.merchant, value)
    : `<g:product_detail>${toElement('g:attribute_name', name)}${toElement('g:attribute_value', value)}</g:product_detail>`

type Elements = ReadonlyMap<string, string>

/**
 * Returns the chosen values by the element that distinguishes the items of a group. Values of one
 * element are joined; values without an element are part of the size.
 */
function toGroupElements({ attributes }: VariantFacts): Elements {
  const byElement = Map.groupBy(attributes, ({ name }) => findField(name)?.merchant ?? 'g:size')
  return new Map(
    [...byElement].map(([element, all]) => [element, all.map(({ value }) => value).join('/')]),
  )
}

/** Returns the elements of each variant, unique within the product. */
function listGroupElements({ variants }: ProductFacts): Elements[] {
  const elements = variants.map(toGroupElements)
  const texts = elements.map((own) => JSON.stringify([...own]))
  if (new Set(texts).size === texts.length) return elements
  // E.g. if joined values contain a slash themselves.
  return variants.map(
    ({ attributes }) =>
      new Map([['g:size', attributes.map(({ name, value }) => `${name}: ${value}`).join(', ')]]),
  )
}

/** Formats chosen and common values. An element of the choice gets no second value. */
function toMerchantAttributes(chosen: Attribute[], fixed: Attribute[], elements: Elements): string {
  const others = fixed.map(({ field, ...rest }) =>
    field && !elements.has(field.merchant) ? { ...rest, field } : rest,
  )
  return [
    ...[...elements].map(([element, value]) => toElement(element, value)),
    ...chosen.filter(({ field }) => !field).map(toMerchantAttribute),
    ...others.map(toMerchantAttribute),
  ].join('')
}

function toMerchantItem(
  facts: ProductFacts,
  variant: VariantFacts | undefined,
  elements: Elements = new Map(),
): string {
  const own = variant ?? facts
  const [image, ...others] = own.images
  const isReduced = own.listPrice !== own.price
  return [
    '<item>',
    toElement('g:id', variant?.id ?? facts.id),
    ...(variant ? [toElement('g:item_group_id', facts.id)] : []),
    toElement('g:title', variant?.title ?? facts.title),
    toElement('g:description', facts.description),
    toElement('g:link', own.url),
    toElement('g:image_link', image?.url ?? ''),
    ...others
      .slice(0, MAX_ADDITIONAL_IMAGES)
      .map(({ url }) => toElement('g:additional_image_link', url)),
    toElement('g:availability', own.isAvailable ? 'in_stock' : 'out_of_stock'),
    toElement('g:price', toRupees(isReduced ? own.listPrice : own.price)),
    ...(isReduced ? [toElement('g:sale_price', toRupees(own.price))] : []),
    toElement('g:brand', facts.brand),
    toElement('g:condition', 'new'),
    own.barcode ? toElement('g:gtin', own.barcode) : toElement('g:identifier_exists', 'no'),
    toElement('g:product_type', facts.category),
    toMerchantAttributes(variant?.attributes ?? [], facts.attributes, elements),
    `<g:shipping>${toElement('g:country', 'IN')}${toElement('g:price', toRupees(policyFigures.delivery.fee.toFixed(2)))}</g:shipping>`,
    '</item>',
  ].join('')
}

/** Renders a part of the products as a feed of Google Merchant Center: RSS 2.0 with its namespace. */
export function toMerchantFeed(products: Product[], site: URL | undefined): string {
  const items = listFacts(products, site).flatMap(([, facts]) => {
    if (facts.variants.length === 0) return [toMerchantItem(facts, undefined)]
    const elements = listGroupElements(facts)
    return facts.variants.map((variant, index) => toMerchantItem(facts, variant, elements[index]))
  })
  const channel = [
    toElement('title', brand.name),
    toElement('link', new URL(paths.home, site).href),
    toElement('description', brandDescription),
  ].join('')
  return `${XML_DECLARATION}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${channel}${items.join('')}</channel></rss>`
}

/** Renders the newest products as an Atom feed. */
export function toAtomFeed(products: Product[], site: URL | undefined): string {
  const self = new URL(feedPath('newArrivals'), site).href
  const latest = products.map(({ updatedAt }) => updatedAt).toSorted()
  const entries = listFacts(products, site).map(([product, facts]) => {
    const [image] = facts.images
    const picture = image
      ? `<p><img src="${escapeXml(image.url)}" alt="${escapeXml(image.alt)}"/></p>`
      : ''
    return [
      '<entry>',
      toElement('title', facts.title),
      toElement('id', facts.url),
      `<link rel="alternate" type="text/html" href="${escapeXml(facts.url)}"/>`,
      toElement('published', product.publishedAt),
      toElement('updated', product.updatedAt),
      `<category term="${escapeXml(facts.category)}"/>`,
      toElement('summary', `${facts.description}. ${toRupees(facts.price)}`),
      `<content type="html">${escapeXml(`${picture}<p>${escapeXml(facts.description)}</p>`)}</content>`,
      '</entry>',
    ].join('')
  })
  const head = [
    toElement('title', `New arrivals at ${brand.name}`),
    toElement('id', self),
    `<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(new URL(paths.shop, site).href)}"/>`,
    toElement('updated', latest.at(-1) ?? new Date(0).toISOString()),
    `<author>${toElement('name', brand.name)}</author>`,
  ].join('')
  return `${XML_DECLARATION}<feed xmlns="http://www.w3.org/2005/Atom">${head}${entries.join('')}</feed>`
}

/**
 * Renders a part of the products for agents, in the format of the Universal Commerce Protocol, without its envelope.
 */
export const toAgentFeed = (products: Product[], site: URL | undefined): object => ({
  products: listFacts(products, site).map(([product, facts]) => toUcpProduct(product, facts)),
})

const SITEMAP_NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const IMAGE_NAMESPACE = 'http://www.google.com/schemas/sitemap-image/1.1'

/** Limit of search engines per page. */
const MAX_SITEMAP_IMAGES = 1_000

const toLoc = (path: string, site: URL | undefined): string =>
  toElement('loc', new URL(path, site).href)

/** Renders the index of the sitemaps, which are numbered from 0. */
export const sitemapIndex = (parts: number, site: URL | undefined): string => {
  const sitemaps = Array.from(
    { length: parts },
    (_, part) => `<sitemap>${toLoc(`/sitemap-${part}.xml`, site)}</sitemap>`,
  )
  return `${XML_DECLARATION}<sitemapindex xmlns="${SITEMAP_NAMESPACE}">${sitemaps.join('')}</sitemapindex>`
}

/** Renders a product with its last change and its pictures. Other pages have no such time. */
function toProductUrl(product: Product, site: URL | undefined): string {
  const images = toProductFacts(product, site).images.slice(0, MAX_SITEMAP_IMAGES)
  return [
    '<url>',
    toLoc(productPath(product.slug), site),
    toElement('lastmod', product.updatedAt),
    ...images.map(({ url }) => `<image:image>${toElement('image:loc', url)}</image:image>`),
    '</url>',
  ].join('')
}

/** Renders a part of the sitemap: pages by path, or products. */
export const sitemap = (pages: (string | Product)[], site: URL | undefined): string => {
  const urls = pages.map((page) =>
    typeof page === 'string' ? `<url>${toLoc(page, site)}</url>` : toProductUrl(page, site),
  )
  return `${XML_DECLARATION}<urlset xmlns="${SITEMAP_NAMESPACE}" xmlns:image="${IMAGE_NAMESPACE}">${urls.join('')}</urlset>`
}
