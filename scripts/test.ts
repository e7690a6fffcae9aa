import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '#tests/helpers/http-server.ts'
import { projectRoot, startSite } from '#tests/helpers/site-process.ts'
import { checkBudgets } from './budgets.ts'
import { ensureBrowser } from './test/browser.ts'
import {
  parsePlaywrightReport,
  parseVitestReport,
  sumCounts,
  type TestCounts,
  zeroCounts,
} from './test/counts.ts'
import { findPostgres } from './test/postgres.ts'
import { runNodeScript } from './test/run-command.ts'

// Everything, as a pipeline runs it: units and API on SQLite, the API on PostgreSQL, journeys in a
// real browser against the real server, the budgets of what was built. Prints the true sums last.
// npm test -- units | postgres | browser runs only that part.

const cache = join(projectRoot, '.cache/test')
const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs')
const playwright = join(projectRoot, 'node_modules/@playwright/test/cli.js')

/** Pages name the provider's port: always the same one spares building them anew. */
const OIDC_PORT = 4392

const tell = (line: string): void => {
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
  tell('PostgreSQL cannot be reached, the API suite was not run on it: set TEST_DATABASE_URL.')
  return process.env['CI'] === 'true' ? { passed: 0, failed: 1 } : zeroCounts
}

async function journeys(): Promise<TestCounts> {
  const executable = await ensureBrowser()
  const dataDir = join(cache, 'data')
  // Accounts and carts are new for every run; releases stay, an unchanged site is not rebuilt.
  for (const file of ['kairavi.db', 'kairavi.db-wal', 'kairavi.db-shm'])
    rmSync(join(dataDir, file), { force: true })
  const report = join(cache, 'e2e.json')
  rmSync(report, { force: true })
  await using site = await startSite({
    NODE_ENV: 'test',
    PORT: String(await findFreePort()),
    SITE_URL: 'http://localhost:4321',
    DATA_DIR: dataDir,
    LIMITS: 'false',
    PREVIEW_OIDC: 'true',
    PREVIEW_OIDC_PORT: String(await findFreePort(OIDC_PORT)),
    ACCEPT_FEWER: 'true',
  })
  const env = { CHROMIUM_PATH: executable, E2E_URL: site.url }
  const code = await runNodeScript(playwright, ['test'], env)
  return sumCounts([
    parsePlaywrightReport(report, code),
    await checkBudgets(site.url, executable, tell),
  ])
}

/** A part that could not even begin counts as one failure, with its reason told. */
async function part(title: string, work: () => Promise<TestCounts>): Promise<TestCounts> {
  tell(`\n— ${title}`)
  try {
    return await work()
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error))
    return { passed: 0, failed: 1 }
  }
}

const parts: Record<string, [title: string, work: () => Promise<TestCounts>]> = {
  units: [
    'Units, publishing, and the API on SQLite',
    () => units('units', { LONG_TESTS: 'true', TEST_DATABASE_URL: '' }),
  ],
  postgres: ['The API on PostgreSQL', postgres],
  browser: ['Journeys in the browser', journeys],
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !(name in parts))
if (unknown !== undefined) {
  tell(`There is no part "${unknown}": take ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
mkdirSync(cache, { recursive: true })
let counted = zeroCounts
for (const [name, [title, work]] of Object.entries(parts))
  if (wanted.length === 0 || wanted.includes(name))
    counted = sumCounts([counted, await part(title, work)])
tell(`\n${counted.passed} passed, ${counted.failed} failed`)
process.exit(counted.failed === 0 ? 0 : 1)
