import { UCP_PROFILE_PATH } from '#src/assistants/ucp-profile.ts'
import type { ListingItem, Product } from '#src/contract/catalog.ts'
import type { ProductTexts } from '#src/contract/content.ts'
import { brand, brandDescription } from '#src/rules/brand.ts'
import { formatVariant } from '#src/rules/cart-line.ts'
import { TAX_PERCENT } from '#src/rules/constants.ts'
import { reviewMessages } from '#src/rules/messages/reviews.ts'
import { formatPrice, formatRupees } from '#src/rules/money.ts'
import {
  feedPath,
  paths,
  productListPath,
  productMarkdownPath,
  sitemapIndexPath,
} from '#src/rules/paths.ts'
import { listChoices } from '#src/rules/product/options.ts'
import { isPriceFrom } from '#src/rules/product/price-from.ts'
import { findReadableRating } from '#src/rules/product/reviews.ts'
import { policyTexts } from './policies.ts'
import { toProductFacts, type VariantFacts } from './product-facts.ts'

/** Escapes a text, so that nothing in it is markup. */
const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>#|~]/g, '\\$&')

const toSection = (title: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : [`## ${escapeMarkdown(title)}`, lines.join('\n')]

const toList = (items: string[]): string[] => items.map((item) => `- ${escapeMarkdown(item)}`)

const toField = (name: string, value: string): string =>
  `- ${escapeMarkdown(name)}: ${escapeMarkdown(value)}`

function toVariantLine({ chosen, url, price, isAvailable, sku, images }: VariantFacts): string {
  const [image] = images
  return [
    `- [${escapeMarkdown(formatVariant(chosen))}](${url}): ${formatRupees(Number(price))}`,
    isAvailable ? 'in stock' : 'sold out',
    escapeMarkdown(`SKU ${sku}`),
    ...(image ? [`[picture](${image.url})`] : []),
  ].join(', ')
}

/** Renders a product as Markdown, for programs that read text. */
export function toProductMarkdown(
  product: Product,
  site: URL | undefined,
  { returns }: Pick<ProductTexts, 'returns'>,
): string {
  const facts = toProductFacts(product, site)
  const reduced =
    facts.listPrice === facts.price ? '' : `, before ${formatRupees(Number(facts.listPrice))}`
  const specifications = Object.entries(product.technicalDetails).map(
    ([name, value]) => `- ${escapeMarkdown(name)}: ${escapeMarkdown(value || '-')}`,
  )
  const choices = listChoices(product.options).map(({ name, values }) =>
    toField(name, values.join(', ')),
  )
  const attributes = facts.attributes.map(({ name, value }) => toField(name, value))
  // Variants without own fields do not differ from the list above.
  const variants = product.variants ? facts.variants.map(toVariantLine) : []
  const readable = findReadableRating(product)
  const rating = readable
    ? [`- Rating: ${readable.rating} of 5 (reviews: ${readable.reviewCount})`]
    : []
  const reviews = product.newestReviews.map(
    ({ stars, title, text, author, date }) =>
      `- ${stars} of 5, ${escapeMarkdown(`${author || reviewMessages.reviews.anonymous}, ${date.slice(0, 10)}: ${title}. ${text.replace(/\s+/g, ' ')}`)}`,
  )
  const parts = [
    `# ${escapeMarkdown(product.title)}`,
    ...(product.subtitle ? [escapeMarkdown(product.subtitle)] : []),
    [
      `- Price: ${formatPrice(Number(facts.price), isPriceFrom(product))} (INR ${facts.price})${reduced}, + ${TAX_PERCENT}% tax at checkout`,
      `- Availability: ${facts.isAvailable ? 'In stock' : 'Sold out'}`,
      `- Category: ${escapeMarkdown(facts.category)}`,
      ...choices,
      ...attributes,
      ...rating,
      `- Product number: ${escapeMarkdown(product.id)}`,
      `- Page: <${facts.url}>`,
    ].join('\n'),
    ...toSection('Variants', variants),
    ...toSection('Key highlights', toList(product.highlights)),
    ...product.description.flatMap(({ title, content }) =>
      toSection(title, content ? [escapeMarkdown(content)] : []),
    ),
    ...toSection('Technical specifications', specifications),
    ...toSection(
      'Warranty',
      product.warranty
        ? [escapeMarkdown(`${product.warranty.duration}: ${product.warranty.type}`)]
        : [],
    ),
    ...toSection('Reviews', reviews),
    ...toSection('Delivery and returns', [
      `${policyTexts.deliveryFee} ${policyTexts.deliveryTime}`,
      '',
      escapeMarkdown(returns.text),
    ]),
    ...toSection(
      'Pictures',
      facts.images.map(({ url, alt }) => `- [${escapeMarkdown(alt || product.title)}](${url})`),
    ),
  ]
  return `${parts.join('\n\n')}\n`
}

/** A Markdown list of a category's products, or a part of it. */
export interface ProductList {
  /** Last part of its path, e.g. `watches` or `watches.2`. */
  name: string
  /** In lower case. */
  category: string
  /** Label for shoppers. */
  title: string
  /** From 1. */
  part: number
  partCount: number
}

const toListTitle = ({ title, part, partCount }: ProductList): string =>
  title + (partCount === 1 ? '' : `, part ${part} of ${partCount}`)

/** Renders the products of a category as Markdown, each with its address. */
export const toListMarkdown = (
  list: ProductList & {
    items: Pick<ListingItem, 'slug' | 'title' | 'price' | 'stock' | 'variants'>[]
  },
  site: URL | undefined,
): string =>
  `${[
    `# ${escapeMarkdown(toListTitle(list))}`,
    `Prices are in Indian rupees; where the choices of a piece differ, the lowest.`,
    list.items
      .map(
        ({ slug, title, price, stock, variants }) =>
          `- [${escapeMarkdown(title)}](${new URL(productMarkdownPath(slug), site).href}): ${formatPrice(price, isPriceFrom({ price, variants }))}, ${stock > 0 ? 'in stock' : 'sold out'}`,
      )
      .join('\n'),
  ].join('\n\n')}\n`

export interface Channels {
  /** Categories with a static listing. */
  categories: { title: string; path: string }[]
  lists: ProductList[]
  /** Number of parts of each feed. */
  feedParts: number
}

/** Describes the shop and its data for language models (llmstxt.org). */
export function toLlmsText(
  { categories, lists, feedParts }: Channels,
  site: URL | undefined,
  { returns }: Pick<ProductTexts, 'returns'>,
): string {
  const toUrl = (path: string) => new URL(path, site).href
  const link = (title: string, path: string, note = '') =>
    `- [${title}](${toUrl(path)})${note && `: ${note}`}`
  const parts = Array.from({ length: feedParts }, (_, part) => part)
  return `${[
    `# ${brand.name}`,
    `> ${brandDescription}`,
    `Prices are in Indian rupees. ${policyTexts.tax} ${policyTexts.deliveryFee} ${returns.text}`,
    `Each product page has a Markdown version: its address with \`.md\`, or with \`Accept: text/markdown\`.`,
    '## Categories',
    categories.map(({ title, path }) => link(escapeMarkdown(title), path)).join('\n'),
    '## Products as Markdown',
    lists
      .map((list) => link(escapeMarkdown(toListTitle(list)), productListPath(list.name)))
      .join('\n'),
    '## Data',
    [
      link(
        'Universal Commerce Protocol',
        UCP_PROFILE_PATH,
        'profile of the calls that search the catalogue and read products',
      ),
      ...parts.map((part) =>
        link(
          `Products as JSON, part ${part + 1} of ${feedParts}`,
          feedPath('agents', part),
          'as products of the Universal Commerce Protocol: prices in paise',
        ),
      ),
      ...parts.map((part) =>
        link(
          `Products as XML, part ${part + 1} of ${feedParts}`,
          feedPath('google', part),
          'feed of Google Merchant Center',
        ),
      ),
      link('New arrivals', feedPath('newArrivals'), 'Atom'),
      link('Sitemaps', sitemapIndexPath),
    ].join('\n'),
    '## The shop',
    [
      link('About', paths.about),
      link('Questions and answers', paths.faqs),
      link('Terms', paths.terms),
      link('Contact', paths.contact),
    ].join('\n'),
  ].join('\n\n')}\n`
}
