import { readFileSync } from 'node:fs'

export interface TestCounts {
  passed: number
  failed: number
  /** Tests among the passed ones that failed at their first try. */
  flaky: number
  /** Titles of the failed and the flaky tests. */
  titles: string[]
}

export const zeroCounts: TestCounts = { passed: 0, failed: 0, flaky: 0, titles: [] }

export const sumCounts = (all: TestCounts[]): TestCounts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  flaky: all.reduce((sum, { flaky }) => sum + flaky, 0),
  titles: all.flatMap(({ titles }) => titles),
})

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
    assertionResults: { fullName: string; status: string }[]
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
  return withExitCode({ passed: numPassedTests, failed: numFailedTests, flaky: 0, titles }, code)
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: { title: string; file: string; line: number; tests: { status: string }[] }[]
}

interface PlaywrightReport extends PlaywrightSuite {
  stats?: { expected: number; flaky: number; unexpected: number }
}

const listFailedOrFlaky = ({ suites = [], specs = [] }: PlaywrightSuite): string[] => [
  ...specs
    .filter(({ tests }) =>
      tests.some(({ status }) => status === 'unexpected' || status === 'flaky'),
    )
    .map(({ title, file, line }) => `${file}:${line} ${title}`),
  ...suites.flatMap(listFailedOrFlaky),
]

/** The counts of Playwright's JSON report; a test that passed at its second try is flaky. */
export function parsePlaywrightReport(report: string, code: number): TestCounts {
  const parsed = Object(read(report)) as PlaywrightReport
  const { expected = 0, flaky = 0, unexpected = 0 } = parsed.stats ?? {}
  const titles = listFailedOrFlaky(parsed)
  return withExitCode({ passed: expected + flaky, failed: unexpected, flaky, titles }, code)
}
