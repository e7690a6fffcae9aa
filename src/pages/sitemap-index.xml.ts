import type { APIRoute } from 'astro'
import { openCatalogue } from '#src/catalog/load-catalogue.ts'
import { sitemapIndex } from '#src/rules/feeds.ts'

export const GET: APIRoute = async ({ site, locals }) => {
  const readInput = await openCatalogue(locals)
  return new Response(sitemapIndex(readInput('sitemapCount'), site))
}
