import type { APIRoute } from 'astro'
import { loadCatalog, openCatalog } from '#src/catalog/load-catalog.ts'
import { listProductLists } from '#src/catalog/product-lists.ts'
import { toListMarkdown } from '#src/channels/markdown.ts'

export async function getStaticPaths() {
  const lists = listProductLists(await loadCatalog())
  return lists.map(({ name }) => ({ params: { name } }))
}

export const GET: APIRoute = async ({ site, locals, params }) => {
  const readInput = await openCatalog(locals)
  const list = readInput('productList', params['name'])
  if (!list) return new Response(null, { status: 404 })
  return new Response(toListMarkdown(list, site), {
    headers: { 'Content-Type': 'text/markdown; charset=utf-8' },
  })
}
