import { join } from 'node:path'
import { printLine } from '#src/run/console-output.ts'
import { projectRoot } from '#tests/helpers/site-process.ts'
import { selectParts } from './report.ts'
import { runBrowserTests, startTestSite } from './test/browser-tests.ts'
import { findPostgres } from './test/postgres.ts'
import { formatCounts, printFailure, runPart, type TestResult, toFailure } from './test/results.ts'
import { runTool } from './test/run-tool.ts'

// Runs every test: units and API on SQLite, the API on PostgreSQL, browser tests against the real
// server, and the budgets of its pages. Prints what failed and the sums last.
// npm test -- units | postgres | browser runs only that part.

function runVitest(name: string, env: Record<string, string>): Promise<TestResult[]> {
  const script = join(projectRoot, 'node_modules/vitest/vitest.mjs')
  const reporter = join(import.meta.dirname, 'test/vitest-reporter.ts')
  return runTool(name, script, ['run', `--reporter=${reporter}`], { ...env, LONG_TESTS: 'true' })
}

async function runPostgres(): Promise<TestResult[]> {
  const url = await findPostgres()
  if (url) return runVitest('API on PostgreSQL', { ONLY_API: 'true', TEST_DATABASE_URL: url })
  const missing = 'PostgreSQL cannot be reached, the API suite was not run on it'
  printLine(`${missing}: set TEST_DATABASE_URL.`)
  return process.env['CI'] === 'true' ? [toFailure(missing, [])] : []
}

const parts = {
  units: () =>
    runPart('Units, publishing, and the API on SQLite', () =>
      runVitest('units', { TEST_DATABASE_URL: '' }),
    ),
  postgres: () => runPart('The API on PostgreSQL', runPostgres),
  browser: () => runBrowserTests(site).catch((error) => [toFailure('Browser', [String(error)])]),
}

const wanted = selectParts(parts)
const run = async (name: keyof typeof parts): Promise<TestResult[]> =>
  wanted.includes(name) ? await parts[name]() : []
// Tests without a browser wait for much of their time: both of their parts run at once, beside the build
// of the shop of the browser tests.
const site = wanted.includes('browser') ? startTestSite() : undefined
site?.catch(() => {})
const results = (await Promise.all([run('units'), run('postgres')])).flat()
results.push(...(await run('browser')))

printLine('\nThe slowest tests:')
const slowest = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
for (const { title, seconds } of slowest)
  printLine(`  ${seconds.toFixed(1).padStart(6)} s  ${title}`)
const failed = results.filter(({ passed }) => !passed)
if (failed.length > 0) printLine('\nFailed:')
for (const failure of failed) printFailure(failure)
printLine(`\n${formatCounts(results)}`)
process.exit(failed.length === 0 ? 0 : 1)
