import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#tests/helpers/site-process.ts'
import { selectParts } from './run-parts.ts'
import { runBrowserTests, startTestSite } from './test/browser-tests.ts'
import {
  listSlowest,
  parseVitestReport,
  sumCounts,
  type TestCounts,
  zeroCounts,
} from './test/counts.ts'
import { findPostgres } from './test/postgres.ts'
import { type Output, runNodeScript } from './test/run-command.ts'

// Runs every test: units and API on SQLite, the API on PostgreSQL, browser tests against the real
// server, and the budgets of its pages. Prints what failed and the sums last.
// npm test -- units | postgres | browser runs only that part.

const cache = join(projectRoot, '.cache/test')
const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs')

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

async function runVitest(
  name: string,
  env: Record<string, string>,
  output?: Output,
): Promise<TestCounts> {
  const report = join(cache, `${name}.json`)
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runNodeScript(vitest, ['run', ...reporters], env, output)
  return parseVitestReport(report, code)
}

async function postgres(): Promise<TestCounts> {
  const url = await findPostgres()
  const env = { LONG_TESTS: 'true', ONLY_API: 'true' }
  // Beside the units, which print theirs.
  if (url) return runVitest('postgres', { ...env, TEST_DATABASE_URL: url }, 'of a failure')
  printLine('PostgreSQL cannot be reached, the API suite was not run on it: set TEST_DATABASE_URL.')
  return process.env['CI'] === 'true' ? { ...zeroCounts, failed: 1 } : zeroCounts
}

/** Runs a part; one that cannot start counts as one failure. */
async function runPart(title: string, work: () => Promise<TestCounts>): Promise<TestCounts> {
  const start = performance.now()
  printLine(`\n— ${title}`)
  try {
    const counts = await work()
    const seconds = Math.round((performance.now() - start) / 1_000)
    printLine(`— ${title}: ${counts.passed} passed, ${counts.failed} failed, ${seconds} s`)
    return counts
  } catch (error) {
    printLine(error instanceof Error ? error.message : String(error))
    return { ...zeroCounts, failed: 1 }
  }
}

const parts: Record<string, [title: string, work: () => Promise<TestCounts>]> = {
  units: [
    'Units, publishing, and the API on SQLite',
    () => runVitest('units', { LONG_TESTS: 'true', TEST_DATABASE_URL: '' }),
  ],
  postgres: ['The API on PostgreSQL', postgres],
  browser: ['Browser tests', () => runBrowserTests(site)],
}

const wanted = selectParts(parts)
mkdirSync(cache, { recursive: true })
// Tests without a browser wait for a third of their time: both of their parts run at once. Beside them
// the shop of the browser tests is built, and a missing browser is installed.
const site = process.argv.length > 2 ? undefined : startTestSite()
site?.catch(() => {})
const runParts = async (...names: string[]): Promise<TestCounts> =>
  sumCounts(
    await Promise.all(
      Object.entries(parts)
        .filter(([name]) => names.includes(name) && wanted.includes(name))
        .map(([, [title, work]]) => runPart(title, work)),
    ),
  )
const total = sumCounts([await runParts('units', 'postgres'), await runParts('browser')])
printLine('\nThe slowest tests:')
for (const { title, seconds } of listSlowest(total, 10))
  printLine(`  ${seconds.toFixed(1).padStart(6)} s  ${title}`)
if (total.failed > 0) printLine('\nFailed:')
for (const failure of total.failures) printLine(`  ${failure}`)
printLine(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
