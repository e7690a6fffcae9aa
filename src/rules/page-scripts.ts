/** Scripts of these components are fetched late (src/components/chrome/late-scripts.js). */
const LATE_SCRIPT =
  /<script type="module" src="([^"]*\/(?:BaseLayout|Featured|Hero|ListingSection|NewArrivals|PreviewBanner|_slug_|cart|offline)\.astro[^"]*)">/g

/** Marks the scripts of a page that wait for the first paint. Astro has no option for it. */
export const markLateScripts = (html: string): string =>
  html.replaceAll(LATE_SCRIPT, '<script type="late-module" data-src="$1">')

/** One inline script of several. */
export const joinInlineScripts = (...sources: string[]): string => sources.join(';')

/** Storage key of what the last page on this device knew of its session; absent for a visitor. */
export const SESSION_HINT_KEY = 'kairavi-session-hint'

/** The inline script of the cart that reads the hint; the content security policy has its hash. */
export const toCartScript = (source: string): string =>
  source.replace('__SESSION_HINT_KEY__', SESSION_HINT_KEY)
