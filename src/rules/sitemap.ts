const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Paths consist of slugs and numbers: nothing in them needs escaping. */
const toLoc = (path: string, site: URL | undefined): string =>
  `<loc>${new URL(path, site).href}</loc>`

/** The list of the sitemaps, which are numbered from 0. */
export const sitemapIndex = (parts: number, site: URL | undefined): string => {
  const sitemaps = Array.from(
    { length: parts },
    (_, part) => `<sitemap>${toLoc(`/sitemap-${part}.xml`, site)}</sitemap>`,
  )
  return `${XML}<sitemapindex ${NAMESPACE}>${sitemaps.join('')}</sitemapindex>`
}

export const sitemap = (paths: string[], site: URL | undefined): string =>
  `${XML}<urlset ${NAMESPACE}>${paths.map((path) => `<url>${toLoc(path, site)}</url>`).join('')}</urlset>`
