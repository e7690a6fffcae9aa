import { setTimeout as sleep } from 'node:timers/promises'
import { catalogListResponse } from '#src/contract/editor.ts'
import { demoAccounts } from '#src/preview/demo-accounts.ts'
import { LISTING_PAGE_SIZE } from '#src/rules/constants.ts'
import { shopPagePath } from '#src/rules/paths.ts'

const POLL_MS = 5
const MAX_WAIT_MS = 60_000

interface EditorProduct {
  id: string
  revision: number
  entry: { slug: string; title: string; price: number; listPrice?: number }
}

/** The value below which a share of the figures is. */
export const percentile = (figures: number[], share: number): number =>
  figures.toSorted((a, b) => a - b)[Math.ceil(figures.length * share) - 1] ?? 0

/** Calls the API of a site as the demo editor. */
export async function openEditor(site: string) {
  const editor = demoAccounts.find(({ role }) => role === 'editor')
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  const call = async (method: string, path: string, body?: object) => {
    const init = { method, headers, body: body ? JSON.stringify(body) : null }
    const answer = await fetch(`${site}/api${path}`, init)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const login = await call('POST', '/auth/login', {
    email: editor?.email,
    password: editor?.password,
  })
  headers['cookie'] = login.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
  return call
}

type Call = Awaited<ReturnType<typeof openEditor>>

/** Milliseconds until a page of the site has the text. */
async function untilShown(site: string, path: string, text: string, start: number) {
  for (;;) {
    const answer = await fetch(site + path)
    if ((await answer.text()).includes(text)) return performance.now() - start
    if (performance.now() - start > MAX_WAIT_MS) throw new Error(`${path} does not show ${text}.`)
    await sleep(POLL_MS)
  }
}

/** Ids of the products on sale, in the order of the listing. */
async function listOnSale(call: Call): Promise<string[]> {
  const { products } = catalogListResponse.parse(
    await (await call('GET', '/editor/catalog')).json(),
  )
  return products.filter(({ archived }) => !archived).map(({ id }) => id)
}

const formatPrice = (price: number): string => price.toLocaleString('en-IN')

/**
 * Changes the price of one product after the other. @returns milliseconds until each page had it; its
 * page of the listing then has it, too.
 */
export async function measureSaves(site: string, call: Call, saves: number): Promise<number[]> {
  const figures: number[] = []
  const ids = await listOnSale(call)
  for (let save = 0; save < saves; save++) {
    // Of another page of the listing each time.
    const place = save * LISTING_PAGE_SIZE
    const path = `/editor/products/${ids[place % ids.length]}`
    const { product } = (await (await call('GET', path)).json()) as { product: EditorProduct }
    const { listPrice: _, ...entry } = product.entry
    // A price that no other product of the listing has.
    const price = 50_000_000 + Math.floor(Math.random() * 9_000_000)
    const start = performance.now()
    await call('PUT', path, { ...entry, price, revision: product.revision })
    figures.push(await untilShown(site, `/product/${entry.slug}`, formatPrice(price), start))
    const page = Math.floor((place % ids.length) / LISTING_PAGE_SIZE) + 1
    const listing = await (await fetch(`${site}${shopPagePath(page)}`)).text()
    if (!listing.includes(formatPrice(price)))
      throw new Error(`Page ${page} of the listing does not show the price of ${entry.slug}.`)
  }
  return figures
}

/** Milliseconds until the prices of 200 products, changed at once, are live. */
export async function measurePrices(call: Call): Promise<number> {
  const ids = (await listOnSale(call)).slice(500, 700)
  const start = performance.now()
  await call('POST', '/editor/products/bulk', { ids, change: { kind: 'price', percent: 3 } })
  for (;;) {
    const state = (await (await call('GET', '/editor/publish')).json()) as { state: string }
    if (state.state === 'live') return performance.now() - start
    if (performance.now() - start > MAX_WAIT_MS) throw new Error('The prices are not published.')
    await sleep(POLL_MS)
  }
}

/** Milliseconds until the page of a new product is there. */
export async function measureNewProduct(site: string, call: Call): Promise<number> {
  const [id] = await listOnSale(call)
  const path = `/editor/products/${id}`
  const { product } = (await (await call('GET', path)).json()) as { product: EditorProduct }
  const slug = `made-by-the-bench-${Date.now()}`
  const start = performance.now()
  await call('POST', '/editor/products', { ...product.entry, slug })
  return untilShown(site, `/product/${slug}`, product.entry.title, start)
}
