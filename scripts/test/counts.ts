import { readFileSync } from 'node:fs'

export interface TestCounts {
  passed: number
  failed: number
  /** Tests among the passed ones that failed at their first try. */
  flaky: number
}

export const zeroCounts: TestCounts = { passed: 0, failed: 0, flaky: 0 }

export const sumCounts = (all: TestCounts[]): TestCounts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  flaky: all.reduce((sum, { flaky }) => sum + flaky, 0),
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

/** The counts of vitest's JSON report. */
export function parseVitestReport(report: string, code: number): TestCounts {
  const { numPassedTests = 0, numFailedTests = 0 } = Object(read(report)) as {
    numPassedTests?: number
    numFailedTests?: number
  }
  return withExitCode({ passed: numPassedTests, failed: numFailedTests, flaky: 0 }, code)
}

/** The counts of Playwright's JSON report; a test that passed at its second try is flaky. */
export function parsePlaywrightReport(report: string, code: number): TestCounts {
  const { stats } = Object(read(report)) as {
    stats?: { expected: number; flaky: number; unexpected: number }
  }
  const { expected = 0, flaky = 0, unexpected = 0 } = stats ?? {}
  return withExitCode({ passed: expected + flaky, failed: unexpected, flaky }, code)
}
