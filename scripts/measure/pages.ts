import lighthouse from 'lighthouse'
import { findFreePort, serve } from '#tests/helpers/http-server.ts'
import { PRODUCT_PATH } from '#tests/helpers/routes.ts'
import { row } from '../report.ts'
import { openBrowser } from './browser.ts'
import { medians } from './percentile.ts'
import { startMeasuredSite } from './site.ts'

/** Loads of each page, of which the median counts. */
const PAGE_LOADS = 5
/** The least score of each category, of 100. */
const SCORES = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 }

interface NetworkRequest {
  resourceType?: string
  transferSize?: number
  networkRequestTime?: number
}

/** Chromium loses the trace of a load now and then, of which Lighthouse says to run it again. */
const LOST_TRACE = 'NO_NAVSTART'
const MAX_TRIES = 3

/** What Lighthouse measures of a page, on its phone with a slow line: times in ms, sizes in kB. */
async function measureOnce(url: string, tries = MAX_TRIES) {
  const port = await findFreePort()
  await using _browser = await openBrowser([`--remote-debugging-port=${port}`])
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' })
  if (tries > 1 && result?.lhr.runtimeError?.code === LOST_TRACE)
    return await measureOnce(url, tries - 1)
  if (!result || result.lhr.runtimeError)
    throw new Error(`Lighthouse could not measure ${url}: ${result?.lhr.runtimeError?.message}`)
  const { audits, categories } = result.lhr
  const getValue = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const itemsOf = (audit: string): unknown[] => {
    const { details } = audits[audit] ?? {}
    return details && 'items' in details && Array.isArray(details.items) ? details.items : []
  }
  const scripts = (itemsOf('network-requests') as NetworkRequest[]).filter(
    ({ resourceType }) => resourceType === 'Script',
  )
  // On the line as it is; `largest-contentful-paint` is computed for a slow one.
  const [observed] = itemsOf('metrics') as { observedLargestContentfulPaint?: number }[]
  const painted = observed?.observedLargestContentfulPaint ?? 0
  const early = scripts.filter(({ networkRequestTime = 0 }) => networkRequestTime < painted)
  const sum = (requests: NetworkRequest[]) =>
    requests.reduce((bytes, { transferSize = 0 }) => bytes + transferSize, 0) / 1_000
  const scores = Object.keys(SCORES).map((name) => [name, 100 * (categories[name]?.score ?? 0)])
  return {
    ...(Object.fromEntries(scores) as typeof SCORES),
    largestPaint: getValue('largest-contentful-paint'),
    blocking: getValue('total-blocking-time'),
    shift: getValue('cumulative-layout-shift'),
    bytes: getValue('total-byte-weight') / 1_000,
    earlyScripts: sum(early),
  }
}

type PageFigures = Awaited<ReturnType<typeof measureOnce>>

/** The median of each figure over several loads. */
async function measurePage(url: string): Promise<PageFigures> {
  const figures: PageFigures[] = []
  for (let load = 0; load < PAGE_LOADS; load++) figures.push(await measureOnce(url))
  return medians(figures)
}

const FLOOR_PAGE = `<!doctype html><html lang="en"><title>Floor page</title>
<meta name="viewport" content="width=device-width"><meta name="description" content="One picture.">
<main><h1>A piece</h1><img src="/picture.avif" width="960" height="1200" alt="The piece"
style="max-width:100%;height:auto" fetchpriority="high"><p>₹1,95,000.00</p></main>`

/** Measures a bare page with the picture of a product: what this machine and the picture alone cost. */
async function measureFloor(site: string): Promise<PageFigures> {
  const html = await (await fetch(site + PRODUCT_PATH)).text()
  const picture = /srcset="(?:[^"]*, )?(\/[^" ]+\.avif) \d+w"/i.exec(html)?.[1]
  if (!picture) throw new Error('The product page has no picture.')
  const bytes = await (await fetch(site + picture)).bytes()
  await using server = await serve(({ url }, response) => {
    if (url === '/picture.avif') response.setHeader('Content-Type', 'image/avif').end(bytes)
    else if (url === '/') response.setHeader('Content-Type', 'text/html').end(FLOOR_PAGE)
    else response.writeHead(204).end()
  })
  return await measurePage(new URL('/', server.url).href)
}

/** Prints the figures of a page beside those of the floor page of the same run. */
function printPage(name: string, page: PageFigures, floor: PageFigures, most?: number): void {
  const ratio = page.largestPaint / floor.largestPaint
  row(`${name}: largest paint, against the floor page`, ratio, { unit: '×', most })
  const mostBlocking = Math.max(50, floor.blocking + 30)
  row(`${name}: blocking time`, page.blocking, { unit: 'ms', most: mostBlocking })
  row(`${name}: layout shift`, Number(page.shift.toFixed(2)), { most: 0 })
  // No search engine may list a cart.
  for (const [category, least] of Object.entries(SCORES).slice(0, name === 'cart' ? 3 : 4))
    row(`${name}: ${category}`, Math.round(page[category as keyof typeof SCORES]), { least })
  row(`${name}: JavaScript before the largest paint`, page.earlyScripts, { unit: 'kB', most: 0 })
  const mostBytes = name === 'product' ? 190 : undefined
  row(`${name}: the first view`, page.bytes, { unit: 'kB', most: mostBytes })
}

export async function measurePages(): Promise<void> {
  await using site = await startMeasuredSite()
  const floor = await measureFloor(site.url)
  row('floor page: largest paint', floor.largestPaint, { unit: 'ms' })
  row('floor page: blocking time', floor.blocking, { unit: 'ms' })
  for (const [name, path, most] of [
    ['product', PRODUCT_PATH, 1.35],
    ['home', '/', 1.6],
    ['listing', '/shop', 1.6],
    ['cart', '/cart'],
    ['about', '/about'],
  ] as const)
    printPage(name, await measurePage(site.url + path), floor, most)
}
