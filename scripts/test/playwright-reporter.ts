import { relative } from 'node:path'
import type {
  FullConfig,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter'
import { projectRoot } from '#tools/site-process.ts'
import { report, toErrorText, toFailure } from './results.ts'

// biome-ignore lint/style/noDefaultExport: Playwright takes it so
export default class PlaywrightReporter implements Reporter {
  onBegin(_config: FullConfig, suite: Suite): void {
    void report({ found: suite.allTests().length })
  }

  /** The process must not end before everything is sent. */
  onEnd(): Promise<void> {
    return report({ found: 0 })
  }

  /** A test that passes only at a second attempt has failed. */
  onTestEnd(test: TestCase, { status, duration, errors }: TestResult): void {
    if (status === 'skipped') return
    const [, project, , ...titles] = test.titlePath()
    const { file, line } = test.location
    void report({
      title: `${relative(projectRoot, file)}:${line} [${project}] ${titles.join(' › ')}`,
      passed: test.outcome() === 'expected',
      seconds: duration / 1_000,
      errors: errors.map(toErrorText),
      notes: test.annotations.map(({ description = '' }) => description),
    })
  }

  onError(error: TestError): void {
    void report(toFailure('Outside of the tests', [toErrorText(error)]))
  }
}
