import type { Product } from '#src/contract/catalog.ts'
import { productPath } from './paths.ts'
import { toProductFacts } from './product-facts.ts'
import { toElement, XML_DECLARATION } from './xml.ts'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const IMAGES = 'http://www.google.com/schemas/sitemap-image/1.1'

/** Pictures of one page that search engines read. */
const MAX_IMAGES = 1_000

const toLoc = (path: string, site: URL | undefined): string =>
  toElement('loc', new URL(path, site).href)

/** The list of the sitemaps, which are numbered from 0. */
export const sitemapIndex = (parts: number, site: URL | undefined): string => {
  const sitemaps = Array.from(
    { length: parts },
    (_, part) => `<sitemap>${toLoc(`/sitemap-${part}.xml`, site)}</sitemap>`,
  )
  return `${XML_DECLARATION}<sitemapindex xmlns="${NAMESPACE}">${sitemaps.join('')}</sitemapindex>`
}

/** Products have the time of their last change and their pictures; other pages keep no such time. */
function toProductUrl(product: Product, site: URL | undefined): string {
  const images = toProductFacts(product, site).images.slice(0, MAX_IMAGES)
  return [
    '<url>',
    toLoc(productPath(product.slug), site),
    toElement('lastmod', product.updatedAt),
    ...images.map(({ url }) => `<image:image>${toElement('image:loc', url)}</image:image>`),
    '</url>',
  ].join('')
}

/** A part of the sitemap: pages by path, or products. */
export const sitemap = (pages: (string | Product)[], site: URL | undefined): string => {
  const urls = pages.map((page) =>
    typeof page === 'string' ? `<url>${toLoc(page, site)}</url>` : toProductUrl(page, site),
  )
  return `${XML_DECLARATION}<urlset xmlns="${NAMESPACE}" xmlns:image="${IMAGES}">${urls.join('')}</urlset>`
}
