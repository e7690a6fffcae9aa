import type { Browser } from '@playwright/test'

/** Smaller responses may be sent uncompressed. */
const MIN_COMPRESSED_BYTES = 1_024

/** Bytes of a response's body in an encoding. */
export async function getEncodedSize(url: string, encoding: 'gzip' | 'br'): Promise<number> {
  const response = await fetch(url, { method: 'HEAD', headers: { 'Accept-Encoding': encoding } })
  const bytes = Number(response.headers.get('content-length'))
  if (response.headers.get('content-encoding') !== encoding && bytes >= MIN_COMPRESSED_BYTES)
    throw new Error(`${url} was not sent as ${encoding}.`)
  return bytes
}

/** Gzipped bytes of each script that a browser loads for a page without a press, by URL. */
export async function getScriptSizes(url: string, browser: Browser): Promise<[string, number][]> {
  await using context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForFunction(
    () =>
      !document.querySelector('astro-island[ssr]:not([client=visible]), html[data-page-script]'),
  )
  await page.waitForLoadState('networkidle')
  return Promise.all(
    [...scripts].map(async (script) => [script, await getEncodedSize(script, 'gzip')] as const),
  )
}

/** The first product that the listing links to, e.g. `/product/chand-bali`. */
export async function getProductPath(site: string): Promise<string> {
  const listing = await (await fetch(`${site}/shop`)).text()
  const path = /href="(\/product\/[a-z0-9-]+)"/.exec(listing)?.[1]
  if (!path) throw new Error('The listing links to no product.')
  return path
}
