import type { APIRoute } from 'astro'
import { countFeedParts, toPartPaths } from '#src/catalog/inputs.ts'
import { loadCatalog, openCatalog } from '#src/catalog/load-catalog.ts'
import { toAgentFeed } from '#src/channels/feeds.ts'

export const getStaticPaths = async () => toPartPaths(countFeedParts(await loadCatalog()))

export const GET: APIRoute = async ({ site, locals, params }) => {
  const readInput = await openCatalog(locals)
  const products = readInput('feedPart', params['part'])
  return Response.json(toAgentFeed(products, site))
}
