import type { APIRoute } from 'astro'
import { UCP_API_PATH } from '#src/assistants/ucp-profile.ts'
import { sitemapIndexPath } from '#src/rules/paths.ts'

/** Private pages have `noindex` instead of Disallow: crawlers read it only when they may fetch the page. */
export const GET: APIRoute = ({ site }) =>
  new Response(
    `User-agent: *\nDisallow: /api/\nAllow: /api/media/\nAllow: /api${UCP_API_PATH}/\n\nSitemap: ${new URL(sitemapIndexPath, site)}\n`,
    { headers: { 'Content-Type': 'text/plain; charset=utf-8' } },
  )
