import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { searchIndexPath } from '#src/rules/paths.ts'
import { findFreePort } from '#tests/helpers/http-server.ts'
import { runCommand, startSite } from '#tests/helpers/site-process.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { checkBudgets } from './budgets.ts'
import { measureFirstSearch, measureInteractions } from './measure/interactions.ts'
import { createLargeCatalogue, LARGE_PRODUCTS } from './measure/large-catalogue.ts'
import { CATEGORIES, measureFloor, measurePage, type PageFigures } from './measure/lighthouse.ts'
import { getEncodedSize, getProductPath } from './measure/page-weight.ts'
import { median, medians, percentile } from './measure/percentile.ts'
import { trackPeakMemory } from './measure/process-usage.ts'
import {
  measureNewProduct,
  measurePreview,
  measurePrices,
  measureSaves,
  openEditor,
} from './measure/publish-latency.ts'
import { measureStaticServers } from './measure/static-servers.ts'
import { measureStudio } from './measure/studio.ts'
import { measureBareInserts, measureCartAdditions } from './measure/writes.ts'
import { runParts } from './run-parts.ts'
import { ensureBrowser } from './test/browser.ts'

// Measures the shop: npm run bench -- start | weight | pages | inp | publish | studio | static |
// writes. Without a name, all.

const SAVES = 50
const WRITE_ROUNDS = 3
const WRITE_SECONDS = 8
const MAX_BUILD_MS = 180_000
/** Loads of each page, of which the median counts. */
const PAGE_LOADS = 5

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const seconds = (figure: number): string => `${(figure / 1_000).toFixed(1)} s`
const ms = (figure: number): string => `${Math.round(figure)} ms`
const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`

/** Prints a figure beside its limit. */
const row = (what: string, figure: string, limit: string): void =>
  printLine(`  ${what.padEnd(52)} ${figure.padStart(16)}   (${limit})`)

const toEnv = async (dataDir: string): Promise<Record<string, string>> => ({
  DATA_DIR: dataDir,
  PORT: String(await findFreePort()),
  MEDIA_WARM: 'false',
})

/** Milliseconds from the start of the command until the home page is answered. */
async function untilHomePage(env: Record<string, string>): Promise<number> {
  const start = performance.now()
  const running = runCommand('src/run/start.js', env)
  const answers = () =>
    fetch(`http://127.0.0.1:${env['PORT']}/`).then(
      ({ status }) => status === 200,
      () => false,
    )
  while (!(await answers())) {
    if (running.child.exitCode !== null) throw new Error((await running.exited).stderr)
    await sleep(20)
  }
  const took = performance.now() - start
  await running.waitForOutput(/is open at/)
  running.child.kill('SIGTERM')
  await running.exited
  return took
}

async function measureStart(): Promise<void> {
  using folder = createTempDir()
  const env = await toEnv(folder.path)
  row('fresh start until the home page', seconds(await untilHomePage(env)), '60 s')
  row('second start until the home page', seconds(await untilHomePage(env)), '3 s')
}

async function measureWeight(): Promise<void> {
  using folder = createTempDir()
  await using site = await startSite(await toEnv(folder.path))
  await checkBudgets(site.url, await ensureBrowser(), printLine)
}

/** Prints the figures of a page beside those of the floor page of the same run. */
function printPage(name: string, page: PageFigures, floor: PageFigures, maxRatio?: number): void {
  const ratio = (page.largestPaint / floor.largestPaint).toFixed(2)
  const limit = maxRatio === undefined ? 'for comparison' : `${maxRatio} ×`
  row(`${name}: largest paint, against the floor page`, `${ratio} ×`, limit)
  const blocking = Math.max(50, Math.round(floor.blocking) + 30)
  row(`${name}: blocking time`, `${Math.round(page.blocking)} ms`, `${blocking} ms`)
  row(`${name}: layout shift`, page.shift.toFixed(3), '0.00')
  const scores = CATEGORIES.map((category) => page[category]).join(' / ')
  row(`${name}: speed / accessibility / practices / SEO`, scores, '99 / 100 / 100 / 100')
  row(`${name}: JavaScript before the largest paint`, kilobytes(page.earlyScriptBytes), '0 kB')
  row(`${name}: JavaScript in all, as sent`, kilobytes(page.scriptBytes), 'for comparison')
  row(`${name}: bytes of the first view`, kilobytes(page.bytes), '190 kB for a product page')
}

async function measurePages(): Promise<void> {
  using folder = createTempDir()
  await using site = await startSite(await toEnv(folder.path))
  const browser = await ensureBrowser()
  const product = site.url + (await getProductPath(site.url))
  const html = await (await fetch(product)).text()
  const picture = /srcset="(?:[^"]*, )?(\/[^" ]+\.avif) \d+w"/i.exec(html)?.[1]
  if (!picture) throw new Error('The product page has no picture.')
  const bytes = await (await fetch(site.url + picture)).bytes()
  const floor = await measureFloor(bytes, browser, PAGE_LOADS)
  row('floor page: largest paint', `${Math.round(floor.largestPaint)} ms`, 'for comparison')
  row('floor page: blocking time', `${Math.round(floor.blocking)} ms`, 'for comparison')
  const measure = (url: string) => measurePage(url, browser, PAGE_LOADS)
  printPage('product', await measure(product), floor, 1.35)
  printPage('home', await measure(`${site.url}/`), floor, 1.6)
  printPage('listing', await measure(`${site.url}/shop`), floor, 1.6)
  printPage('cart', await measure(`${site.url}/cart`), floor)
  printPage('about', await measure(`${site.url}/about`), floor)
}

/** The environment of a shop with a large catalogue. */
const createLargeShop = async (dataDir: string): Promise<Record<string, string>> => ({
  ...(await toEnv(dataDir)),
  DATABASE_URL: await createLargeCatalogue(dataDir),
})

/** Pages, interactions and the first search with a large catalogue, on a slow processor. */
async function measureInp(): Promise<void> {
  using folder = createTempDir()
  const env = await createLargeShop(folder.path)
  await using site = await startSite({ ...env, LIMITS: 'false' })
  const browser = await ensureBrowser()
  const printSize = async (what: string, path: string, limit: string) =>
    row(`${what}, brotli`, kilobytes(await getEncodedSize(site.url + path, 'br')), limit)
  await printSize('HTML of home', '/', '10 kB')
  await printSize('HTML of the listing', '/shop', '14 kB')
  await printSize('search index', searchIndexPath, '250 kB')
  const searches: number[] = []
  for (let load = 0; load < PAGE_LOADS; load++)
    searches.push(await measureFirstSearch(site.url, browser))
  row('first search', ms(median(searches)), '150 ms')
  for (const [name, durations] of await measureInteractions(site.url, browser))
    row(`${name}: 98 of 100 painted within`, ms(percentile(durations, 0.98)), '100 ms')
}

/** A full publish, a start, and saves until they are live, with a large catalogue. */
async function measurePublish(): Promise<void> {
  using folder = createTempDir()
  const env = await createLargeShop(folder.path)
  const publish = async (what: string, limit: string, args: string[] = []) => {
    const start = performance.now()
    const running = runCommand('src/run/build.ts', env, args)
    const peak = trackPeakMemory(running.child.pid ?? 0)
    const tooLong = setTimeout(() => running.child.kill('SIGKILL'), MAX_BUILD_MS)
    const { code, stderr } = await running.exited
    clearTimeout(tooLong)
    if (code !== 0) throw new Error(stderr || 'The publish took longer than three minutes.')
    row(what, seconds(performance.now() - start), limit)
    row('  peak memory', `${(peak() / 2 ** 30).toFixed(2)} GB`, '1.5 GB')
  }
  // The address of the site is compiled in: no other run has compiled this one.
  await publish(`${LARGE_PRODUCTS} products, nothing compiled`, '25 s')
  await publish('the same again, compiled before', '18 s', ['--full'])
  row('start after a change of nothing', seconds(await untilHomePage(env)), '1 s')
  await using site = await startSite({ ...env, LOG_LEVEL: 'info' })
  const call = await openEditor(site.url)
  const [first = 0] = await measureSaves(site.url, call, 1)
  row('from the first save after a start until the page has it', ms(first), '1 s')
  const saves = await measureSaves(site.url, call, SAVES)
  row('from a save until the page has it: half of them', ms(median(saves)), '150 ms')
  row('from a save until the page has it: 95 of 100', ms(percentile(saves, 0.95)), '400 ms')
  row('from a new product until its page', ms(await measureNewProduct(site.url, call)), '500 ms')
  row('from 200 prices at once until they are live', ms(await measurePrices(call)), '3 s')
  const preview = await measurePreview(site.url, call)
  row('preview of a launch: its first page', ms(preview.first), '1 s')
  row('  a page after that', ms(preview.next), 'for comparison')
  const published = site.command.getOutput().stderr.matchAll(/"rendered":(\d+),"phases":"([^"]*)"/g)
  const [, pages = '', phases = ''] = [...published][SAVES] ?? []
  row('phases of the last save, in ms', phases, `${pages} pages`)
}

/** The studio's list of a large catalogue, and its preview. */
async function measureStudioPages(): Promise<void> {
  using folder = createTempDir()
  await using site = await startSite(await createLargeShop(folder.path))
  const { searches, frames, previews } = await measureStudio(site.url, await ensureBrowser())
  const search = ms(percentile(searches, 0.95))
  row('search, from a keystroke to painted rows: 95 of 100', search, '100 ms')
  row('  the slowest', ms(Math.max(...searches)), 'for comparison')
  row('scroll: the longest frame', ms(Math.max(...frames)), '50 ms')
  row('preview after the last keystroke: 95 of 100', ms(percentile(previews, 0.95)), '300 ms')
}

/** The embedded server against a bare one with the same bytes, and against nginx with the same files. */
async function measureStatic(): Promise<void> {
  using folder = createTempDir()
  const env = { ...(await toEnv(folder.path)), SITE_FOLDER: 'true' }
  // Without the compilation of the studio, which follows the first start.
  const build = await runCommand('src/run/build.ts', env).exited
  if (build.code !== 0) throw new Error(build.stderr)
  await using site = await startSite(env)
  for (const path of ['/', await getProductPath(site.url)]) {
    const servers = await measureStaticServers(site, folder.path, path)
    const { embedded } = servers
    for (const [name, { perSecond, p99, microseconds, failed }] of Object.entries(servers)) {
      row(`${path}, ${name}: requests a second`, perSecond.toFixed(0), 'for comparison')
      row('  processor time per request', `${microseconds.toFixed(0)} µs`, 'for comparison')
      row('  99 of 100 answered within', `${p99.toFixed(1)} ms`, '50 ms')
      if (failed > 0) row('  not answered well', String(failed), '0')
    }
    for (const [name, limit] of Object.entries({ bare: '0.85 ×', nginx: '0.6 ×' })) {
      const other = servers[name]
      if (!embedded || !other) continue
      const rate = embedded.perSecond / other.perSecond
      const cost = other.microseconds / embedded.microseconds
      row(`${path}, against ${name}`, `${rate.toFixed(2)} ×`, limit)
      row('  by processor time', `${cost.toFixed(2)} ×`, limit)
    }
  }
}

/** Durable additions to carts, against a bare route with one durable insert. */
async function measureWrites(): Promise<void> {
  using folder = createTempDir()
  const rounds: Record<'bare' | 'shop' | 'ratio' | 'p99', number>[] = []
  const others: [status: number, count: number][] = []
  // In turn, so that other load of the machine meets both.
  for (let round = 0; round < WRITE_ROUNDS; round++) {
    const bare = await measureBareInserts(folder.path, WRITE_SECONDS)
    const database = `sqlite:${join(folder.path, `shop-${round}.db`)}`
    const shop = await measureCartAdditions(database, WRITE_SECONDS)
    const ratio = shop.perSecond / bare.perSecond
    rounds.push({ bare: bare.perSecond, shop: shop.perSecond, ratio, p99: shop.p99 })
    others.push(...[...bare.statuses, ...shop.statuses].filter(([status]) => status !== 200))
  }
  const { bare, shop, ratio, p99 } = medians(rounds)
  row('bare route, one durable insert: a second', bare.toFixed(0), 'for comparison')
  row('add to cart: a second', shop.toFixed(0), 'for comparison')
  row('add to cart, against the bare route', `${ratio.toFixed(2)} ×`, '1.5 ×')
  row('add to cart: 99 of 100 answered within', ms(p99), '100 ms')
  if (others.length > 0) row('answers of other statuses', JSON.stringify(others), 'none')
}

const benches: Record<string, () => Promise<void>> = {
  start: measureStart,
  weight: measureWeight,
  pages: measurePages,
  inp: measureInp,
  publish: measurePublish,
  studio: measureStudioPages,
  static: measureStatic,
  writes: measureWrites,
}

await runParts(benches)
