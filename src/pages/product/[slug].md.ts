import type { APIRoute } from 'astro'
import { loadCatalog, openCatalog } from '#src/catalog/load-catalog.ts'
import { toProductMarkdown } from '#src/channels/markdown.ts'
import { readContent } from '#src/content/read-content.ts'

export async function getStaticPaths() {
  const { products } = await loadCatalog()
  return products.map(({ slug }) => ({ params: { slug } }))
}

export const GET: APIRoute = async ({ site, locals, params }) => {
  const readInput = await openCatalog(locals)
  const product = readInput('singleProduct', params['slug'])
  if (!product) return new Response(null, { status: 404 })
  return new Response(toProductMarkdown(product, site, readContent(readInput, 'product-page')), {
    headers: { 'Content-Type': 'text/markdown; charset=utf-8' },
  })
}
