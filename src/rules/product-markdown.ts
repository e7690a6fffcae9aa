import type { Product } from '#src/contract/catalog.ts'
import { TAX_PERCENT } from './constants.ts'
import { formatRupees } from './money.ts'
import { policyTexts } from './policies.ts'
import { toProductFacts } from './product-facts.ts'

/** Text of the catalogue as Markdown text: nothing in it is markup. */
const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>#|~]/g, '\\$&')

const toSection = (title: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : [`## ${escapeMarkdown(title)}`, lines.join('\n')]

const toList = (items: string[]): string[] => items.map((item) => `- ${escapeMarkdown(item)}`)

/** A product's page as Markdown, for programs that read text. */
export function toProductMarkdown(product: Product, site: URL | undefined): string {
  const facts = toProductFacts(product, site)
  const reduced =
    facts.listPrice === facts.price ? '' : `, before ${formatRupees(product.originalPrice)}`
  const specifications = Object.entries(product.technicalDetails).map(
    ([name, value]) => `- ${escapeMarkdown(name)}: ${escapeMarkdown(value || '-')}`,
  )
  const choices = product.options.map(
    ({ name, values }) => `- ${escapeMarkdown(name)}: ${escapeMarkdown(values.join(', '))}`,
  )
  const rating =
    product.rating === undefined || product.reviewCount === 0
      ? []
      : [`- Rating: ${product.rating} of 5, ${product.reviewCount} reviews`]
  const parts = [
    `# ${escapeMarkdown(product.title)}`,
    ...(product.subtitle ? [escapeMarkdown(product.subtitle)] : []),
    [
      `- Price: ${formatRupees(product.price)} (INR ${facts.price})${reduced}, + ${TAX_PERCENT}% tax at checkout`,
      `- Availability: ${facts.isAvailable ? 'In stock' : 'Sold out'}`,
      `- Category: ${escapeMarkdown(product.category)}`,
      ...choices,
      ...rating,
      `- Product number: ${escapeMarkdown(product.id)}`,
      `- Page: <${facts.url}>`,
    ].join('\n'),
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
    ...toSection('Delivery and returns', [
      `${policyTexts.deliveryFee} ${policyTexts.deliveryTime}`,
      '',
      policyTexts.returnWindow,
    ]),
    ...toSection(
      'Pictures',
      facts.images.map(({ url, alt }) => `- [${escapeMarkdown(alt || product.title)}](${url})`),
    ),
  ]
  return `${parts.join('\n\n')}\n`
}
