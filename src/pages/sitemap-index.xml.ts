import type { APIRoute } from 'astro'
import { openCatalog } from '#src/catalog/load-catalog.ts'
import { sitemapIndex } from '#src/channels/feeds.ts'

export const GET: APIRoute = async ({ site, locals }) => {
  const readInput = await openCatalog(locals)
  return new Response(sitemapIndex(readInput('sitemapCount'), site))
}
