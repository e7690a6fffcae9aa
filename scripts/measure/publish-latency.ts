import { setTimeout as sleep } from 'node:timers/promises'
import { catalogListResponse } from '#src/contract/editor.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { LISTING_PAGE_SIZE } from '#src/rules/constants.ts'
import { productPath, shopPagePath } from '#src/rules/paths.ts'
import { logIn } from './demo-account.ts'

const POLL_MS = 5
const MAX_WAIT_MS = 60_000

interface EditorProduct {
  id: string
  revision: number
  entry: CatalogEntry
}

/** Calls the API of a site as the demo editor. */
export async function openEditor(site: string) {
  const headers = { 'content-type': 'application/json', cookie: await logIn(site, 'editor') }
  return async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const init = { method, headers, body: body ? JSON.stringify(body) : null }
    const answer = await fetch(`${site}/api/editor${path}`, init)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Body
  }
}

type Call = Awaited<ReturnType<typeof openEditor>>

const readPage = async (url: string): Promise<string> => (await fetch(url)).text()

/** Milliseconds from a call until what it changes is live. */
async function measureUntil(
  change: () => Promise<unknown>,
  isLive: () => Promise<boolean>,
): Promise<number> {
  const start = performance.now()
  await change()
  while (!(await isLive())) {
    if (performance.now() - start > MAX_WAIT_MS) throw new Error('A change does not go live.')
    await sleep(POLL_MS)
  }
  return performance.now() - start
}

/** Ids of the products on sale, in the order of the listing. */
async function listOnSale(call: Call): Promise<string[]> {
  const { products } = catalogListResponse.parse(await call('GET', '/catalog'))
  return products.filter(({ archived }) => !archived).map(({ id }) => id)
}

async function readProduct(call: Call, id = ''): Promise<EditorProduct> {
  const { product } = await call<{ product: EditorProduct }>('GET', `/products/${id}`)
  return product
}

/**
 * Changes the price of one product after the other. @returns milliseconds until each page had it; its
 * page of the listing then has it, too.
 */
export async function measureSaves(site: string, call: Call, saves: number): Promise<number[]> {
  const figures: number[] = []
  const ids = await listOnSale(call)
  for (let save = 0; save < saves; save++) {
    // Of another page of the listing each time.
    const place = (save * LISTING_PAGE_SIZE) % ids.length
    const { id, revision, entry } = await readProduct(call, ids[place])
    const { listPrice: _, ...rest } = entry
    // A price that no other product of the listing has.
    const price = 50_000_000 + Math.floor(Math.random() * 9_000_000)
    const shows = async (path: string) =>
      (await readPage(site + path)).includes(price.toLocaleString('en-IN'))
    figures.push(
      await measureUntil(
        () => call('PUT', `/products/${id}`, { ...rest, price, revision }),
        () => shows(productPath(entry.slug)),
      ),
    )
    const page = Math.floor(place / LISTING_PAGE_SIZE) + 1
    if (!(await shows(shopPagePath(page))))
      throw new Error(`Page ${page} of the listing does not show the price of ${entry.slug}.`)
  }
  return figures
}

/** Milliseconds until the prices of 200 products, changed at once, are live. */
export async function measurePrices(call: Call): Promise<number> {
  const ids = (await listOnSale(call)).slice(500, 700)
  return measureUntil(
    () => call('POST', '/products/bulk', { ids, change: { kind: 'price', percent: 3 } }),
    async () => (await call<{ state: string }>('GET', '/publish')).state === 'live',
  )
}

/** Milliseconds until the page of a new product is there. */
export async function measureNewProduct(site: string, call: Call): Promise<number> {
  const { entry } = await readProduct(call, (await listOnSale(call))[0])
  const slug = `made-by-the-bench-${Date.now()}`
  return measureUntil(
    () => call('POST', '/products', { ...entry, slug }),
    async () => (await readPage(site + productPath(slug))).includes(entry.title),
  )
}

/** Milliseconds until the first and the second page of a preview of a launch with one draft. */
export async function measurePreview(
  site: string,
  call: Call,
): Promise<{ first: number; next: number }> {
  const { id, revision, entry } = await readProduct(call, (await listOnSale(call))[0])
  const { launch } = await call<{ launch: { id: string } }>('POST', '/launches', {
    name: 'Measured',
  })
  const path = `/launches/${launch.id}`
  const title = `${entry.title}, as it will be`
  const body = { ...entry, title }
  await call('PUT', `${path}/draft`, { record: id, revision: 0, basedOn: revision, body })
  const link = await call<{ path: string }>('POST', `${path}/link`, { hours: 1 })
  const measure = async (page: string, text: string) => {
    const start = performance.now()
    const html = await readPage(site + link.path + page)
    if (!html.includes(text)) throw new Error(`The preview of /${page} does not show "${text}".`)
    return performance.now() - start
  }
  const first = await measure('', '</html>')
  return { first, next: await measure(`product/${entry.slug}`, title) }
}
