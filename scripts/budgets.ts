import { paths } from '#src/rules/paths.ts'
import { PRODUCT_PATH } from '#tools/routes.ts'
import { openBrowser } from './measured-browser.ts'
import { getEncodedSize, weighPage } from './page-weight.ts'
import { row } from './report.ts'
import type { TestResult } from './test/results.ts'

const KB = 1_000

/**
 * Largest file that arrives in the first round trip of a connection: ten segments of 1,448 bytes, minus 370 bytes of
 * headers. A larger file takes a second round trip.
 */
const ROUND_TRIP = 14.1 * KB

interface PageBudget {
  path: string
  /** HTML, as brotli. */
  html: number
  /** Scripts before any press, as gzip. */
  scripts: number
  scriptRequests: number
  /** Transferred bytes of the first view without scripts: HTML, style sheet, fonts and pictures. */
  firstView: number
  /** Transferred bytes that scripts fetch before any press. */
  fetches: number
}

/** Each limit is about 3 % above the page, so that another word fits. Lower it if the page gets smaller. */
const PAGES: Record<string, PageBudget> = {
  // With proof, returns and three reviews. Each review is in the text, in the island's props and in
  // the structured data.
  product: {
    path: PRODUCT_PATH,
    html: 13.2 * KB,
    scripts: 103.6 * KB,
    scriptRequests: 10,
    firstView: 77.4 * KB,
    fetches: 1 * KB,
  },
  home: {
    path: paths.home,
    html: 12.1 * KB,
    scripts: 91.1 * KB,
    scriptRequests: 7,
    firstView: 188 * KB,
    fetches: 1 * KB,
  },
  listing: {
    path: paths.shop,
    html: 13.6 * KB,
    scripts: 109.7 * KB,
    scriptRequests: 10,
    firstView: 150.5 * KB,
    fetches: 27 * KB,
  },
  cart: {
    path: paths.cart,
    html: 7.4 * KB,
    scripts: 107.9 * KB,
    scriptRequests: 11,
    firstView: 46.3 * KB,
    fetches: 1 * KB,
  },
}

/** Compares the running site with its budgets. Each budget counts as a test. */
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
