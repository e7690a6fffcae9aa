import { getEncodedSize, getProductPath, getScriptSizes } from './measure/page-weight.ts'
import { type TestCounts, zeroCounts } from './test/counts.ts'

interface SizeBudget {
  what: string
  bytes: number
  /** Bytes at most. */
  limit: number
}

const KB = 1_000

/** Limits of the chunks of a product page, gzip. What is in none of them is `other scripts`. */
const CHUNK_LIMITS: Record<string, number> = {
  shared: 9.9 * KB,
  product: 4.2 * KB,
  chrome: 4 * KB,
}
const OTHER_SCRIPTS_LIMIT = 1.2 * KB

/** The chunk of a script, e.g. `/_astro/react.CNBKo48C.js` → `react`. */
const toChunkName = (url: string): string => /\/_astro\/([\w-]+)\./.exec(url)?.[1] ?? url

/** A budget for each chunk of a page, so that a failure names the chunk that grew. */
function toChunkBudgets(scripts: Map<string, number>): SizeBudget[] {
  const chunks = Object.entries(CHUNK_LIMITS).map(([name, limit]) => {
    const urls = [...scripts.keys()].filter((url) => toChunkName(url) === name)
    if (urls.length === 0) throw new Error(`The product page loads no chunk named "${name}".`)
    const bytes = urls.reduce((sum, url) => sum + (scripts.get(url) ?? 0), 0)
    return { what: `product page, chunk ${name}, gzip`, bytes, limit }
  })
  const others = [...scripts].filter(([url]) => !(toChunkName(url) in CHUNK_LIMITS))
  const bytes = others.reduce((sum, [, size]) => sum + size, 0)
  return [
    ...chunks,
    { what: 'product page, other scripts, gzip', bytes, limit: OTHER_SCRIPTS_LIMIT },
  ]
}

const sumSizes = (scripts: Map<string, number>): number =>
  [...scripts.values()].reduce((sum, size) => sum + size, 0)

/** Measures the pages of a running site. */
async function measure(site: string, browser: string): Promise<SizeBudget[]> {
  const product = site + (await getProductPath(site))
  const scripts = await getScriptSizes(product, browser)
  return [
    {
      what: 'product page, HTML, brotli',
      bytes: await getEncodedSize(product, 'br'),
      limit: 9.4 * KB,
    },
    {
      what: 'product page, all JavaScript, gzip',
      bytes: sumSizes(scripts),
      limit: 19 * KB,
    },
    ...toChunkBudgets(scripts),
    {
      what: 'listing, JavaScript until it is used, gzip',
      bytes: sumSizes(await getScriptSizes(`${site}/shop`, browser)),
      limit: 23.5 * KB,
    },
    {
      what: 'listing, all JavaScript, gzip',
      bytes: sumSizes(await getScriptSizes(`${site}/shop`, browser, { used: true })),
      limit: 108.6 * KB,
    },
    {
      what: 'cart of a visitor, all JavaScript, gzip',
      bytes: sumSizes(await getScriptSizes(`${site}/cart`, browser)),
      limit: 15.5 * KB,
    },
    {
      what: 'listing, HTML, brotli',
      bytes: await getEncodedSize(`${site}/shop`, 'br'),
      limit: 13.9 * KB,
    },
    {
      what: 'home page, HTML, brotli',
      bytes: await getEncodedSize(`${site}/`, 'br'),
      limit: 10 * KB,
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
