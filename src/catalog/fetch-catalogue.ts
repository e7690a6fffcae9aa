import pLimit from 'p-limit'
import { z } from 'zod'
import {
  type Catalogue,
  catalogueResponse,
  productResponse,
  productsResponse,
} from '#src/contract/catalog.ts'
import { CatalogueError, fetchJson } from './fetch-json.ts'

export { CatalogueError } from './fetch-json.ts'

/** Maximum number of concurrent requests for single products. */
const CONCURRENCY = 16

const EMPTY = 'has no products: seed the catalogue before building, an empty shop is not published'

function parse<T extends z.ZodType>(schema: T, json: unknown, url: string): z.output<T> {
  const result = schema.safeParse(json)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const where = issue?.path.join('.') || 'the answer'
  const what = issue?.message ?? 'unknown'
  throw new CatalogueError(
    `The product API's answer at ${url} breaks the contract at ${where} (${what}): fix the API, or build with the version of the shop that fits it.`,
  )
}

async function fetchProducts(api: string, slugs: string[]): Promise<Catalogue['products']> {
  const limit = pLimit(CONCURRENCY)
  try {
    return await limit.map(slugs, async (slug) => {
      const url = `${api}/products/slug/${encodeURIComponent(slug)}`
      return parse(productResponse, await fetchJson(url), url).product
    })
  } finally {
    // After a failure, the remaining products are not fetched.
    limit.clearQueue()
  }
}

const productsOfAnyShape = z.object({ products: z.array(z.unknown()) })

/**
 * All products of the API with the details of their pages, in the API's order.
 *
 * An API without `detail=full` answers its plain listing; each product is then fetched by its slug.
 * @throws CatalogueError when the API is down or slow, breaks the contract or has no products.
 */
export async function fetchCatalogue(api: string): Promise<Catalogue> {
  const base = api.replace(/\/$/, '')
  const url = `${base}/products/get-all-products?detail=full`
  const body = await fetchJson(url)
  const { products } = parse(productsOfAnyShape, body, url)
  if (products.length === 0) throw new CatalogueError(`The product API at ${url} ${EMPTY}.`)
  const hasDetails =
    typeof products[0] === 'object' && products[0] !== null && 'offers' in products[0]
  if (hasDetails) return parse(catalogueResponse, body, url)
  const { products: listed, revision } = parse(productsResponse, body, url)
  const slugs = listed.map((item) => item.slug)
  return { products: await fetchProducts(base, slugs), revision, moved: {}, gone: [] }
}
