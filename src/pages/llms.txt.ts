import type { APIRoute } from 'astro'
import { openCatalog } from '#src/catalog/load-catalog.ts'
import { toLlmsText } from '#src/channels/markdown.ts'
import { readContent } from '#src/content/read-content.ts'

export const GET: APIRoute = async ({ site, locals }) => {
  const readInput = await openCatalog(locals)
  return new Response(
    toLlmsText(readInput('channels'), site, readContent(readInput, 'product-page')),
  )
}
