import type { APIRoute } from 'astro'

/** Private pages have `noindex` instead of Disallow: crawlers read it only when they may fetch the page. */
export const GET: APIRoute = ({ site }) =>
  new Response(
    `User-agent: *\nDisallow: /api/\nAllow: /api/media/\n\nSitemap: ${new URL('/sitemap-index.xml', site)}\n`,
    { headers: { 'Content-Type': 'text/plain; charset=utf-8' } },
  )
