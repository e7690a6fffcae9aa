import type { APIRoute } from 'astro'
import { countFeedParts } from '#src/catalog/inputs.ts'
import { loadCatalog, openCatalog } from '#src/catalog/load-catalog.ts'
import { toAgentFeed } from '#src/channels/feeds.ts'

export async function getStaticPaths() {
  const parts = countFeedParts(await loadCatalog())
  return Array.from({ length: parts }, (_, part) => ({ params: { part: String(part) } }))
}

export const GET: APIRoute = async ({ site, locals, params }) => {
  const readInput = await openCatalog(locals)
  const products = readInput('feedPart', params['part'])
  return Response.json(toAgentFeed(products, site))
}
