import { PUBLIC_API_URL } from 'astro:env/client'
import type { APIRoute } from 'astro'
import { openCatalog } from '#src/catalog/load-catalog.ts'
import { createSearchIndex, toIndexFile } from '#src/channels/search-index.ts'
import { readSearchRules } from '#src/content/read-search-rules.ts'
import { MAX_INDEXED_CATALOGUE } from '#src/rules/constants.ts'

/** What the header's search box and the listing search in; of a large catalogue, where they ask. */
export const GET: APIRoute = async ({ locals }) => {
  const readInput = await openCatalog(locals)
  const products = readInput('search')
  if (products.length > MAX_INDEXED_CATALOGUE)
    return Response.json({ searchUrl: `${PUBLIC_API_URL}/products/search` })
  const index = createSearchIndex(products, readSearchRules(readInput), readInput('categoryNames'))
  return new Response(toIndexFile(index), { headers: { 'Content-Type': 'application/json' } })
}
