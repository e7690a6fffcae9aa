import { chromium } from '@playwright/test'

const ARGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']

/** Time a page has to ask for what it puts off until it is idle, in milliseconds. */
const IDLE_MS = 1_500

/** What is smaller may be sent as it is: packing would not make it less. */
const SMALL_BYTES = 1_024

/** Bytes of an answer's body as sent in that encoding. */
export async function getEncodedSize(url: string, encoding: 'gzip' | 'br'): Promise<number> {
  const answer = await fetch(url, { method: 'HEAD', headers: { 'Accept-Encoding': encoding } })
  const bytes = Number(answer.headers.get('content-length'))
  if (answer.headers.get('content-encoding') !== encoding && bytes >= SMALL_BYTES)
    throw new Error(`${url} was not sent as ${encoding}.`)
  return bytes
}

/** Paths of all scripts that a real browser loads for a page, idle ones included. */
async function scriptsOf(url: string, executablePath: string): Promise<string[]> {
  const browser = await chromium.launch({ executablePath, args: ARGS })
  try {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    const scripts = new Set<string>()
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(request.url())
    })
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(IDLE_MS)
    return [...scripts].sort()
  } finally {
    await browser.close()
  }
}

/** Gzipped bytes of all of a page's scripts. */
export async function getScriptSize(url: string, executablePath: string): Promise<number> {
  const scripts = await scriptsOf(url, executablePath)
  const sizes = await Promise.all(scripts.map((script) => getEncodedSize(script, 'gzip')))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The first product that the listing links to, e.g. `/product/chand-bali`. */
export async function getProductPath(site: string): Promise<string> {
  const listing = await (await fetch(`${site}/shop`)).text()
  const path = /href="(\/product\/[a-z0-9-]+)"/.exec(listing)?.[1]
  if (!path) throw new Error('The listing links to no product.')
  return path
}
