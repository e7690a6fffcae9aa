import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { previewOidcEnv } from '#src/preview/oidc-provider.ts'
import { findFreePort } from '#tools/http-server.ts'
import { startRazorpayStandIn } from '#tools/razorpay-stand-in.ts'
import { projectRoot, type Site, startSite } from '#tools/site-process.ts'
import { OIDC_PORT, SITE_URL } from '#tools/site-settings.ts'
import { checkBudgets } from '../budgets.ts'
import { ensureBrowser, ensureHeadlessShell } from './browser.ts'
import { runPart, type TestResult } from './results.ts'
import { runTool } from './run-tool.ts'

export const INBOX_KEY = 'key-of-the-browser-tests'

export interface TestSite {
  site: Site
  /** Environment for its tests. */
  env: Record<string, string>
}

/** Missing programs are installed only once. */
let browser: Promise<{ CHROMIUM_PATH: string; HEADLESS_SHELL_PATH: string }> | undefined

async function ensureBrowsers() {
  const path = await ensureBrowser()
  return { CHROMIUM_PATH: path, HEADLESS_SHELL_PATH: await ensureHeadlessShell() }
}

/**
 * Builds and starts a shop for browser tests, and installs a browser meanwhile if necessary.
 * @param folder of its data, for a shop with other `settings`.
 */
export async function startTestSite(
  folder = 'data',
  settings: Record<string, string> = {},
): Promise<TestSite> {
  browser ??= ensureBrowsers()
  browser.catch(() => {})
  const dataDir = join(projectRoot, '.cache/test', folder)
  // Accounts and carts are deleted before each run. Releases are kept, so an unchanged site is not rebuilt.
  for (const file of ['kairavi.db', 'kairavi.db-wal', 'kairavi.db-shm'])
    rmSync(join(dataDir, file), { force: true })
  const site = await startSite({
    NODE_ENV: 'test',
    PORT: String(await findFreePort()),
    SITE_URL,
    DATA_DIR: dataDir,
    LIMITS: 'false',
    INBOX_KEY,
    PASSWORD_HASH_MEMORY: '64',
    PREVIEW_OIDC: 'true',
    PREVIEW_OIDC_PORT: String(await findFreePort(OIDC_PORT)),
    ACCEPT_FEWER: 'true',
    // Generating all pictures takes more than a minute of processor time. Those that are shown are
    // generated on demand.
    MEDIA_WARM: 'false',
    ...settings,
  })
  const env = {
    ...(await browser),
    E2E_URL: site.url,
    INBOX_KEY,
  }
  return { site, env }
}

/** Runs projects of Playwright's configuration. */
export function runProjects(names: string[], env: Record<string, string>): Promise<TestResult[]> {
  const reporter = join(import.meta.dirname, 'playwright-reporter.ts')
  const projects = names.map((name) => `--project=${name}`)
  const args = ['test', '--no-deps', `--reporter=${reporter}`, ...projects]
  const script = join(projectRoot, 'node_modules/@playwright/test/cli.js')
  return runTool(names.join(' and '), script, args, env)
}

/**
 * Runs all browser tests against separate shops, and checks the page budgets.
 * @param testEnv environment variables for the tests, added to those of this process.
 * @param runAfterOrders what needs a shop that takes orders too.
 */
export async function runBrowserTests(
  starting = startTestSite(),
  testEnv: Record<string, string> = {},
  runAfterOrders = async (): Promise<TestResult[]> => [],
): Promise<TestResult[]> {
  const { site, env } = await starting
  await using _ = site
  const run = (title: string, ...names: string[]) =>
    runPart(title, () => runProjects(names, { ...env, ...testEnv }))
  const shop = await run('The shop in a browser', 'desktop', 'phone')
  // A page that a small change rendered is compressed better at its second request.
  const budgets = await runPart('Budgets of the built pages', () => checkBudgets(site.url))
  // The studio's tests mostly wait for publishes, so the tests of orders and what follows them run at the same time.
  const ordered = runOrders(testEnv).then(async (results) => [
    ...results,
    ...(await runAfterOrders()),
  ])
  // The studio's changes affect the pages of all other tests, and a roll back stops all publishes.
  const studio = await run('The studio in a browser', 'studio')
  const rolledBack = await run('The roll back of a release in a browser', 'roll-back')
  return [...shop, ...budgets, ...studio, ...rolledBack, ...(await ordered)]
}

/** Starts a shop that takes orders, and a payment provider. */
export async function startOrdersSite(folder: string): Promise<TestSite & AsyncDisposable> {
  await using parts = new AsyncDisposableStack()
  const provider = parts.use(await startRazorpayStandIn())
  // The provider for sign-in has the port of the other shop, so that every run has equal pages.
  const { site, env } = await startTestSite(folder, {
    ...provider.env,
    PREVIEW_OIDC: 'false',
    ...previewOidcEnv(OIDC_PORT),
  })
  parts.use(site)
  provider.shopUrl = site.url
  const all = parts.move()
  return { site, env, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

/** Runs the tests of orders against their own shop, even if `testEnv` names another one. */
const runOrders = (testEnv: Record<string, string>): Promise<TestResult[]> =>
  runPart('Orders in a browser', async () => {
    await using orders = await startOrdersSite('orders-data')
    return await runProjects(['orders'], { ...testEnv, ...orders.env })
  })
