import { createServer } from 'node:http'
import lighthouse from 'lighthouse'
import { closeServer, findFreePort, listen } from '#tests/helpers/http-server.ts'
import { openBrowser } from './browser.ts'
import { medians } from './percentile.ts'

/** What Lighthouse measures of a page, on its phone with a slow line: times in milliseconds. */
export type PageFigures = Record<
  | 'largestPaint'
  | 'blocking'
  | 'shift'
  | 'bytes'
  /** JavaScript that was requested before the largest paint of the loading, and in all. */
  | 'earlyScriptBytes'
  | 'scriptBytes'
  | Category,
  number
>

/** Scores of 0 to 100. */
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

interface NetworkRequest {
  resourceType?: string
  transferSize?: number
  networkRequestTime?: number
}

/** Chromium loses the trace of a load now and then, of which Lighthouse says to run it again. */
const LOST_TRACE = 'NO_NAVSTART'
const MAX_TRIES = 3

async function measureOnce(
  url: string,
  executablePath: string,
  tries = MAX_TRIES,
): Promise<PageFigures> {
  const port = await findFreePort()
  await using _browser = await openBrowser(executablePath, [`--remote-debugging-port=${port}`])
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' })
  if (tries > 1 && result?.lhr.runtimeError?.code === LOST_TRACE)
    return await measureOnce(url, executablePath, tries - 1)
  if (!result || result.lhr.runtimeError)
    throw new Error(`Lighthouse could not measure ${url}: ${result?.lhr.runtimeError?.message}`)
  const { audits, categories } = result.lhr
  const getValue = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const getScore = (name: Category) => Math.round((categories[name]?.score ?? 0) * 100)
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
    requests.reduce((bytes, { transferSize = 0 }) => bytes + transferSize, 0)
  return {
    largestPaint: getValue('largest-contentful-paint'),
    blocking: getValue('total-blocking-time'),
    shift: getValue('cumulative-layout-shift'),
    bytes: getValue('total-byte-weight'),
    earlyScriptBytes: sum(early),
    scriptBytes: sum(scripts),
    performance: getScore('performance'),
    accessibility: getScore('accessibility'),
    'best-practices': getScore('best-practices'),
    seo: getScore('seo'),
  }
}

/** The median of each figure over several loads. */
export async function measurePage(
  url: string,
  executablePath: string,
  runs: number,
): Promise<PageFigures> {
  const figures: PageFigures[] = []
  for (let run = 0; run < runs; run++) figures.push(await measureOnce(url, executablePath))
  return medians(figures)
}

const FLOOR_PAGE = `<!doctype html><html lang="en"><title>Floor page</title>
<meta name="viewport" content="width=device-width"><meta name="description" content="One picture.">
<main><h1>A piece</h1><img src="/picture.avif" width="960" height="1200" alt="The piece"
style="max-width:100%;height:auto" fetchpriority="high"><p>₹1,95,000.00</p></main>`

/** Measures a bare page with a picture: what this machine and the picture alone cost. */
export async function measureFloor(
  picture: Uint8Array,
  executablePath: string,
  runs: number,
): Promise<PageFigures> {
  const server = createServer(({ url }, response) => {
    if (url === '/picture.avif') response.setHeader('Content-Type', 'image/avif').end(picture)
    else if (url === '/') response.setHeader('Content-Type', 'text/html').end(FLOOR_PAGE)
    else response.writeHead(204).end()
  })
  const port = await listen(server)
  try {
    return await measurePage(`http://127.0.0.1:${port}/`, executablePath, runs)
  } finally {
    await closeServer(server)
  }
}
