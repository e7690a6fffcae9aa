import { defineMiddleware } from 'astro:middleware'

/** Scripts of these components are fetched late (src/components/chrome/late-scripts.js). */
const LATE_SCRIPT =
  /<script type="module" src="([^"]*\/(?:BaseLayout|Featured|Hero|ListingSection|NewArrivals|_slug_|offline)\.astro[^"]*)">/g

/** In a build, marks the scripts that wait for the first paint. Astro has no option for it. */
export const onRequest = defineMiddleware(async (_context, next) => {
  const response = await next()
  if (import.meta.env.DEV || !response.headers.get('content-type')?.startsWith('text/html'))
    return response
  const html = await response.text()
  return new Response(html.replaceAll(LATE_SCRIPT, '<script type="late-module" data-src="$1">'), {
    status: response.status,
    headers: response.headers,
  })
})
