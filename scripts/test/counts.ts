import { readFileSync } from 'node:fs'

interface TimedTest {
  title: string
  seconds: number
}

export interface TestCounts {
  passed: number
  failed: number
  /** Titles of the failed tests. */
  titles: string[]
  /** Every test with its duration. */
  tests: TimedTest[]
}

export const zeroCounts: TestCounts = { passed: 0, failed: 0, titles: [], tests: [] }

export const sumCounts = (all: TestCounts[]): TestCounts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  titles: all.flatMap(({ titles }) => titles),
  tests: all.flatMap(({ tests }) => tests),
})

export const listSlowest = ({ tests }: TestCounts, count: number): TimedTest[] =>
  tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, count)

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
    assertionResults: { fullName: string; status: string; duration?: number | null }[]
  }[]
}

/** The counts of vitest's JSON report. */
export function parseVitestReport(report: string, code: number): TestCounts {
  const parsed = Object(read(report)) as VitestReport
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = parsed
  const titles = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => [
      name,
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => `  ${fullName}`),
    ])
  const tests = testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      title: fullName,
      seconds: (duration ?? 0) / 1_000,
    })),
  )
  return withExitCode({ passed: numPassedTests, failed: numFailedTests, titles, tests }, code)
}

interface PlaywrightSpec {
  title: string
  file: string
  line: number
  tests: {
    status: string
    annotations: { type: string; description?: string }[]
    results: { duration: number }[]
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
  const titles = specs.filter((spec) => spec.tests.some(hasFailed)).map(toTitle)
  const tests = specs.flatMap((spec) =>
    spec.tests.flatMap(({ results }) =>
      results.map(({ duration }) => ({ title: toTitle(spec), seconds: duration / 1_000 })),
    ),
  )
  return withExitCode({ passed: expected, failed: unexpected + flaky, titles, tests }, code)
}
