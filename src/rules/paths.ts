/** Every address the site links to. Ships to browsers. */
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
  completeProfile: '/complete-profile',
  profile: '/profile',
  editProfile: '/profile/edit',
  partner: '/partner',
  faqs: '/faqs',
  terms: '/terms',
  offline: '/offline',
  oauthCallback: '/oauth/callback',
} as const

export const productPath = (slug: string): string => `/product/${slug}`

/** A page of the static listing, from 1. */
export const shopPagePath = (page: number): string =>
  page > 1 ? `${paths.shop}/${page}` : paths.shop

export const searchPath = (term: string): string =>
  `${paths.shop}?search=${encodeURIComponent(term.trim())}`

/** Footer and New Arrivals link to the listing by its other name (spec §2, other routes). */
export const storeCategoryPath = (category: string): string =>
  `${paths.store}?category=${encodeURIComponent(category)}`
export const newArrivalsPath = `${paths.store}?sort=new`

/** The log-in page that leads back to `next`, a path of this site. */
export const loginPath = (next: string): string => `${paths.login}?next=${encodeURIComponent(next)}`

/**
 * The path of this site that `next` names, or null when it is anything else.
 * Only a same-origin path is ever followed after signing in.
 */
export function safePath(next: string | null | undefined): string | null {
  if (!next || next.length > 2_000 || !/^\/(?![/\\])/.test(next)) return null
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u001f\u007f\\]/.test(next)) return null
  const base = 'https://site.invalid'
  const url = URL.parse(next, base)
  // Resolving dots may leave a path that begins like another host's: `/.//evil.example`.
  if (!url || url.origin !== base || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}

/** Pages that search engines and the sitemap leave out: somebody's own, or an alias. */
const PRIVATE_PATHS: readonly string[] = [
  paths.store,
  paths.cart,
  paths.checkout,
  paths.wishlist,
  paths.login,
  paths.signup,
  paths.verifyEmail,
  paths.forgotPassword,
  paths.resetPassword,
  paths.completeProfile,
  paths.profile,
  paths.offline,
  '/404',
  '/oauth',
  '/studio',
]

/** True for pages anybody may find by searching. */
export const isPublicPath = (path: string): boolean =>
  !PRIVATE_PATHS.some((own) => path === own || path.startsWith(`${own}/`))
