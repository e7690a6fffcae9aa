import type { Role } from '#src/contract/values.ts'

/** Paths of the site's pages. Ships to browsers. */
export const paths = {
  home: '/',
  shop: '/shop',
  store: '/store',
  about: '/about',
  contact: '/contact',
  cart: '/cart',
  checkout: '/checkout',
  wishlist: '/wishlist',
  login: '/login',
  signup: '/signup',
  verifyEmail: '/verify-email',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  join: '/join',
  stockAlerts: '/stock-alerts',
  completeProfile: '/complete-profile',
  profile: '/profile',
  editProfile: '/profile/edit',
  partner: '/partner',
  faqs: '/faqs',
  terms: '/terms',
  shippingReturns: '/shipping-returns',
  privacy: '/privacy',
  care: '/care',
  sizes: '/sizes',
  authenticity: '/authenticity',
  offline: '/offline',
  oauthCallback: '/oauth/callback',
} as const

/** The tab of the profile with the orders. */
export const ordersPath = `${paths.profile}?tab=orders`

/** The page of one order, which a static site has once for all numbers. */
export const ORDER_PATH = '/order'
export const orderPath = (number: string): string =>
  `${ORDER_PATH}?number=${encodeURIComponent(number)}`

export const productPath = (slug: string): string => `/product/${slug}`

export const productMarkdownPath = (slug: string): string => `${productPath(slug)}.md`

/** @param name see `ProductList`. */
export const productListPath = (name: string): string => `${paths.shop}/${name}.md`

/** The path of a page of the static listing, from 1; with a category, of its listing. */
export function shopPagePath(page: number, category?: string): string {
  const base = category ? `${paths.shop}/${encodeURIComponent(category)}` : paths.shop
  return page > 1 ? `${base}/${page}` : base
}

/** @param name its slug; of a later page, with its number, e.g. `festive/2`. */
export const collectionPath = (name: string): string => `/collections/${name}`

/** A page of an editor. */
export const pagePath = (name: string): string => `/pages/${name}`

/** The category in the path of a static listing; empty without one. */
export const categoryOfPath = (path: string): string =>
  /^\/shop\/(?=[^/]*[a-z])([a-z0-9-]+)(?:\/\d+)?$/.exec(path)?.[1] ?? ''

export const sitemapIndexPath = '/sitemap-index.xml'

const FEEDS = {
  /** For Google Merchant Center. */
  google: (part: number) => `/feeds/google-${part}.xml`,
  /** For agents. */
  agents: (part: number) => `/feeds/agents-${part}.json`,
  newArrivals: () => '/feeds/new.atom',
} as const

/** The path of a feed. Feeds of all products have parts, from 0. */
export const feedPath = (feed: keyof typeof FEEDS, part = 0): string => FEEDS[feed](part)

/** Path of the search index. The number changes with its format. */
export const searchIndexPath = '/search-index.json?format=7'

export const searchPath = (term: string): string =>
  `${paths.shop}?search=${encodeURIComponent(term.trim())}`

/** The listing with a category in its query, which works for a category without pages, too. */
export const categoryPath = (category: string): string =>
  `${paths.shop}?category=${encodeURIComponent(category)}`

/** Footer and New Arrivals link to the listing's alias (spec §2; docs/decisions/product.md#store-alias). */
export const storeCategoryPath = (category: string): string =>
  `${paths.store}?category=${encodeURIComponent(category)}`
export const newArrivalsPath = `${paths.store}?sort=new`

/** Tells the login that the session of this device has ended. */
export const ENDED_PARAMETER = 'ended'

/** The login page, with the path to return to after signing in. */
export const loginPath = (next: string, hasEnded = false): string =>
  `${paths.login}?next=${encodeURIComponent(next)}${hasEnded ? `&${ENDED_PARAMETER}` : ''}`

/**
 * `next` as a path of this site, or null when it is anything else: redirects after signing in never
 * leave the site (T9).
 */
export function safePath(next: string | null | undefined): string | null {
  if (!next || next.length > 2_000 || !/^\/(?![/\\])/.test(next)) return null
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected here
  if (/[\u0000-\u001f\u007f\\]/.test(next)) return null
  const base = 'https://site.invalid'
  const url = URL.parse(next, base)
  // Resolving dots can leave a path that begins with another host: `/.//evil.example`.
  if (!url || url.origin !== base || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}

/** The application of editors: no page of the site. */
export const STUDIO_PATH = '/studio'

/** Previews of launches: below it the token of a link, then a path of the site. */
export const PREVIEW_PATH = '/preview'

/** Query parameters of our pages that grant access: mailed links carry them. */
const SECRET_PARAMETERS = ['token']

/** The URL without mailed tokens and fragment, for analytics. */
export function urlWithoutSecrets(href: string): string {
  const url = new URL(href)
  for (const name of SECRET_PARAMETERS) url.searchParams.delete(name)
  url.hash = ''
  return url.href
}

/** Pages that are never a redirect target after signing in: they redirect signed-in users. */
const AUTH_PATHS: readonly string[] = [
  paths.login,
  paths.signup,
  paths.verifyEmail,
  paths.forgotPassword,
  paths.resetPassword,
  paths.join,
]

export const isAuthPath = (path: string): boolean =>
  AUTH_PATHS.includes(path.split(/[?#]/, 1)[0] ?? '')

/** The path in `?next=`, or null when it leads to another site or to a sign-in page. */
export function parseNextPath(search: string): string | null {
  const next = safePath(new URLSearchParams(search).get('next'))
  return next && !isAuthPath(next) ? next : null
}

/**
 * The requested page, otherwise the studio for staff, home, or complete-profile for a user without an
 * address (spec §2).
 */
export function getPathAfterSignIn(
  next: string | null,
  { address, role }: { address: string; role: Role },
): string {
  if (next !== null) return next
  if (role !== 'customer') return STUDIO_PATH
  return address ? paths.home : paths.completeProfile
}

/** `path` with `next` as its query parameter. */
export const withNext = (path: string, next: string | null): string =>
  next ? `${path}?next=${encodeURIComponent(next)}` : path
