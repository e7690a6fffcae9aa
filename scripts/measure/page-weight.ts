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

/** Measures the visit; it is fetched once a page is loaded and idle, and has a limit of its own. */
const MEASURING = /\/web-vitals\.[^/]+\.js$/

/** Gzipped bytes of the scripts that a browser loads for a page without a press. */
export async function weighScripts(url: string, browser: Browser) {
  await using context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  })
  // It waits until nothing else runs, so it is the last.
  const measuring = page.waitForResponse((response) => MEASURING.test(response.url()))
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForFunction(
    () =>
      !document.querySelector('astro-island[ssr]:not([client=visible]), html[data-page-script]'),
  )
  await measuring
  const sizes = { measuring: 0, scripts: 0 }
  for (const script of scripts)
    sizes[MEASURING.test(script) ? 'measuring' : 'scripts'] += await getEncodedSize(script, 'gzip')
  return sizes
}
