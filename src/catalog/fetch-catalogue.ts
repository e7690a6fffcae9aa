import { z } from 'zod'
import {
  type Catalogue,
  catalogueReply,
  productReply,
  productsReply,
} from '#src/contract/catalog.ts'

/** A reason for which no site can be built from the API, said in one sentence to the operator. */
export class CatalogueUnusable extends Error {
  override name = 'CatalogueUnusable'
}

const TIMEOUT_MS = 15_000
const RETRY_AFTER_MS = [500, 1_500]
const AT_ONCE = 16

async function attempt(url: string): Promise<unknown> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let response: Response
  try {
    response = await fetch(url, { signal, headers: { accept: 'application/json' } })
  } catch (cause) {
    const slow = cause instanceof DOMException && cause.name === 'TimeoutError'
    const why = slow ? `did not answer within ${TIMEOUT_MS / 1000} s` : 'cannot be reached'
    throw new CatalogueUnusable(
      `The product API ${why} at ${url}: start it, or point API_URL at one that runs.`,
      { cause },
    )
  }
  if (!response.ok)
    throw new CatalogueUnusable(
      `The product API answered ${response.status} at ${url}: mend the API, then build again.`,
    )
  try {
    return await response.json()
  } catch (cause) {
    const kind = response.headers.get('content-type') ?? 'no content type'
    throw new CatalogueUnusable(
      `The product API answered no JSON at ${url} (${kind}): check that API_URL names the API and not the site.`,
      { cause },
    )
  }
}

async function read(url: string): Promise<unknown> {
  for (const delay of RETRY_AFTER_MS) {
    try {
      return await attempt(url)
    } catch (error) {
      // A slow API is not asked again: three time-outs would outlast the operator's patience.
      const cause = error instanceof Error ? error.cause : undefined
      if (cause instanceof DOMException && cause.name === 'TimeoutError') throw error
      await new Promise((resolve) => setTimeout(resolve, delay))
    }
  }
  return attempt(url)
}

function parse<T extends z.ZodType>(schema: T, given: unknown, url: string): z.output<T> {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const where = issue?.path.join('.') || 'the answer'
  throw new CatalogueUnusable(
    `The product API's answer at ${url} breaks the contract: ${where}: ${issue?.message ?? 'unknown'}.`,
  )
}

async function eachDetail(api: string, slugs: string[]): Promise<Catalogue['products']> {
  const products: Catalogue['products'] = []
  for (let start = 0; start < slugs.length; start += AT_ONCE) {
    const some = slugs.slice(start, start + AT_ONCE).map(async (slug) => {
      const url = `${api}/products/slug/${encodeURIComponent(slug)}`
      return parse(productReply, await read(url), url).product
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
 * @throws CatalogueUnusable when the API is down, slow, answers nonsense or an empty list.
 */
export async function fetchCatalogue(api: string): Promise<Catalogue> {
  const url = `${api.replace(/\/$/, '')}/products/get-all-products?detail=full`
  const answer = await read(url)
  const { products } = parse(anyProducts, answer, url)
  if (products.length === 0)
    throw new CatalogueUnusable(
      `The product API at ${url} has no products: seed the catalogue before building, an empty shop is not published.`,
    )
  const full = typeof products[0] === 'object' && products[0] !== null && 'offers' in products[0]
  if (full) return parse(catalogueReply, answer, url)
  const listing = parse(productsReply, answer, url)
  const slugs = listing.products.map((item) => item.slug)
  return {
    products: await eachDetail(api.replace(/\/$/, ''), slugs),
    revision: listing.revision,
  }
}
