import type { APIRoute } from 'astro'
import { openCatalogue } from '#src/catalog/load-catalogue.ts'
import { toLlmsText } from '#src/rules/markdown.ts'

export const GET: APIRoute = async ({ site, locals }) => {
  const readInput = await openCatalogue(locals)
  return new Response(toLlmsText(readInput('channels'), site))
}
