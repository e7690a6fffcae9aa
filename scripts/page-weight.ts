import type { Browser, Request } from '@playwright/test'

/** Smaller responses may be sent uncompressed. */
const MIN_COMPRESSED_BYTES = 1_024

/** Returns the bytes of a response's body in an encoding. */
export async function getEncodedSize(url: string, encoding: 'gzip' | 'br'): Promise<number> {
  const response = await fetch(url, { method: 'HEAD', headers: { 'Accept-Encoding': encoding } })
  const bytes = Number(response.headers.get('content-length'))
  if (response.headers.get('content-encoding') !== encoding && bytes >= MIN_COMPRESSED_BYTES)
    throw new Error(`${url} was not sent as ${encoding}.`)
  return bytes
}

/** Matches the script that measures visits. It is fetched after a page is idle, and has its own limit. */
const MEASURING = /\/web-vitals\.[^/]+\.js$/

/** Resources other than scripts that the complete first view needs. */
const FIRST_VIEW = ['document', 'stylesheet', 'font', 'image']

/** Resources that block text. */
const BLOCKING = ['stylesheet', 'font']

/** Measures what a browser loads for a page without any press, in bytes. */
export async function weighPage(url: string, browser: Browser) {
  await using context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  // This script waits until nothing else runs, so it comes last.
  const measuring = page.waitForResponse((response) => MEASURING.test(response.url()))
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForFunction(
    () =>
      !document.querySelector('astro-island[ssr]:not([client=visible]), html[data-page-script]'),
  )
  await (await measuring).finished()
  const weight = {
    measuring: 0,
    scripts: 0,
    scriptRequests: 0,
    firstView: 0,
    largestBlocking: 0,
    fetches: 0,
  }
  for (const request of requests) {
    const type = request.resourceType()
    const isMeasuring = MEASURING.test(request.url())
    if (type === 'script') {
      weight[isMeasuring ? 'measuring' : 'scripts'] += await getEncodedSize(request.url(), 'gzip')
      if (!isMeasuring) weight.scriptRequests += 1
    } else if (type === 'fetch') {
      weight.fetches += (await request.sizes()).responseBodySize
    } else if (FIRST_VIEW.includes(type) && request.url().startsWith('http')) {
      const { responseBodySize: bytes } = await request.sizes()
      weight.firstView += bytes
      if (BLOCKING.includes(type)) weight.largestBlocking = Math.max(weight.largestBlocking, bytes)
    }
  }
  return weight
}
