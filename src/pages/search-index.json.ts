import type { APIRoute } from 'astro'
import { openCatalogue } from '#src/catalog/load-catalogue.ts'
import { createSearchIndex } from '#src/rules/search-index.ts'

/** What the header's search box and the listing search in. */
export const GET: APIRoute = async ({ locals }) => {
  const readInput = await openCatalogue(locals)
  return Response.json(createSearchIndex(readInput('search')))
}
