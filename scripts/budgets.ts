import type { Browser } from '@playwright/test'
import { printLine } from '#src/run/console-output.ts'
import { openBrowser } from './measure/browser.ts'
import { getEncodedSize, getProductPath, getScriptSizes } from './measure/page-weight.ts'
import type { TestResult } from './test/results.ts'

const KB = 1_000

/** Measures the visit; it is fetched once a page is loaded and idle, and has a limit of its own. */
const MEASURING = /\/web-vitals\.[^/]+\.js$/

/** The scripts of a page, gzipped, without and of the measuring. */
async function weighScripts(url: string, browser: Browser) {
  const sizes = { measuring: 0, scripts: 0 }
  for (const [script, size] of await getScriptSizes(url, browser))
    sizes[MEASURING.test(script) ? 'measuring' : 'scripts'] += size
  return sizes
}

/** Compares the running site with its budgets; each counts as a test. */
export async function checkBudgets(site: string): Promise<TestResult[]> {
  await using browser = await openBrowser()
  const product = await getProductPath(site)
  const weigh = (path: string) => weighScripts(site + path, browser)
  const getHtmlSize = (path: string) => getEncodedSize(site + path, 'br')
  const home = await weigh('/')
  const budgets: [what: string, bytes: number, limit: number][] = [
    // With proof and returns, and three reviews: each in the text, in the island's props and in the
    // structured data.
    ['product page, HTML, brotli', await getHtmlSize(product), 12.9 * KB],
    ['product page, scripts, gzip', (await weigh(product)).scripts, 106.8 * KB],
    ['measuring of a visit, gzip', home.measuring, 2.6 * KB],
    ['home page, scripts, gzip', home.scripts, 98 * KB],
    ['listing, scripts, gzip', (await weigh('/shop')).scripts, 115.4 * KB],
    ['cart, scripts, gzip', (await weigh('/cart')).scripts, 113 * KB],
    ['listing, HTML, brotli', await getHtmlSize('/shop'), 15.2 * KB],
    ['home page, HTML, brotli', await getHtmlSize('/'), 11.8 * KB],
  ]
  return budgets.map(([what, bytes, limit]) => {
    const passed = bytes <= limit
    const title = `${what}: ${(bytes / KB).toFixed(1)} kB of ${(limit / KB).toFixed(1)} kB`
    printLine(`  ${passed ? '✓' : '✘'} ${title}`)
    return { title, passed, seconds: 0, errors: [] }
  })
}
