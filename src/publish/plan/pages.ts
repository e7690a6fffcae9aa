import type { CatalogueIndex } from '#src/catalog/catalogue-index.ts'
import {
  countFeedParts,
  countSitemaps,
  type InputId,
  listListingPages,
} from '#src/catalog/inputs.ts'
import { paths } from '#src/rules/paths.ts'
import { PublishError } from '../publish-error.ts'
import type { SiteRoute } from '../render/compile.ts'
import { createVersions, type VersionedCatalogue } from './versions.ts'

/** A page of the site, and the versions of what it shows. */
export interface Page {
  path: string
  /** Path in a folder of the site. */
  file: string
  inputs: InputId[]
  version: string
  /** Of inputs whose change a publish may leave to the next one. */
  deferrableVersion: string
}

interface PagesOfRoute {
  /** What tells the pages of a route with a parameter apart. */
  listKeys?: (index: CatalogueIndex) => string[]
  /** What a page shows of the catalogue. */
  inputs?: (key: string) => InputId[]
  deferrable?: (key: string) => InputId[]
}

const numbersBelow = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => String(at))

const product: PagesOfRoute = {
  listKeys: ({ products }) => products.map(({ slug }) => slug),
  inputs: (slug) => [`product ${slug}`],
}

/** The numbers of products on the pages behind the first ones change with every new product. */
const isFirstPage = (name: string): boolean => !/(?:^|\/)\d+$/.test(name)

const listing: PagesOfRoute = {
  inputs: (name) => [
    `listingItems ${name}`,
    ...(isFirstPage(name) ? [`listingCounts ${name}` as const] : []),
  ],
  deferrable: (name) => (isFirstPage(name) ? [] : [`listingCounts ${name}`]),
}

/** Parts of the feeds change with every save, and are cached for an hour. */
const feed: PagesOfRoute = {
  listKeys: (index) => numbersBelow(countFeedParts(index)),
  deferrable: (part) => [`feedPart ${part}`],
}

/** Routes that show something of the catalogue. */
const routes: Record<string, PagesOfRoute> = {
  '/': { inputs: () => ['home '] },
  [paths.shop]: listing,
  [paths.store]: listing,
  [`${paths.shop}/[...name]`]: { ...listing, listKeys: listListingPages },
  '/product/[slug]': product,
  '/product/[slug].md': product,
  '/search-index.json': { deferrable: () => ['search '] },
  '/llms.txt': { inputs: () => ['channels '] },
  '/sitemap-index.xml': { inputs: () => ['sitemapCount '] },
  '/sitemap-[part].xml': {
    listKeys: (index) => numbersBelow(countSitemaps(index)),
    deferrable: (part) => [`sitemap ${part}`],
  },
  '/feeds/new.atom': { deferrable: () => ['newest '] },
  '/feeds/google-[part].xml': feed,
  '/feeds/agents-[part].json': feed,
}

function listKeys({ pattern, params }: SiteRoute, index: CatalogueIndex): string[] {
  if (params.length === 0) return ['']
  const list = routes[pattern]?.listKeys
  if (list) return list(index)
  throw new PublishError(
    `The publisher does not know the pages of ${pattern}: name them in src/publish/plan/pages.ts.`,
  )
}

/** All pages of the site. */
export function listPages(siteRoutes: SiteRoute[], catalogue: VersionedCatalogue): Page[] {
  const getVersion = createVersions(catalogue)
  return siteRoutes.flatMap((route) => {
    const [before = '', after = ''] = route.pattern.split(/\[.*?\]/)
    const { inputs, deferrable } = routes[route.pattern] ?? {}
    return listKeys(route, catalogue.index).map((key): Page => {
      const path = before + key + after
      const name = path === '/' ? 'index' : path.slice(1)
      const now = inputs?.(key) ?? []
      const later = deferrable?.(key) ?? []
      return {
        path,
        file: route.isPage ? `${name}.html` : name,
        inputs: [...now, ...later],
        version: now.map(getVersion).join(' '),
        deferrableVersion: later.map(getVersion).join(' '),
      }
    })
  })
}
