import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import { type ReportedError, report, toErrorText, toFailure } from './results.ts'

/** Reports errors outside of tests, e.g. in a hook or an import. */
async function reportErrors(title: string, errors: readonly ReportedError[]): Promise<void> {
  if (errors.length > 0) await report(toFailure(title, errors.map(toErrorText)))
}

// biome-ignore lint/style/noDefaultExport: vitest takes it so
export default class VitestReporter implements Reporter {
  onTestModuleCollected(module: TestModule): Promise<void> {
    const tests = [...module.children.allTests()]
    return report({ found: tests.filter(({ options }) => options.mode === 'run').length })
  }

  async onTestCaseResult(test: TestCase): Promise<void> {
    const { state, errors = [] } = test.result()
    if (state === 'skipped') return
    await report({
      title: `${test.module.relativeModuleId} ${test.fullName}`,
      passed: state === 'passed',
      seconds: (test.diagnostic()?.duration ?? 0) / 1_000,
      errors: errors.map(toErrorText),
    })
  }

  onTestSuiteResult(suite: TestSuite): Promise<void> {
    return reportErrors(`${suite.module.relativeModuleId} ${suite.fullName}`, suite.errors())
  }

  onTestModuleEnd(module: TestModule): Promise<void> {
    return reportErrors(module.relativeModuleId, module.errors())
  }

  onTestRunEnd(_modules: unknown, errors: readonly ReportedError[]): Promise<void> {
    return reportErrors('Outside of the tests', errors)
  }
}
