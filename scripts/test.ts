import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { printLine } from '#src/run/console-output.ts'
import { hasNginx } from '#tools/nginx.ts'
import { projectRoot } from '#tools/site-process.ts'
import { selectParts } from './report.ts'
import { findInstalledBrowser } from './test/browser.ts'
import { runBrowserTests, startTestSite } from './test/browser-tests.ts'
import { runEngines } from './test/engines.ts'
import { findPostgres } from './test/postgres.ts'
import { formatCounts, printFailure, runPart, type TestResult, toFailure } from './test/results.ts'
import { runTool } from './test/run-tool.ts'

// Runs all tests: units and API on SQLite, the API on PostgreSQL, browser tests against the real server, page
// budgets, and a shopper in WebKit and Firefox. Prints the failures, and the sums in the last line. npm test -- units
// postgres browser engines runs only that part. With --no-install it installs nothing. npm run test:nightly runs the
// slow tests with every case, on both databases (tests/helpers/nightly.ts).

const NIGHTLY = '--nightly'
const isNightly = process.argv.includes(NIGHTLY)
const NIGHTLY_FILES = ['reference', 'atomic-publish', 'migrations', 'mail', 'backup'].map(
  (name) => `/${name}.long.ts`,
)

/** Seconds of each test of the last run. */
const TIMES = '.cache/test/times.txt'

/** The short files give way to the long ones, which check times. */
const SHORT_NICENESS = 5

/** Runs the long files one at a time. They mostly wait, so the short files run at the same time. */
async function runVitest(name: string, env: Record<string, string>): Promise<TestResult[]> {
  const run = (kind: string, args: string[], niceness = 0) => {
    const script = join(projectRoot, 'node_modules/vitest/vitest.mjs')
    const reporter = join(import.meta.dirname, 'test/vitest-reporter.ts')
    const allEnv = { ...env, LONG_TESTS: 'true', NIGHTLY_TESTS: String(isNightly) }
    const allArgs = ['run', `--reporter=${reporter}`, ...args]
    return runTool(`${name}, ${kind} files`, script, allArgs, allEnv, niceness)
  }
  const long = run('long', ['--project=long', ...(isNightly ? NIGHTLY_FILES : [])])
  const short = isNightly ? [] : run('short', ['--project=!long'], SHORT_NICENESS)
  return (await Promise.all([long, short])).flat()
}

async function runPostgres(): Promise<TestResult[]> {
  const url = await findPostgres()
  if (url) return runVitest('API on PostgreSQL', { ONLY_API: 'true', TEST_DATABASE_URL: url })
  const missing = 'PostgreSQL cannot be reached, so the API was not tested on it'
  printLine(`${missing}: set TEST_DATABASE_URL.`)
  return process.env['CI'] === 'true' ? [toFailure(missing, [])] : []
}

const parts = {
  units: () =>
    runPart('Units, publishing, and the API on SQLite', () =>
      runVitest('units', { TEST_DATABASE_URL: '' }),
    ),
  postgres: () => runPart('The API on PostgreSQL', runPostgres),
  browser: () =>
    runBrowserTests(site, {}, () => run('engines')).catch((error) => [
      toFailure('Browser', [String(error)]),
    ]),
  engines: () => runPart('A shopper in WebKit and Firefox', runEngines),
}

/** Exits if a program is missing that the tests would install or skip. */
async function requirePrograms(names: string[]): Promise<void> {
  const isThere: Record<string, boolean> = {
    Chromium: Boolean(process.env['CHROMIUM_PATH'] ?? findInstalledBrowser()),
    nginx: hasNginx(),
    PostgreSQL: Boolean(await findPostgres()),
  }
  const needed = new Set([
    ...(names.includes('browser') ? ['Chromium'] : []),
    ...(names.includes('units') ? ['nginx'] : []),
    ...(names.includes('postgres') ? ['nginx', 'PostgreSQL'] : []),
  ])
  const missing = [...needed].filter((name) => !isThere[name])
  if (missing.length === 0) return
  process.stderr.write(
    `Not found: ${missing.join(', ')}. Install what is missing, or run npm test without --no-install.\n`,
  )
  process.exit(1)
}

const NO_INSTALL = '--no-install'
const args = process.argv.slice(2)
const selected = isNightly
  ? ['units', 'postgres']
  : selectParts(
      parts,
      args.filter((arg) => arg !== NO_INSTALL),
    )
if (args.includes(NO_INSTALL)) {
  process.env['NO_INSTALL'] = 'true'
  await requirePrograms(selected)
}
const run = async (name: keyof typeof parts): Promise<TestResult[]> =>
  selected.includes(name) ? await parts[name]() : []
// Tests without a browser mostly wait, so both parts run at once, while the shop for the browser tests is built.
const site = selected.includes('browser') ? startTestSite() : undefined
site?.catch(() => {})
const results = (await Promise.all([run('units'), run('postgres')])).flat()
results.push(...(await run(selected.includes('browser') ? 'browser' : 'engines')))

const slowest = results
  .toSorted((a, b) => b.seconds - a.seconds)
  .map(({ title, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${title}`)
const times = join(projectRoot, TIMES)
mkdirSync(dirname(times), { recursive: true })
writeFileSync(times, `${slowest.join('\n')}\n`)
printLine(`\nThe slowest tests, of all in ${TIMES}:`)
for (const line of slowest.slice(0, 10)) printLine(line)
const failed = results.filter(({ passed }) => !passed)
if (failed.length > 0) printLine('\nFailed:')
for (const failure of failed) printFailure(failure)
printLine(`\n${formatCounts(results)}`)
process.exit(failed.length === 0 ? 0 : 1)
