import { paths } from '#src/rules/paths.ts'
import { PRODUCT_PATH } from '#tests/helpers/routes.ts'
import { openBrowser } from './measure/browser.ts'
import { getEncodedSize, weighPage } from './measure/page-weight.ts'
import { row } from './report.ts'
import type { TestResult } from './test/results.ts'

const KB = 1_000

/**
 * What the first round trip of a connection carries: ten segments of 1,448 bytes, with 370 bytes of headers. A
 * file of the first view that is larger comes a round trip later.
 */
const ROUND_TRIP = 14.1 * KB

interface PageBudget {
  path: string
  /** HTML, as brotli. */
  html: number
  /** Scripts without a press, as gzip. */
  scripts: number
  scriptRequests: number
  /** What is sent for the first view, without scripts: HTML, style sheet, fonts and pictures. */
  firstView: number
  /** What the scripts fetch without a press, as it is sent. */
  fetches: number
}

const PAGES: Record<string, PageBudget> = {
  // With proof and returns, and three reviews: each in the text, in the island's props and in the
  // structured data.
  product: {
    path: PRODUCT_PATH,
    html: 12.8 * KB,
    scripts: 100.6 * KB,
    scriptRequests: 10,
    firstView: 75.2 * KB,
    fetches: 1 * KB,
  },
  home: {
    path: paths.home,
    html: 11.8 * KB,
    scripts: 88.5 * KB,
    scriptRequests: 7,
    firstView: 183 * KB,
    fetches: 1 * KB,
  },
  listing: {
    path: paths.shop,
    html: 13.3 * KB,
    scripts: 106.5 * KB,
    scriptRequests: 10,
    firstView: 146.5 * KB,
    fetches: 27 * KB,
  },
  cart: {
    path: paths.cart,
    html: 7.2 * KB,
    scripts: 104.8 * KB,
    scriptRequests: 11,
    firstView: 45 * KB,
    fetches: 1 * KB,
  },
}

/** Compares the running site with its budgets; each counts as a test. */
export async function checkBudgets(site: string): Promise<TestResult[]> {
  await using browser = await openBrowser()
  const results: TestResult[] = []
  const check = (what: string, figure: number, limit: number) => {
    row(what, figure / KB, { unit: 'kB', most: limit / KB })
    const title = `${what}: ${figure} of ${limit} bytes`
    results.push({ title, passed: figure <= limit, seconds: 0, errors: [] })
  }
  for (const [name, budget] of Object.entries(PAGES)) {
    const weight = await weighPage(site + budget.path, browser)
    check(`${name}, HTML, brotli`, await getEncodedSize(site + budget.path, 'br'), budget.html)
    check(`${name}, scripts, gzip`, weight.scripts, budget.scripts)
    check(`${name}, first view without scripts`, weight.firstView, budget.firstView)
    check(`${name}, fetches of its scripts`, weight.fetches, budget.fetches)
    row(`${name}, requests of scripts`, weight.scriptRequests, { most: budget.scriptRequests })
    results.push({
      title: `${name}: ${weight.scriptRequests} of ${budget.scriptRequests} requests of scripts`,
      passed: weight.scriptRequests <= budget.scriptRequests,
      seconds: 0,
      errors: [],
    })
    check(`${name}, largest style sheet or font`, weight.largestBlocking, ROUND_TRIP)
    if (name === 'home') check('measuring of a visit, gzip', weight.measuring, 2.6 * KB)
  }
  return results
}
