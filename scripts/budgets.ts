import { openBrowser } from './measure/browser.ts'
import { getEncodedSize, getProductPath, getScriptSizes } from './measure/page-weight.ts'
import { type TestCounts, zeroCounts } from './test/counts.ts'

const KB = 1_000

/** Measures the visit; it is fetched once a page is loaded and idle, and has a limit of its own. */
const MEASURING = /\/web-vitals\.[^/]+\.js$/

/** Measures the pages of a running site. @returns bytes, and the most they may be. */
async function measure(
  site: string,
  executablePath: string,
): Promise<[what: string, bytes: number, limit: number][]> {
  const product = await getProductPath(site)
  await using browser = await openBrowser(executablePath)
  const weigh = async (path: string) => {
    const sizes = { measuring: 0, scripts: 0 }
    for (const [url, size] of await getScriptSizes(site + path, browser))
      sizes[MEASURING.test(url) ? 'measuring' : 'scripts'] += size
    return sizes
  }
  const getHtmlSize = (path: string) => getEncodedSize(site + path, 'br')
  const home = await weigh('/')
  return [
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
}

const kb = (bytes: number): string => `${(bytes / KB).toFixed(1)} kB`

/** Compares the running site with its budgets; each counts as a test. */
export async function checkBudgets(
  site: string,
  executablePath: string,
  printLine: (line: string) => void,
): Promise<TestCounts> {
  const budgets = await measure(site, executablePath)
  for (const [what, bytes, limit] of budgets)
    printLine(`  ${bytes <= limit ? '✓' : '✘'} ${what}: ${kb(bytes)} of ${kb(limit)}`)
  const passed = budgets.filter(([, bytes, limit]) => bytes <= limit).length
  return { ...zeroCounts, passed, failed: budgets.length - passed }
}
