import { PUBLIC_API_URL } from 'astro:env/client'
import type { APIRoute } from 'astro'
import { openCatalog } from '#src/catalog/load-catalog.ts'
import { createSearchIndex } from '#src/channels/search-index.ts'
import { readSearchRules } from '#src/content/read-search-rules.ts'
import { MAX_INDEXED_CATALOGUE } from '#src/rules/constants.ts'
import { packIndex } from '#src/rules/search/search.ts'

/** What the header's search box and the listing search in; of a large catalogue, where they ask. */
export const GET: APIRoute = async ({ locals }) => {
  const readInput = await openCatalog(locals)
  const products = readInput('search')
  return Response.json(
    products.length > MAX_INDEXED_CATALOGUE
      ? { searchUrl: `${PUBLIC_API_URL}/products/search` }
      : packIndex(
          createSearchIndex(products, readSearchRules(readInput), readInput('categoryNames')),
        ),
  )
}
