import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '#tests/helpers/http-server.ts'
import { projectRoot, startSite } from '#tests/helpers/site-process.ts'
import { checkBudgets } from './budgets.ts'
import { ensureBrowser, findHeadlessShell } from './test/browser.ts'
import {
  parsePlaywrightReport,
  parseVitestReport,
  sumCounts,
  type TestCounts,
  zeroCounts,
} from './test/counts.ts'
import { findPostgres } from './test/postgres.ts'
import { runNodeScript } from './test/run-command.ts'

// Runs every test: units and API on SQLite, the API on PostgreSQL, browser tests against the real
// server, and the budgets of its pages. Prints what failed and the sums last.
// npm test -- units | postgres | browser runs only that part.

const cache = join(projectRoot, '.cache/test')
const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs')
const playwright = join(projectRoot, 'node_modules/@playwright/test/cli.js')

/** Pages contain the provider's port: with a fixed one they need no new build. */
const OIDC_PORT = 4392
const INBOX_KEY = 'key-of-the-browser-tests'

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

async function units(name: string, env: Record<string, string>): Promise<TestCounts> {
  const report = join(cache, `${name}.json`)
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runNodeScript(vitest, ['run', ...reporters], env)
  return parseVitestReport(report, code)
}

async function postgres(): Promise<TestCounts> {
  const url = await findPostgres()
  if (url)
    return units('postgres', { LONG_TESTS: 'true', ONLY_API: 'true', TEST_DATABASE_URL: url })
  printLine('PostgreSQL cannot be reached, the API suite was not run on it: set TEST_DATABASE_URL.')
  return process.env['CI'] === 'true' ? { ...zeroCounts, failed: 1 } : zeroCounts
}

async function browserTests(): Promise<TestCounts> {
  const executable = await (browser ?? ensureBrowser())
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
  }
  const runProjects = async (...names: string[]) => {
    rmSync(report, { force: true })
    const projects = names.map((name) => `--project=${name}`)
    const code = await runNodeScript(playwright, ['test', '--no-deps', ...projects], env)
    return parsePlaywrightReport(report, code)
  }
  return sumCounts([
    await runProjects('desktop', 'phone'),
    await checkBudgets(site.url, executable, printLine),
    await runProjects('studio'),
  ])
}

/** Runs a part; one that cannot start counts as one failure. */
async function runPart(title: string, work: () => Promise<TestCounts>): Promise<TestCounts> {
  printLine(`\n— ${title}`)
  try {
    return await work()
  } catch (error) {
    printLine(error instanceof Error ? error.message : String(error))
    return { ...zeroCounts, failed: 1 }
  }
}

const parts: Record<string, [title: string, work: () => Promise<TestCounts>]> = {
  units: [
    'Units, publishing, and the API on SQLite',
    () => units('units', { LONG_TESTS: 'true', TEST_DATABASE_URL: '' }),
  ],
  postgres: ['The API on PostgreSQL', postgres],
  browser: ['Browser tests', browserTests],
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !(name in parts))
if (unknown !== undefined) {
  printLine(`There is no part "${unknown}": take ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
mkdirSync(cache, { recursive: true })
// Where a browser must be installed first, that happens beside the other parts.
const browser = wanted.length === 0 ? ensureBrowser() : undefined
browser?.catch(() => {})
let total = zeroCounts
for (const [name, [title, work]] of Object.entries(parts))
  if (wanted.length === 0 || wanted.includes(name))
    total = sumCounts([total, await runPart(title, work)])
for (const title of total.titles) printLine(title)
if (total.flaky > 0) printLine(`\n${total.flaky} flaky: passed at their second try`)
printLine(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
