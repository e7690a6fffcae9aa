import { setTimeout as sleep } from 'node:timers/promises'
import { row } from '#scripts/report.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { brandCategories } from '#src/rules/brand.ts'
import { LISTING_PAGE_SIZE } from '#src/rules/constants.ts'
import { productPath, shopPagePath } from '#src/rules/paths.ts'
import type { JsonResponse } from '#tools/api-client.ts'
import { createRandom } from '#tools/random.ts'
import { runCommand, startSite } from '#tools/site-process.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { logIn } from './demo-account.ts'
import { median, percentile } from './percentile.ts'
import { trackPeakMemory } from './process-usage.ts'
import { createEnv, createLargeCatalog, LARGE_PRODUCTS, startMeasuredSite } from './site.ts'
import { untilHomePage } from './start.ts'

const random = createRandom(92)
const SAVES = 50
/** Saves with a pause, during which the publish of deferred pages starts. */
const SLOW_SAVES = 10
const PAUSE_MS = 2_000
const POLL_MS = 5
const MAX_WAIT_MS = 60_000

interface EditorProduct {
  id: string
  revision: number
  entry: CatalogEntry
}

/**
 * Signs in as the demo editor.
 * @returns a function that calls the API and returns the body.
 */
async function openEditor(site: string) {
  const editor = await logIn(site, 'editor')
  return async (method: string, path: string, sent?: object): Promise<JsonResponse['body']> => {
    const { status, text, body } = await editor.request(method, `/editor${path}`, sent)
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text}`)
    return body
  }
}

type Call = Awaited<ReturnType<typeof openEditor>>

const readPage = async (url: string): Promise<string> => (await fetch(url)).text()

/** Returns the milliseconds from a call until its change is live. */
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

/** Lists the ids of products on sale, in listing order. */
async function listOnSale(call: Call): Promise<string[]> {
  const { products }: { products: { id: string; archived: boolean }[] } = await call(
    'GET',
    '/catalog',
  )
  return products.filter(({ archived }) => !archived).map(({ id }) => id)
}

async function readProduct(call: Call, id = ''): Promise<EditorProduct> {
  return (await call('GET', `/products/${id}`)).product
}

/**
 * Changes the price of one product after another.
 * @returns milliseconds until each product page had it; the listing page then has it too.
 * @param pauseMs time before each change.
 */
async function measureSaves(
  site: string,
  call: Call,
  ids: string[],
  saves: number,
  pauseMs = 0,
): Promise<number[]> {
  const figures: number[] = []
  for (let save = 0; save < saves; save++) {
    await sleep(pauseMs)
    // Each save changes another page of the listing.
    const place = (save * LISTING_PAGE_SIZE) % ids.length
    const { id, revision, entry } = await readProduct(call, ids[place])
    const { listPrice: _, variants, ...rest } = entry
    // If variants have their own prices, pages show the lowest one.
    const choices = variants?.map(({ price: _, listPrice: __, ...choice }) => choice)
    // A price that no other product of the listing has.
    const price = 50_000_000 + random.whole(0, 9_000_000)
    const shows = async (path: string) =>
      (await readPage(site + path)).includes(price.toLocaleString('en-IN'))
    figures.push(
      await measureUntil(
        () => call('PUT', `/products/${id}`, { ...rest, variants: choices, price, revision }),
        () => shows(productPath(entry.slug)),
      ),
    )
    const page = Math.floor(place / LISTING_PAGE_SIZE) + 1
    if (!(await shows(shopPagePath(page))))
      throw new Error(`Page ${page} of the listing does not show the price of ${entry.slug}.`)
  }
  return figures
}

/**
 * Changes the introduction of one category after another.
 * @returns milliseconds until each page had it.
 */
async function measureCategorySaves(site: string, call: Call): Promise<number[]> {
  const figures: number[] = []
  for (const category of brandCategories) {
    const slug = category.toLowerCase()
    const path = `/content/category:${slug}`
    const { record } = await call('GET', path)
    const introduction = `Measured ${random.fraction()}.`
    figures.push(
      await measureUntil(
        () =>
          call('PUT', path, { revision: record.revision, body: { ...record.body, introduction } }),
        async () => (await readPage(site + shopPagePath(1, slug))).includes(introduction),
      ),
    )
  }
  return figures
}

/** Measures the first and the second page of a launch preview with one draft. */
async function measurePreview(site: string, call: Call, product: EditorProduct): Promise<void> {
  const { launch } = await call('POST', '/launches', { name: 'Measured' })
  const path = `/launches/${launch.id}`
  const title = `${product.entry.title}, as it will be`
  const body = { ...product.entry, title }
  const draft = { record: product.id, revision: 0, basedOn: product.revision, body }
  await call('PUT', `${path}/draft`, draft)
  const link = await call('POST', `${path}/link`, { hours: 1 })
  const measure = async (page: string, text: string) => {
    const start = performance.now()
    const html = await readPage(site + link.path + page)
    if (!html.includes(text)) throw new Error(`The preview of /${page} does not show "${text}".`)
    return performance.now() - start
  }
  row('preview of a launch: its first page', await measure('', '</html>'), {
    unit: 'ms',
    most: 1_000,
  })
  row('  a page after that', await measure(`product/${product.entry.slug}`, title), { unit: 'ms' })
}

/** Publishes in a separate process. */
async function publish(
  what: string,
  env: Record<string, string>,
  mostSeconds: number,
  args: string[] = [],
): Promise<void> {
  const start = performance.now()
  const running = runCommand('src/run/build.ts', env, args)
  const peak = trackPeakMemory(running.child.pid ?? 0)
  const { code, stderr } = await running.exited
  if (code !== 0) throw new Error(stderr)
  row(what, (performance.now() - start) / 1_000, { unit: 's', most: mostSeconds })
  row('  peak memory', peak() / 1_024, { unit: 'GB', most: 1.5 })
}

/**
 * Changes prices one after another until each is live, and prints the times.
 * @param mostHalf limit of the median, in ms.
 */
async function printSaves(
  site: string,
  call: Call,
  ids: string[],
  mostHalf: number,
): Promise<void> {
  const figures = await measureSaves(site, call, ids, SAVES)
  row('from a save until it is live: half of them', median(figures), { unit: 'ms', most: mostHalf })
  row('from a save until it is live: 95 of 100', percentile(figures, 0.95), {
    unit: 'ms',
    most: 300,
  })
}

async function measureSeed(): Promise<void> {
  await using site = await startMeasuredSite()
  const call = await openEditor(site.url)
  const ids = await listOnSale(call)
  row('products', ids.length)
  await measureSaves(site.url, call, ids, 1)
  await printSaves(site.url, call, ids, 150)
}

/** Measures a full publish, a start, and changes until they are live, with a large catalogue. */
export async function measurePublish(): Promise<void> {
  await measureSeed()
  using folder = createTempDir()
  await createLargeCatalog(folder.path)
  const env = await createEnv(folder.path)
  // The site's address is compiled in, so no other run has compiled this one.
  await publish(`${LARGE_PRODUCTS} products, nothing compiled`, env, 25)
  await publish('the same again, compiled before', env, 18, ['--full'])
  row('start after a change of nothing', await untilHomePage(env), { unit: 's', most: 1 })
  await using site = await startSite(env)
  const call = await openEditor(site.url)
  const ids = await listOnSale(call)
  const saves = (count: number, pauseMs = 0) => measureSaves(site.url, call, ids, count, pauseMs)
  const print = (what: string, figure: number, most: number) =>
    row(what, figure, { unit: 'ms', most })
  print('from the first save after a start until it is live', median(await saves(1)), 1_000)
  await printSaves(site.url, call, ids, 200)
  const slowSaves = await saves(SLOW_SAVES, PAUSE_MS)
  print('from a save 2 s after another one until it is live: half of them', median(slowSaves), 400)
  const categories = await measureCategorySaves(site.url, call)
  print('from a save of a category until it is live: half of them', median(categories), 400)
  const product = await readProduct(call, ids[0])
  const slug = `made-by-the-bench-${Date.now()}`
  const untilPage = await measureUntil(
    () => call('POST', '/products', { ...product.entry, slug }),
    async () => (await readPage(site.url + productPath(slug))).includes(product.entry.title),
  )
  print('from a new product until its page', untilPage, 500)
  const change = { ids: ids.slice(500, 700), change: { kind: 'price', percent: 3 } }
  const untilPrices = await measureUntil(
    () => call('POST', '/products/bulk', change),
    async () => (await call('GET', '/publish')).state === 'live',
  )
  print('from 200 prices at once until they are live', untilPrices, 3_000)
  await measurePreview(site.url, call, product)
}
