import { z } from 'zod'
import {
  type Catalogue,
  catalogueResponse,
  productResponse,
  productsResponse,
} from '#src/contract/catalog.ts'
import { CatalogueError, fetchJson } from './fetch-json.ts'

export { CatalogueError } from './fetch-json.ts'

const AT_ONCE = 16

const EMPTY = 'has no products: seed the catalogue before building, an empty shop is not published'

function parse<T extends z.ZodType>(schema: T, given: unknown, url: string): z.output<T> {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const where = issue?.path.join('.') || 'the answer'
  const what = issue?.message ?? 'unknown'
  throw new CatalogueError(
    `The product API's answer at ${url} breaks the contract at ${where} (${what}): mend the API, or build with the version of the shop that fits it.`,
  )
}

async function eachDetail(api: string, slugs: string[]): Promise<Catalogue['products']> {
  const products: Catalogue['products'] = []
  for (let start = 0; start < slugs.length; start += AT_ONCE) {
    const some = slugs.slice(start, start + AT_ONCE).map(async (slug) => {
      const url = `${api}/products/slug/${encodeURIComponent(slug)}`
      return parse(productResponse, await fetchJson(url), url).product
    })
    products.push(...(await Promise.all(some)))
  }
  return products
}

const anyProducts = z.object({ products: z.array(z.unknown()) })

/**
 * Every product of the API with all that its page needs, in the API's order.
 *
 * An API that does not know `detail=full` answers its plain listing; each product is then asked
 * for by its slug.
 * @throws CatalogueError when the API is down, slow, answers nonsense or an empty list.
 */
export async function fetchCatalogue(api: string): Promise<Catalogue> {
  const base = api.replace(/\/$/, '')
  const url = `${base}/products/get-all-products?detail=full`
  const answer = await fetchJson(url)
  const { products } = parse(anyProducts, answer, url)
  if (products.length === 0) throw new CatalogueError(`The product API at ${url} ${EMPTY}.`)
  const full = typeof products[0] === 'object' && products[0] !== null && 'offers' in products[0]
  if (full) return parse(catalogueResponse, answer, url)
  const { products: listed, revision } = parse(productsResponse, answer, url)
  const slugs = listed.map((item) => item.slug)
  return { products: await eachDetail(base, slugs), revision }
}
