import { CURRENCY, toProductFacts } from '#src/channels/product-facts.ts'
import type { Product } from '#src/contract/catalog.ts'
import { normalizeTerm } from '#src/rules/listing/listing.ts'
import type { Deps } from '#src/server/core/deps.ts'
import { getSiteUrl } from '#src/server/core/env.ts'
import { listIdsBySlugs } from '#src/server/shop/catalog/queries.ts'
import { getSearch } from '#src/server/shop/catalog/run-catalog-task.ts'
import type { Ranking } from '#src/server/shop/catalog/search.ts'
import { getProductsByIds } from '#src/server/shop/catalog/service.ts'
import {
  featuredFirst,
  findFeatured,
  selectVariants,
  type UcpDetailProduct,
} from './select-variants.ts'
import { UcpError } from './ucp-error.ts'
import { toUcpProduct, type UcpProduct, type UcpVariant } from './ucp-product.ts'
import {
  MAX_UCP_IDS,
  UCP_PAGE,
  type UcpFilters,
  type UcpLookupRequest,
  type UcpProductRequest,
  type UcpSearchRequest,
} from './ucp-requests.ts'

interface InfoMessage {
  type: 'info'
  code: string
  content: string
}

/** Products that a search reads for one page: those whose variants are below and above its prices are left out. */
const MAX_READ = 100
/** Products that are read at once, so that a page of one product takes few queries, too. */
const BATCH_SIZE = 25

/** Variants of a product of a search, whose detail has all: a page of 50 would have megabytes of them. */
const MAX_FOUND_VARIANTS = 30

/** What a request is narrowed to. */
interface Narrowing {
  /** In lower case; undefined for all. */
  categories: ReadonlySet<string> | undefined
  /** In paise. */
  min: number
  max: number
  messages: InfoMessage[]
}

/** A price in a currency that the shop has no rate for narrows nothing, and the answer says so. */
function readNarrowing({
  filters,
  context,
}: Pick<UcpSearchRequest, 'filters' | 'context'>): Narrowing {
  const { categories = [], price } = filters ?? {}
  const currency = context?.currency?.toUpperCase() ?? CURRENCY
  const isOurs = price === undefined || currency === CURRENCY
  return {
    categories:
      categories.length > 0 ? new Set(categories.map((name) => name.toLowerCase())) : undefined,
    min: (isOurs && price?.min) || 0,
    max: isOurs ? (price?.max ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY,
    messages: isOurs
      ? []
      : [
          {
            type: 'info',
            code: 'currency_unsupported',
            content: `Prices are in ${CURRENCY}. The price filter is in another currency, and was left out.`,
          },
        ],
  }
}

const hasFilter = ({ categories = [], price }: UcpFilters = {}): boolean =>
  categories.length > 0 || price?.min !== undefined || price?.max !== undefined

const isInCategories = ({ categories }: Narrowing, category: string): boolean =>
  categories?.has(category.toLowerCase()) ?? true

const isInPrice = ({ min, max }: Narrowing, { price }: UcpVariant): boolean =>
  price.amount >= min && price.amount <= max

/** The product with its variants in the range of prices; undefined without one. */
function narrow<Product extends UcpProduct>(
  product: Product,
  narrowing: Narrowing,
): Product | undefined {
  if (!product.categories.every(({ value }) => isInCategories(narrowing, value))) return undefined
  const variants = product.variants.filter((variant) => isInPrice(narrowing, variant))
  return variants.length > 0 ? { ...product, variants } : undefined
}

async function readProducts(deps: Deps, ids: string[]): Promise<Map<string, UcpProduct>> {
  const site = getSiteUrl(deps.env)
  const products = await getProductsByIds(deps, ids)
  const toPair = (product: Product) =>
    [product.id, toUcpProduct(product, toProductFacts(product, site))] as const
  return new Map([...products.values()].map(toPair))
}

/** @returns by slug. */
async function readProductsBySlug(deps: Deps, slugs: string[]): Promise<Map<string, UcpProduct>> {
  const rows = await listIdsBySlugs(deps.db, slugs)
  const byId = await readProducts(
    deps,
    rows.map(({ id }) => id),
  )
  return new Map([...byId.values()].map((product) => [product.handle, product]))
}

/** Where a page begins: after the last product of the page before it, which may have another place meanwhile. */
function parseCursor(cursor: string | undefined): Ranking['after'] {
  if (cursor === undefined) return undefined
  const [, count = '', slug] = /^(\d{1,9}):([a-z0-9-]+)$/.exec(fromBase64Url(cursor)) ?? []
  if (slug === undefined)
    throw new UcpError(400, 'invalid_request', 'The cursor is not one of an earlier answer.')
  return { slug, count: Number(count) }
}

const fromBase64Url = (text: string): string => Buffer.from(text, 'base64url').toString()

const listFeatured = ({ variants }: UcpProduct): UcpVariant[] =>
  featuredFirst(variants).slice(0, MAX_FOUND_VARIANTS)

/** The answer to a search: a page of the products that match, with their variants that do. */
export async function searchCatalog(deps: Deps, request: UcpSearchRequest) {
  const term = normalizeTerm(request.query ?? '')
  if (term === '' && !hasFilter(request.filters))
    throw new UcpError(400, 'invalid_request', 'A search needs a query, a category or a price.')
  const narrowing = readNarrowing(request)
  const { cursor, limit: asked = UCP_PAGE.default } = request.pagination ?? {}
  const limit = Math.min(asked, UCP_PAGE.max)
  const { categories, min, max } = narrowing
  const ranked = await getSearch(deps)('rank', {
    term,
    categories,
    min,
    max,
    after: parseCursor(cursor),
    limit: MAX_READ,
  })
  const products: UcpProduct[] = []
  let read = 0
  while (products.length < limit && read < ranked.slugs.length) {
    const batch = ranked.slugs.slice(read, read + Math.max(limit, BATCH_SIZE))
    const bySlug = await readProductsBySlug(deps, batch)
    for (const slug of batch) {
      if (products.length === limit) break
      read += 1
      const found = bySlug.get(slug)
      const product = found && narrow(found, narrowing)
      if (product) products.push({ ...product, variants: listFeatured(product) })
    }
  }
  const position = ranked.start + read
  const last = ranked.slugs[read - 1]
  // With a product below the range, others of its variants may be in it.
  const total = ranked.hasCheaper ? {} : { total_count: ranked.total }
  return {
    products,
    pagination:
      last !== undefined && position < ranked.total
        ? {
            has_next_page: true,
            cursor: Buffer.from(`${position}:${last}`).toString('base64url'),
            ...total,
          }
        : { has_next_page: false, ...total },
    ...toMessages(narrowing.messages),
  }
}

const toMessages = (messages: InfoMessage[]) => (messages.length > 0 ? { messages } : {})

/** The id of a variant is that of its product, a hyphen and a slug. */
const toProductIdOf = (identifier: string): string => identifier.split('-', 1)[0] ?? ''

const isNamedBy = ({ id, variants }: UcpProduct, identifier: string): boolean =>
  id === identifier || variants.some((variant) => variant.id === identifier)

/** The products of ids of products and variants, and of handles, by what names them. */
async function findProducts(deps: Deps, identifiers: string[]): Promise<Map<string, UcpProduct>> {
  const found = new Map<string, UcpProduct>()
  const byId = await readProducts(deps, [...new Set(identifiers.map(toProductIdOf))])
  for (const identifier of identifiers) {
    const product = byId.get(toProductIdOf(identifier))
    if (product && isNamedBy(product, identifier)) found.set(identifier, product)
  }
  const handles = identifiers.filter((identifier) => !found.has(identifier))
  for (const [handle, product] of await readProductsBySlug(deps, handles))
    found.set(handle, byId.get(product.id) ?? product)
  return found
}

/** How an identifier of a lookup resolved to a variant. */
interface Input {
  id: string
  match: 'exact' | 'featured'
}

/** The answer to a lookup: each product once, with the variants that the identifiers mean. */
export async function lookupCatalog(deps: Deps, request: UcpLookupRequest) {
  const ids = [...new Set(request.ids)]
  if (ids.length > MAX_UCP_IDS)
    throw new UcpError(400, 'request_too_large', `A lookup has at most ${MAX_UCP_IDS} identifiers.`)
  const narrowing = readNarrowing(request)
  const found = await findProducts(deps, ids)
  const inputs = new Map<UcpProduct, Map<UcpVariant, Input[]>>()
  for (const id of ids) {
    const product = found.get(id)
    const variants = product ? (narrow(product, narrowing)?.variants ?? []) : []
    const exact = product?.variants.find((variant) => variant.id === id)
    const variant = exact ? variants.find((variant) => variant === exact) : findFeatured(variants)
    if (!product || !variant) continue
    const ofProduct = inputs.get(product) ?? new Map<UcpVariant, Input[]>()
    const match = exact ? 'exact' : 'featured'
    ofProduct.set(variant, [...(ofProduct.get(variant) ?? []), { id, match }])
    inputs.set(product, ofProduct)
  }
  const missing = ids
    .filter((id) => !found.has(id))
    .map((id): InfoMessage => ({ type: 'info', code: 'not_found', content: id }))
  return {
    products: [...inputs].map(([product, ofProduct]) => ({
      ...product,
      variants: [...ofProduct].map(([variant, own]) => ({ ...variant, inputs: own })),
    })),
    ...toMessages([...missing, ...narrowing.messages]),
  }
}

/** The answer about one product; undefined where nothing that is on sale matches. */
export async function getProductDetail(
  deps: Deps,
  request: UcpProductRequest,
): Promise<{ product: UcpDetailProduct; messages?: InfoMessage[] } | undefined> {
  const narrowing = readNarrowing(request)
  const found = (await findProducts(deps, [request.id])).get(request.id)
  const product = found && narrow(selectVariants(found, request), narrowing)
  return product && { product, ...toMessages(narrowing.messages) }
}
