import type { APIRoute } from 'astro'
import { countSitemaps } from '#src/catalog/inputs.ts'
import { loadCatalog, openCatalog } from '#src/catalog/load-catalog.ts'
import { sitemap } from '#src/channels/feeds.ts'

export async function getStaticPaths() {
  const parts = countSitemaps(await loadCatalog())
  return Array.from({ length: parts }, (_, part) => ({ params: { part: String(part) } }))
}

export const GET: APIRoute = async ({ site, locals, params }) => {
  const readInput = await openCatalog(locals)
  return new Response(sitemap(readInput('sitemap', params['part']), site))
}
