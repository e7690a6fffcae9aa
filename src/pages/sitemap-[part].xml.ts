import type { APIRoute } from 'astro'
import { countSitemaps, toPartPaths } from '#src/catalog/inputs.ts'
import { loadCatalog, openCatalog } from '#src/catalog/load-catalog.ts'
import { sitemap } from '#src/channels/feeds.ts'

export const getStaticPaths = async () => toPartPaths(countSitemaps(await loadCatalog()))

export const GET: APIRoute = async ({ site, locals, params }) => {
  const readInput = await openCatalog(locals)
  return new Response(sitemap(readInput('sitemap', params['part']), site))
}
