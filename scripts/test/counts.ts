import { readFileSync } from 'node:fs'

export interface TestCounts {
  passed: number
  failed: number
}

export const zeroCounts: TestCounts = { passed: 0, failed: 0 }

export const sumCounts = (all: TestCounts[]): TestCounts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
})

function read(report: string): unknown {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}

/** A tool that failed without a failed test, e.g. on a file it could not load, counts as one. */
const honest = ({ passed, failed }: TestCounts, code: number): TestCounts => ({
  passed,
  failed: code !== 0 && failed === 0 ? 1 : failed,
})

/** What vitest's JSON report counted. */
export function parseVitestReport(report: string, code: number): TestCounts {
  const { numPassedTests = 0, numFailedTests = 0 } = Object(read(report)) as {
    numPassedTests?: number
    numFailedTests?: number
  }
  return honest({ passed: numPassedTests, failed: numFailedTests }, code)
}

/** What Playwright's JSON report counted; a test that passed at its second try passed. */
export function parsePlaywrightReport(report: string, code: number): TestCounts {
  const { stats } = Object(read(report)) as {
    stats?: { expected: number; flaky: number; unexpected: number }
  }
  const { expected = 0, flaky = 0, unexpected = 0 } = stats ?? {}
  return honest({ passed: expected + flaky, failed: unexpected }, code)
}
