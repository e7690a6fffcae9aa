import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

interface TimedTest {
  title: string
  seconds: number
}

export interface TestCounts {
  passed: number
  failed: number
  /** The failed tests: each a title, and below it the first lines of its errors. */
  failures: string[]
  /** Every test with its duration. */
  tests: TimedTest[]
}

export const zeroCounts: TestCounts = { passed: 0, failed: 0, failures: [], tests: [] }

export const sumCounts = (all: TestCounts[]): TestCounts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  failures: all.flatMap(({ failures }) => failures),
  tests: all.flatMap(({ tests }) => tests),
})

export const listSlowest = ({ tests }: TestCounts, count: number): TimedTest[] =>
  tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, count)

const ERROR_LINES = 12

const toFailure = (title: string, errors: string[]): string =>
  [
    title,
    ...errors.flatMap((error) =>
      stripVTControlCharacters(error)
        .split('\n')
        .filter((line) => !line.includes('/node_modules/'))
        .slice(0, ERROR_LINES)
        .map((line) => `    ${line}`),
    ),
  ].join('\n')

function read(report: string): unknown {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}

/** Counts one failure for a tool that failed without a failed test, e.g. on a file with an error. */
const withExitCode = (counts: TestCounts, code: number): TestCounts => ({
  ...counts,
  failed: code !== 0 && counts.failed === 0 ? 1 : counts.failed,
})

interface VitestReport {
  numPassedTests?: number
  numFailedTests?: number
  testResults?: {
    name: string
    status: string
    message: string
    assertionResults: {
      fullName: string
      status: string
      duration?: number | null
      failureMessages: string[] | null
    }[]
  }[]
}

/** The counts of vitest's JSON report. */
export function parseVitestReport(report: string, code: number): TestCounts {
  const parsed = Object(read(report)) as VitestReport
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = parsed
  const hasFailed = ({ status }: { status: string }) => status === 'failed'
  const failures = testResults
    .filter(hasFailed)
    .flatMap(({ name, message, assertionResults }) => [
      toFailure(name, message ? [message] : []),
      ...assertionResults
        .filter(hasFailed)
        .map(({ fullName, failureMessages }) => toFailure(`  ${fullName}`, failureMessages ?? [])),
    ])
  const tests = testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      title: fullName,
      seconds: (duration ?? 0) / 1_000,
    })),
  )
  return withExitCode({ passed: numPassedTests, failed: numFailedTests, failures, tests }, code)
}

interface PlaywrightSpec {
  title: string
  file: string
  line: number
  tests: {
    status: string
    annotations: { type: string; description?: string }[]
    results: { duration: number; errors: { message?: string }[] }[]
  }[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: PlaywrightSpec[]
}

interface PlaywrightReport extends PlaywrightSuite {
  stats?: { expected: number; flaky: number; unexpected: number }
}

const listSpecs = ({ suites = [], specs = [] }: PlaywrightSuite): PlaywrightSpec[] => [
  ...specs,
  ...suites.flatMap(listSpecs),
]

/** The tests of Playwright's JSON report. */
export const readPlaywrightReport = (report: string): PlaywrightSpec[] =>
  listSpecs(Object(read(report)) as PlaywrightReport)

const toTitle = ({ title, file, line }: PlaywrightSpec): string => `${file}:${line} ${title}`

/** The counts of Playwright's JSON report. A test that passes at a second try has failed. */
export function parsePlaywrightReport(report: string, code: number): TestCounts {
  const parsed = Object(read(report)) as PlaywrightReport
  const { expected = 0, flaky = 0, unexpected = 0 } = parsed.stats ?? {}
  const specs = listSpecs(parsed)
  const hasFailed = ({ status }: { status: string }) =>
    status === 'unexpected' || status === 'flaky'
  const failures = specs.flatMap((spec) => {
    const results = spec.tests.filter(hasFailed).flatMap((test) => test.results)
    if (results.length === 0) return []
    const errors = results.flatMap((result) => result.errors)
    return toFailure(
      toTitle(spec),
      errors.map(({ message = '' }) => message),
    )
  })
  const tests = specs.flatMap((spec) =>
    spec.tests.flatMap(({ results }) =>
      results.map(({ duration }) => ({ title: toTitle(spec), seconds: duration / 1_000 })),
    ),
  )
  return withExitCode({ passed: expected, failed: unexpected + flaky, failures, tests }, code)
}
