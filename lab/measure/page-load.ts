import lighthouse from 'lighthouse'
import { openBrowser } from '#scripts/measured-browser.ts'
import { findFreePort, serve, type TestServer } from '#tools/http-server.ts'
import { PRODUCT_PATH } from '#tools/routes.ts'

interface NetworkRequest {
  resourceType?: string
  transferSize?: number
  networkRequestTime?: number
}

/** Chromium sometimes loses the trace of a load. Lighthouse then recommends another run. */
const LOST_TRACE = 'NO_NAVSTART'
const MAX_TRIES = 3

const sumBytes = (requests: NetworkRequest[]): number =>
  requests.reduce((bytes, { transferSize = 0 }) => bytes + transferSize, 0) / 1_000

/** Measures one load with Lighthouse, as a phone with a slow connection: times in ms, sizes in kB. */
export async function loadPage(url: string, tries = MAX_TRIES) {
  const port = await findFreePort()
  await using _browser = await openBrowser([`--remote-debugging-port=${port}`])
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' })
  if (tries > 1 && result?.lhr.runtimeError?.code === LOST_TRACE)
    return await loadPage(url, tries - 1)
  if (!result || result.lhr.runtimeError)
    throw new Error(`Lighthouse could not measure ${url}: ${result?.lhr.runtimeError?.message}`)
  const { audits, categories, environment } = result.lhr
  const getValue = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const itemsOf = (audit: string): unknown[] => {
    const { details } = audits[audit] ?? {}
    return details && 'items' in details && Array.isArray(details.items) ? details.items : []
  }
  const requests = itemsOf('network-requests') as NetworkRequest[]
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
  // Measured without throttling; `largest-contentful-paint` is simulated for a slow connection.
  const [observed] = itemsOf('metrics') as { observedLargestContentfulPaint?: number }[]
  const painted = observed?.observedLargestContentfulPaint ?? 0
  const getScore = (category: string) => Math.round(100 * (categories[category]?.score ?? 0))
  return {
    largestPaint: getValue('largest-contentful-paint'),
    blocking: getValue('total-blocking-time'),
    shift: getValue('cumulative-layout-shift'),
    performance: getScore('performance'),
    accessibility: getScore('accessibility'),
    practices: getScore('best-practices'),
    seo: getScore('seo'),
    bytes: sumBytes(requests),
    requests: requests.length,
    scripts: sumBytes(scripts),
    scriptRequests: scripts.length,
    earlyScripts: sumBytes(
      scripts.filter(({ networkRequestTime = 0 }) => networkRequestTime < painted),
    ),
    processor: environment.benchmarkIndex,
  }
}

export type PageLoad = Awaited<ReturnType<typeof loadPage>>

const FLOOR_PAGE = `<!doctype html><html lang="en"><title>Floor page</title>
<meta name="viewport" content="width=device-width"><meta name="description" content="One picture.">
<main><h1>A piece</h1><img src="/picture.avif" width="960" height="1200" alt="The piece"
style="max-width:100%;height:auto" fetchpriority="high"><p>₹1,95,000.00</p></main>`

/** Serves a bare page with the widest picture of a product: the minimum cost of machine and picture. */
export async function serveFloorPage(site: string): Promise<TestServer> {
  const html = await (await fetch(site + PRODUCT_PATH)).text()
  const picture = /srcset="(?:[^"]*, )?(\/[^" ]+\.avif) \d+w"/i.exec(html)?.[1]
  if (!picture) throw new Error('The product page has no picture.')
  const bytes = await (await fetch(site + picture)).bytes()
  const server = await serve(({ url }, response) => {
    if (url === '/picture.avif') response.setHeader('Content-Type', 'image/avif').end(bytes)
    else if (url === '/') response.setHeader('Content-Type', 'text/html').end(FLOOR_PAGE)
    else response.writeHead(204).end()
  })
  return { ...server, url: new URL('/', server.url).href }
}
