import type { APIRoute } from 'astro'

/** Private pages say `noindex` themselves: a page that may not be fetched cannot say it. */
export const GET: APIRoute = ({ site }) =>
  new Response(
    `User-agent: *\nDisallow: /api/\nAllow: /api/media/\n\nSitemap: ${new URL('/sitemap-index.xml', site)}\n`,
    { headers: { 'Content-Type': 'text/plain; charset=utf-8' } },
  )
