import { getEncodedSize, getProductPath, getScriptSizes } from './measure/page-weight.ts'
import { type TestCounts, zeroCounts } from './test/counts.ts'

interface SizeBudget {
  what: string
  bytes: number
  /** Bytes at most. */
  limit: number
}

const KB = 1_000

/** Measures the visit; it is fetched once a page is loaded and idle, and has a limit of its own. */
const MEASURING = /\/web-vitals\.[^/]+\.js$/

const sumSizes = (scripts: [url: string, size: number][]): number =>
  scripts.reduce((sum, [, size]) => sum + size, 0)

/** Measures the pages of a running site. */
async function measure(site: string, browser: string): Promise<SizeBudget[]> {
  const product = site + (await getProductPath(site))
  const scriptsOf = async (url: string) =>
    sumSizes(
      [...(await getScriptSizes(url, browser))].filter(([script]) => !MEASURING.test(script)),
    )
  const measuring = [...(await getScriptSizes(site, browser))].filter(([url]) =>
    MEASURING.test(url),
  )
  return [
    {
      what: 'product page, HTML, brotli',
      bytes: await getEncodedSize(product, 'br'),
      // With proof and returns, and three reviews: each in the text, in the island's props and in the
      // structured data.
      limit: 12.9 * KB,
    },
    {
      what: 'product page, scripts, gzip',
      bytes: await scriptsOf(product),
      limit: 106.8 * KB,
    },
    {
      what: 'measuring of a visit, gzip',
      bytes: sumSizes(measuring),
      limit: 2.6 * KB,
    },
    {
      what: 'home page, scripts, gzip',
      bytes: await scriptsOf(site),
      limit: 98 * KB,
    },
    {
      what: 'listing, scripts, gzip',
      bytes: await scriptsOf(`${site}/shop`),
      limit: 115.4 * KB,
    },
    {
      what: 'cart, scripts, gzip',
      bytes: await scriptsOf(`${site}/cart`),
      limit: 113 * KB,
    },
    {
      what: 'listing, HTML, brotli',
      bytes: await getEncodedSize(`${site}/shop`, 'br'),
      limit: 15.2 * KB,
    },
    {
      what: 'home page, HTML, brotli',
      bytes: await getEncodedSize(`${site}/`, 'br'),
      limit: 11.8 * KB,
    },
  ]
}

const kb = (bytes: number): string => `${(bytes / KB).toFixed(1)} kB`

/** Compares the running site with its budgets; each counts as a test. */
export async function checkBudgets(
  site: string,
  browser: string,
  printLine: (line: string) => void,
): Promise<TestCounts> {
  const budgets = await measure(site, browser)
  for (const { what, bytes, limit } of budgets)
    printLine(`  ${bytes <= limit ? '✓' : '✘'} ${what}: ${kb(bytes)} of ${kb(limit)}`)
  const passed = budgets.filter(({ bytes, limit }) => bytes <= limit).length
  return { ...zeroCounts, passed, failed: budgets.length - passed }
}
