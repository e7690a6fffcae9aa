import pLimit from 'p-limit'
import { z } from 'zod'
import {
  type Catalog,
  catalogResponse,
  productResponse,
  productsResponse,
} from '#src/contract/catalog.ts'
import { type CatalogIndex, indexCatalog } from './catalog-index.ts'
import { createReadInput, type ReadInput } from './inputs.ts'

const load = async (): Promise<CatalogIndex> =>
  indexCatalog(await fetchCatalog(process.env['API_URL'] ?? 'http://127.0.0.1:4321/api'))

let loading: Promise<CatalogIndex> | undefined

/** Loads the catalogue: once for `astro build`, and for each page with `npm run dev`. */
export const loadCatalog = (): Promise<CatalogIndex> => {
  if (import.meta.env.DEV) return load()
  loading ??= load()
  return loading
}

/** Opens the input reader of a page. The publisher passes its own, with the planned data. */
export const openCatalog = async ({ readInput }: App.Locals): Promise<ReadInput> =>
  readInput ?? createReadInput(await loadCatalog())

/** The catalogue cannot be used. The message is one sentence for the operator. */
export class CatalogError extends Error {
  override name = 'CatalogError'
}

/** Time limit of one attempt, including the body. */
const TIMEOUT_MS = 15_000
const RETRY_AFTER_MS = [500, 1_500]

/** Not retried, so that a build against a slow API fails soon. */
class CatalogTimeoutError extends CatalogError {}

const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError'

/** Formats the system's error code, e.g. ` (ECONNREFUSED)`; empty without one. */
function formatCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
}

function toCatalogError(url: string, error: unknown, message: string): CatalogError {
  if (!isTimeout(error)) return new CatalogError(message, { cause: error })
  return new CatalogTimeoutError(
    `The product API did not answer within ${TIMEOUT_MS / 1000} s at ${url}: find out why it is slow, then build again.`,
    { cause: error },
  )
}

async function fetchText(
  url: string,
  signal: AbortSignal,
): Promise<{ type: string; text: string }> {
  let response: Response
  try {
    response = await fetch(url, { signal, headers: { accept: 'application/json' } })
  } catch (error) {
    const message = `The product API cannot be reached at ${url}${formatCode(error)}: start it, or point API_URL at one that runs.`
    throw toCatalogError(url, error, message)
  }
  if (!response.ok) {
    await response.body?.cancel()
    throw new CatalogError(
      `The product API answered ${response.status} at ${url}: fix the API, then build again.`,
    )
  }
  try {
    const type = response.headers.get('content-type') ?? 'no content type'
    return { type, text: await response.text() }
  } catch (error) {
    const message = `The product API broke off in the middle of its answer at ${url}${formatCode(error)}: fix the API, then build again.`
    throw toCatalogError(url, error, message)
  }
}

async function attempt(url: string): Promise<unknown> {
  const { type, text } = await fetchText(url, AbortSignal.timeout(TIMEOUT_MS))
  try {
    return JSON.parse(text)
  } catch (cause) {
    const hint = type.includes('json')
      ? 'its JSON is broken or cut short: fix the API, then build again'
      : 'check that API_URL names the API and not the site'
    throw new CatalogError(`The product API answered no JSON at ${url} (${type}): ${hint}.`, {
      cause,
    })
  }
}

/**
 * Fetches JSON. A failure other than a timeout is retried twice.
 * @throws CatalogError after at most 50 s.
 */
async function fetchJson(url: string): Promise<unknown> {
  for (const delay of RETRY_AFTER_MS) {
    try {
      return await attempt(url)
    } catch (error) {
      if (error instanceof CatalogTimeoutError) throw error
      await new Promise((resolve) => setTimeout(resolve, delay))
    }
  }
  return attempt(url)
}

/** Maximum number of parallel requests for single products. */
const CONCURRENCY = 16

const EMPTY = 'has no products: seed the catalogue before building, an empty shop is not published'

function parse<T extends z.ZodType>(schema: T, json: unknown, url: string): z.output<T> {
  const result = schema.safeParse(json)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const where = issue?.path.join('.') || 'the answer'
  const what = issue?.message ?? 'unknown'
  throw new CatalogError(
    `The product API's answer at ${url} breaks the contract at ${where} (${what}): fix the API, or build with the version of the shop that fits it.`,
  )
}

async function fetchProducts(api: string, slugs: string[]): Promise<Catalog['products']> {
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
 * Fetches all products with the details of their pages, in the API's order. An API without
 * `detail=full` returns its plain listing; each product is then fetched by its slug.
 * @throws CatalogError if the API is down or slow, breaks the contract or has no products.
 */
export async function fetchCatalog(api: string): Promise<Catalog> {
  const base = api.replace(/\/$/, '')
  const url = `${base}/products/get-all-products?detail=full`
  const body = await fetchJson(url)
  const { products } = parse(productsOfAnyShape, body, url)
  if (products.length === 0) throw new CatalogError(`The product API at ${url} ${EMPTY}.`)
  const hasDetails =
    typeof products[0] === 'object' && products[0] !== null && 'offers' in products[0]
  if (hasDetails) return parse(catalogResponse, body, url)
  const { products: listed, revision } = parse(productsResponse, body, url)
  const slugs = listed.map((item) => item.slug)
  return {
    products: await fetchProducts(base, slugs),
    revision,
    moved: {},
    movedCategories: {},
    gone: [],
    content: [],
  }
}
