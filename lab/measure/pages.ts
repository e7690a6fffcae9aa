import { round, row } from '#scripts/report.ts'
import { printLine } from '#src/run/console-output.ts'
import { PRODUCT_PATH } from '#tools/routes.ts'
import { startFormerSite } from './former-site.ts'
import { loadPage, type PageLoad, serveFloorPage } from './page-load.ts'
import { comparePages, FIGURES } from './page-pairs.ts'
import { median, medians } from './percentile.ts'
import { startMeasuredSite } from './site.ts'

/** Loads of each page; the median counts. */
const ROUNDS = 5

interface Page {
  path: string
  /** Maximum of the largest paint, as a multiple of the floor page's. */
  paint: number
  /** Maximum blocking time beyond the floor page's, in ms. */
  blocking: number
  /** Maximum transferred size of its scripts, in kB. */
  scripts: number
}

const MAX_SCRIPT_REQUESTS = 12

const PAGES: Record<string, Page> = {
  product: { path: PRODUCT_PATH, paint: 1.3, blocking: 100, scripts: 95 },
  home: { path: '/', paint: 1.45, blocking: 90, scripts: 85 },
  shop: { path: '/shop', paint: 1.45, blocking: 180, scripts: 100 },
  cart: { path: '/cart', paint: 1.3, blocking: 120, scripts: 98 },
}

/** Loads of a page of both commits, in pairs. */
interface Pairs {
  before: PageLoad[]
  after: PageLoad[]
}

/** Prints the figures of a page, and those that differ from the previous commit. */
function printPage(name: string, { before, after }: Pairs, floor: PageLoad): void {
  const page = medians(after)
  const { paint, blocking, scripts } = PAGES[name] as Page
  const ratio = page.largestPaint / floor.largestPaint
  row(`${name}: largest paint, against the floor page`, ratio, { unit: '×', most: paint })
  const above = page.blocking - floor.blocking
  row(`${name}: blocking above the floor page`, above, { unit: 'ms', most: blocking })
  row(`${name}: performance`, page.performance, { least: 98 })
  row(`${name}: layout shift`, page.shift, { most: 0.002 })
  // Search engines must not list a cart.
  for (const category of ['accessibility', 'practices', 'seo'] as const)
    if (name !== 'cart' || category !== 'seo')
      row(`${name}: ${category}`, page[category], { least: 100 })
  row(`${name}: scripts before the largest paint`, page.earlyScripts, { unit: 'kB', most: 0 })
  row(`${name}: scripts`, page.scripts, { unit: 'kB', most: scripts })
  row(`${name}: script requests`, page.scriptRequests, { most: MAX_SCRIPT_REQUESTS })
  row(`${name}: bytes`, page.bytes, { unit: 'kB' })
  row(`${name}: requests`, page.requests)
  const moved = comparePages(before, after)
  if (moved.length === 0) printLine(`  ${name}: no figure differs from the commit before`)
  for (const { figure, from, to, isRegression } of moved) {
    const { title, unit } = FIGURES[figure]
    const what = `${name}: ${title} moved from ${round(from)}`
    row(what, to, { unit, most: isRegression ? from : undefined })
  }
}

/**
 * Measures the pages of first views with Lighthouse. Each is compared with a floor page of the same
 * round, and with the page of the previous commit. They alternate, so that other load affects all.
 */
export async function measurePages(): Promise<void> {
  await using site = await startMeasuredSite()
  await using former = await startFormerSite()
  await using floorPage = await serveFloorPage(site.url)
  printLine(`  the commit before is ${former.commit}`)
  const floors: PageLoad[] = []
  const pairs = Object.fromEntries(
    Object.keys(PAGES).map((name): [string, Pairs] => [name, { before: [], after: [] }]),
  )
  // The first load of each page generates its pictures.
  for (const { path } of Object.values(PAGES))
    for (const { url } of [site, former]) await loadPage(url + path)
  for (let round = 0; round < ROUNDS; round++) {
    floors.push(await loadPage(floorPage.url))
    for (const [name, { path }] of Object.entries(PAGES)) {
      const measure = {
        before: async () => pairs[name]?.before.push(await loadPage(former.url + path)),
        after: async () => pairs[name]?.after.push(await loadPage(site.url + path)),
      }
      const order =
        round % 2 === 0 ? (['before', 'after'] as const) : (['after', 'before'] as const)
      for (const side of order) await measure[side]()
    }
  }
  const floor = medians(floors)
  row('floor page: largest paint', floor.largestPaint, { unit: 'ms' })
  row('floor page: blocking', floor.blocking, { unit: 'ms' })
  row('processor, as Lighthouse rates it', median(floors.map(({ processor }) => processor)))
  for (const [name, loads] of Object.entries(pairs)) printPage(name, loads, floor)
}
