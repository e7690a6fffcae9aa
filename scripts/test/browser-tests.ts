import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '#tests/helpers/http-server.ts'
import { projectRoot, startSite } from '#tests/helpers/site-process.ts'
import { checkBudgets } from '../budgets.ts'
import { findHeadlessShell } from './browser.ts'
import { parsePlaywrightReport, sumCounts, type TestCounts } from './counts.ts'
import { runNodeScript } from './run-command.ts'

const cache = join(projectRoot, '.cache/test')
const playwright = join(projectRoot, 'node_modules/@playwright/test/cli.js')

/** Pages contain the provider's port: with a fixed one they need no new build. */
const OIDC_PORT = 4392
const INBOX_KEY = 'key-of-the-browser-tests'

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/**
 * Runs all browser tests against a shop of their own, and checks the budgets of its pages.
 * @param given environment of the tests beside that of this process.
 */
export async function runBrowserTests(
  executable: string,
  given: Record<string, string> = {},
): Promise<TestCounts> {
  const dataDir = join(cache, 'data')
  // Accounts and carts are deleted before each run; releases stay, so an unchanged site is not rebuilt.
  for (const file of ['kairavi.db', 'kairavi.db-wal', 'kairavi.db-shm'])
    rmSync(join(dataDir, file), { force: true })
  const report = join(cache, 'e2e.json')
  await using site = await startSite({
    NODE_ENV: 'test',
    PORT: String(await findFreePort()),
    SITE_URL: 'http://localhost:4321',
    DATA_DIR: dataDir,
    LIMITS: 'false',
    INBOX_KEY,
    PASSWORD_HASH_MEMORY: '64',
    PREVIEW_OIDC: 'true',
    PREVIEW_OIDC_PORT: String(await findFreePort(OIDC_PORT)),
    ACCEPT_FEWER: 'true',
    // Making every picture takes more than a minute of processor time; those that are shown come on demand.
    MEDIA_WARM: 'false',
  })
  const env = {
    CHROMIUM_PATH: executable,
    HEADLESS_SHELL_PATH: findHeadlessShell(),
    E2E_URL: site.url,
    INBOX_KEY,
    ...given,
  }
  const runProjects = async (...names: string[]) => {
    rmSync(report, { force: true })
    const projects = names.map((name) => `--project=${name}`)
    const code = await runNodeScript(playwright, ['test', '--no-deps', ...projects], env)
    return parsePlaywrightReport(report, code)
  }
  const shop = await runProjects('desktop', 'phone')
  printLine('\n— Budgets of the built pages')
  const budgets = await checkBudgets(site.url, executable, printLine)
  return sumCounts([shop, budgets, await runProjects('studio')])
}
