import { brand } from './brand.ts'
import { categoryLabel } from './listing.ts'
import { feedPath, paths, shopPagePath, sitemapIndexPath } from './paths.ts'
import { policyTexts } from './policies.ts'

export interface Channels {
  /** Categories with a static listing. */
  categories: string[]
  /** Number of parts of each feed. */
  feedParts: number
}

/** What the shop is and where its data is, for language models (llmstxt.org). */
export function toLlmsText({ categories, feedParts }: Channels, site: URL | undefined): string {
  const toUrl = (path: string) => new URL(path, site).href
  const link = (title: string, path: string, note = '') =>
    `- [${title}](${toUrl(path)})${note && `: ${note}`}`
  const parts = Array.from({ length: feedParts }, (_, part) => part)
  return `${[
    `# ${brand.name}`,
    `> ${brand.description}`,
    `Prices are in Indian rupees. ${policyTexts.tax} ${policyTexts.deliveryFee} ${policyTexts.returnWindow}`,
    `Each product page has a Markdown version: its address with \`.md\`, or with \`Accept: text/markdown\`.`,
    '## Categories',
    categories
      .map((category) => link(categoryLabel(category), shopPagePath(1, category)))
      .join('\n'),
    '## Data',
    [
      ...parts.map((part) =>
        link(
          `Products as JSON, part ${part + 1} of ${feedParts}`,
          feedPath('agents', part),
          'catalogue of the Universal Commerce Protocol',
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
