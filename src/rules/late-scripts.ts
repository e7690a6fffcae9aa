/** Scripts of these components are fetched late (src/components/chrome/late-scripts.js). */
const LATE_SCRIPT =
  /<script type="module" src="([^"]*\/(?:BaseLayout|Featured|Hero|ListingSection|NewArrivals|PreviewBanner|_slug_|cart|offline)\.astro[^"]*)">/g

/** Marks the scripts of a page that wait for the first paint. Astro has no option for it. */
export const markLateScripts = (html: string): string =>
  html.replaceAll(LATE_SCRIPT, '<script type="late-module" data-src="$1">')
