import { PUBLIC_API_URL } from 'astro:env/client'
import type { APIRoute } from 'astro'
import { openCatalog } from '#src/catalog/load-catalog.ts'
import { createSearchIndex } from '#src/channels/search-index.ts'
import { readSearchRules } from '#src/content/read-search-rules.ts'
import { MAX_INDEXED_CATALOGUE } from '#src/rules/constants.ts'
import { packIndex } from '#src/rules/search/search-index.ts'

/** The index of the search box and of the listing; for a large catalogue, the address of the API's search. */
export const GET: APIRoute = async ({ locals }) => {
  const readInput = await openCatalog(locals)
  const products = readInput('search')
  if (products.length > MAX_INDEXED_CATALOGUE)
    return Response.json({ searchUrl: `${PUBLIC_API_URL}/products/search` })
  const index = createSearchIndex(products, readSearchRules(readInput), readInput('categoryNames'))
  return Response.json(packIndex(index))
}
