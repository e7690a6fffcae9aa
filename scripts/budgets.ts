import { PRODUCT_PATH } from '#tests/helpers/routes.ts'
import { openBrowser } from './measure/browser.ts'
import { getEncodedSize, weighScripts } from './measure/page-weight.ts'
import { row } from './report.ts'
import type { TestResult } from './test/results.ts'

const KB = 1_000

/** Compares the running site with its budgets; each counts as a test. */
export async function checkBudgets(site: string): Promise<TestResult[]> {
  await using browser = await openBrowser()
  const weigh = (path: string) => weighScripts(site + path, browser)
  const getHtmlSize = (path: string) => getEncodedSize(site + path, 'br')
  const home = await weigh('/')
  const budgets: [what: string, bytes: number, limit: number][] = [
    // With proof and returns, and three reviews: each in the text, in the island's props and in the
    // structured data.
    ['product page, HTML, brotli', await getHtmlSize(PRODUCT_PATH), 12.9 * KB],
    ['product page, scripts, gzip', (await weigh(PRODUCT_PATH)).scripts, 106.8 * KB],
    ['measuring of a visit, gzip', home.measuring, 2.6 * KB],
    ['home page, scripts, gzip', home.scripts, 98 * KB],
    ['listing, scripts, gzip', (await weigh('/shop')).scripts, 115.4 * KB],
    ['cart, scripts, gzip', (await weigh('/cart')).scripts, 113 * KB],
    ['listing, HTML, brotli', await getHtmlSize('/shop'), 15.2 * KB],
    ['home page, HTML, brotli', await getHtmlSize('/'), 11.8 * KB],
  ]
  return budgets.map(([what, bytes, limit]) => {
    row(what, bytes / KB, { unit: 'kB', most: limit / KB })
    const title = `${what}: ${bytes} of ${limit} bytes`
    return { title, passed: bytes <= limit, seconds: 0, errors: [] }
  })
}
