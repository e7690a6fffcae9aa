import { getEncodedSize, getProductPath, getScriptSize } from './measure/page-weight.ts'
import type { TestCounts } from './test/counts.ts'

interface Budget {
  what: string
  bytes: number
  /** Bytes at most. */
  limit: number
}

const KB = 1_000

/** What the pages weigh, beside what they may. */
async function measure(site: string, browser: string): Promise<Budget[]> {
  const product = site + (await getProductPath(site))
  return [
    {
      what: 'product page, HTML, brotli',
      bytes: await getEncodedSize(product, 'br'),
      limit: 12 * KB,
    },
    {
      what: 'product page, all JavaScript, gzip',
      bytes: await getScriptSize(product, browser),
      limit: 85 * KB,
    },
    {
      what: 'listing, HTML, brotli',
      bytes: await getEncodedSize(`${site}/shop`, 'br'),
      limit: 40 * KB,
    },
    {
      what: 'home page, HTML, brotli',
      bytes: await getEncodedSize(`${site}/`, 'br'),
      limit: 20 * KB,
    },
  ]
}

const kb = (bytes: number): string => `${(bytes / KB).toFixed(1)} kB`

/** Holds the running site to its budgets; each counts as a test. */
export async function checkBudgets(
  site: string,
  browser: string,
  tell: (line: string) => void,
): Promise<TestCounts> {
  const budgets = await measure(site, browser)
  for (const { what, bytes, limit } of budgets)
    tell(`  ${bytes <= limit ? '✓' : '✘'} ${what}: ${kb(bytes)} of ${kb(limit)}`)
  const passed = budgets.filter(({ bytes, limit }) => bytes <= limit).length
  return { passed, failed: budgets.length - passed }
}
