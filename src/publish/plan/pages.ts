import { UCP_PROFILE_PATH } from '#src/assistants/ucp-profile.ts'
import type { CatalogIndex } from '#src/catalog/catalog-index.ts'
import { listCollectionPages } from '#src/catalog/collections.ts'
import {
  countFeedParts,
  countSitemaps,
  getInput,
  type InputName,
  listListingPages,
  toInputId,
} from '#src/catalog/inputs.ts'
import { listOwnPages } from '#src/catalog/own-pages.ts'
import { listProductLists } from '#src/catalog/product-lists.ts'
import type { ContentId } from '#src/contract/content.ts'
import { APPOINTMENT_PATH } from '#src/rules/appointment-path.ts'
import { MESSAGE_STATE_PATH } from '#src/rules/message-state-path.ts'
import { paths } from '#src/rules/paths.ts'
import { PublishError } from '../publish-error.ts'
import type { SiteRoute } from '../render/compile.ts'
import type { PageInput } from '../render/thread.ts'
import { createVersions, GROUP_SIZE, type VersionedCatalog } from './versions.ts'

/** A page of the site. */
export interface Page {
  path: string
  route: SiteRoute
  /** The page within its route. */
  key: string
  /** Version of the data that it shows. */
  version: string
}

/** Pages of a route. */
export interface PageGroup {
  id: string
  /** One version for all its pages; undefined if they are compared one by one. */
  version: string | undefined
  size: number
  listPages(): Generator<Page>
}

/** Pages of one state of the catalogue. */
export interface SitePages {
  listGroups(): Generator<PageGroup>
  listPages(): IteratorObject<Page>
  /** Returns the version of the data that a publish may leave to the next one. */
  getDeferrableVersion(page: Page): string
  /** Lists the part of the catalogue that a page shows. */
  listInputs(page: Page): PageInput[]
}

interface RoutePages {
  /** Lists the values of a route's parameter. */
  listKeys?: (index: CatalogIndex) => string[]
  /** Parts of the catalogue that its pages show, each by its key. */
  inputs: InputName[]
  /** Lists the records that a page shows, in addition to header and footer. */
  listContent?: (key: string) => ContentId[]
  /** Whether a key may end with the number of a page: `bags/2`, `2`. */
  isPaged?: boolean
}

const numbersBelow = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => String(index))

const product: RoutePages = {
  listKeys: ({ products }) => products.map(({ slug }) => slug),
  inputs: ['product'],
  listContent: () => ['product-page'],
}
const listing: RoutePages = { inputs: ['listingItems', 'listingCounts'] }
const feed: RoutePages = {
  listKeys: (index) => numbersBelow(countFeedParts(index)),
  inputs: ['feedPart'],
}

/** Records that every page shows, in addition to the links to pages of editors. */
const CHROME: ContentId[] = ['announcement', 'menu', 'footer', 'facts']

/** Returns the record of a page of the listing, by its name below `/shop`. */
const getListingRecord = (key: string): ContentId => {
  const category = key.split('/')[0] ?? ''
  return /^\d*$/.test(category) ? 'shop' : `category:${category}`
}

const content = (...ids: ContentId[]): RoutePages => ({ inputs: [], listContent: () => ids })

/** Routes that show something of the catalogue. */
const routes: Record<string, RoutePages> = {
  '/': { inputs: ['home', 'categoryNames'], listContent: () => ['home'] },
  [paths.shop]: { ...listing, listContent: () => ['shop'] },
  [paths.store]: { ...listing, listContent: () => ['shop'] },
  [`${paths.shop}/[...name]`]: {
    ...listing,
    listKeys: listListingPages,
    listContent: (key) => [getListingRecord(key)],
    isPaged: true,
  },
  [`${paths.shop}/[name].md`]: {
    inputs: ['productList'],
    listKeys: (index) => listProductLists(index).map(({ name }) => name),
  },
  '/collections/[...name]': {
    inputs: ['collection'],
    listKeys: listCollectionPages,
    listContent: (key) => [`collection:${key.split('/')[0]}`],
    isPaged: true,
  },
  '/pages/[name]': {
    inputs: [],
    listKeys: listOwnPages,
    listContent: (key) => [`page:${key}`],
  },
  [paths.about]: content('about'),
  [paths.faqs]: content('faqs'),
  [paths.shippingReturns]: content('shipping-returns'),
  [paths.care]: content('care'),
  [paths.sizes]: content('sizes'),
  [paths.authenticity]: content('authenticity'),
  [paths.privacy]: content('privacy'),
  [paths.terms]: content('terms'),
  [paths.contact]: content('contact'),
  [MESSAGE_STATE_PATH]: content('contact'),
  [APPOINTMENT_PATH]: content('contact'),
  [paths.partner]: content('partner'),
  [paths.login]: content('login'),
  [paths.signup]: content('signup'),
  [paths.completeProfile]: content('complete-profile', 'profile'),
  [paths.cart]: content('cart'),
  [paths.wishlist]: content('wishlist'),
  [`${paths.wishlist}/shared`]: content('wishlist'),
  [paths.checkout]: content('checkout'),
  [paths.profile]: content('profile'),
  [paths.editProfile]: content('profile'),
  [paths.forgotPassword]: content('profile'),
  [paths.resetPassword]: content('profile'),
  [paths.verifyEmail]: content('profile'),
  [paths.stockAlerts]: content('profile'),
  [paths.offline]: content('offline'),
  '/404': { inputs: [], listContent: () => ['not-found', 'product-page'] },
  '/410': { inputs: [], listContent: () => ['gone', 'product-page'] },
  '/product/[slug]': product,
  '/product/[slug].md': {
    ...product,
    inputs: ['singleProduct'],
    listContent: () => ['product-page', 'facts'],
  },
  '/search-index.json': {
    inputs: ['search', 'categoryNames'],
    listContent: () => ['search-synonyms', 'search-pins'],
  },
  '/llms.txt': { inputs: ['channels'], listContent: () => ['product-page', 'facts'] },
  [UCP_PROFILE_PATH]: { inputs: [] },
  '/sitemap-index.xml': { inputs: ['sitemapCount'] },
  '/sitemap-[part].xml': {
    listKeys: (index) => numbersBelow(countSitemaps(index)),
    inputs: ['sitemap'],
  },
  '/feeds/new.atom': { inputs: ['newest'] },
  '/feeds/google-[part].xml': feed,
  '/feeds/agents-[part].json': feed,
}

const DEFERRABLE = new Set<InputName>(['search', 'feedPart', 'newest', 'sitemap', 'productList'])

/**
 * Up to this number of products, feeds and search change with a save, because all of their files are rendered
 * quickly.
 */
const MAX_AT_ONCE = 100

/** Returns whether a page is a later page of a list. */
const isLaterPage = ({ pattern }: SiteRoute, key: string): boolean =>
  routes[pattern]?.isPaged === true && /(?:^|\/)\d+$/.test(key)

/**
 * Returns whether a publish may leave the change of an input to the next one. Every save changes the search index and
 * a part of the feeds. Every new product changes the numbers on all pages of the listing, and a text of a category
 * all pages of its list; their first pages are published at once.
 */
const isDeferrable = (name: InputName | 'record', route: SiteRoute, key: string): boolean =>
  name === 'listingCounts' || name === 'record' ? isLaterPage(route, key) : DEFERRABLE.has(name)

/** Returns the path of a page in a folder of the site. */
export function toFileName({ path, route }: Page): string {
  const name = path === '/' ? 'index' : path.slice(1)
  return route.isPage ? `${name}.html` : name
}

const getInputNames = ({ pattern }: SiteRoute): InputName[] => routes[pattern]?.inputs ?? []

const getContentIds = (pattern: string, key: string): ContentId[] =>
  routes[pattern]?.listContent?.(key) ?? []

/** Lists the records that a page shows. */
export const listRecords = (pattern: string, key: string): ContentId[] => [
  ...CHROME,
  ...getContentIds(pattern, key),
]

function listKeys({ pattern, params }: SiteRoute, index: CatalogIndex): string[] {
  if (params.length === 0) return ['']
  const list = routes[pattern]?.listKeys
  if (list) return list(index)
  throw new PublishError(
    `The publisher does not know the pages of ${pattern}: name them in src/publish/plan/pages.ts.`,
  )
}

/** Creates all pages of the site. */
export function createSitePages(siteRoutes: SiteRoute[], catalog: VersionedCatalog): SitePages {
  const { index, groupVersions } = catalog
  const toVersion = createVersions(catalog)
  const joinContent = (ids: ContentId[]): string => {
    let text = ''
    for (const id of ids) {
      const version = toVersion('content', id)
      if (version) text += ` ${id} ${version}`
    }
    return text
  }
  const chrome = `${joinContent(CHROME)} ${toVersion('pageLinks', '')}`
  const pageLinks: PageInput = [toInputId('pageLinks', ''), getInput(index, 'pageLinks', '')]
  const hasDeferrable = index.products.length > MAX_AT_ONCE
  const joinVersions = (route: SiteRoute, key: string, deferrable: boolean): string => {
    const isIncluded = (name: InputName | 'record'): boolean =>
      (hasDeferrable && isDeferrable(name, route, key)) === deferrable
    let text = isIncluded('record') ? joinContent(getContentIds(route.pattern, key)) : ''
    if (!deferrable && route.isPage) text += chrome
    for (const name of getInputNames(route))
      if (isIncluded(name)) text += `${text && ' '}${toVersion(name, key)}`
    return text
  }
  function* listPagesOf(route: SiteRoute, keys: string[]): Generator<Page> {
    const [before = '', after = ''] = route.pattern.split(/\[.*?\]/)
    for (const key of keys)
      yield { path: before + key + after, route, key, version: joinVersions(route, key, false) }
  }
  function* listGroups(): Generator<PageGroup> {
    for (const route of siteRoutes) {
      const { pattern } = route
      const keys = listKeys(route, index)
      const areProducts = routes[pattern]?.listKeys === product.listKeys
      const size = areProducts ? GROUP_SIZE : Math.max(1, keys.length)
      for (let start = 0; start < keys.length; start += size) {
        const own = keys.slice(start, start + size)
        const texts = joinContent(getContentIds(pattern, '')) + (route.isPage ? chrome : '')
        const version = areProducts ? `${groupVersions[start / size]}${texts}` : undefined
        const listPages = () => listPagesOf(route, own)
        yield { id: `${pattern} ${start}`, version, size: own.length, listPages }
      }
    }
  }
  return {
    listGroups,
    listPages: () => listGroups().flatMap((group) => group.listPages()),
    getDeferrableVersion: ({ route, key }) => joinVersions(route, key, true),
    listInputs: ({ route, key }) => [
      ...getInputNames(route).map(
        (name): PageInput => [toInputId(name, key), getInput(index, name, key)],
      ),
      ...(route.isPage ? [pageLinks] : []),
      ...(route.isPage ? listRecords : getContentIds)(route.pattern, key).map(
        (id): PageInput => [toInputId('content', id), getInput(index, 'content', id)],
      ),
    ],
  }
}
