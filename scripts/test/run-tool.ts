import { fork } from 'node:child_process'
import { printLine } from '#src/run/console-output.ts'
import { projectRoot } from '#tools/site-process.ts'
import { formatCounts, printFailure, type Report, type TestResult, toFailure } from './results.ts'

const PROGRESS_MS = 10_000

/**
 * Runs a test tool in a separate process, whose reporter sends results. Prints the progress.
 * @param niceness a higher one leaves the processor to other processes.
 */
export async function runTool(
  name: string,
  script: string,
  args: string[],
  env: Record<string, string>,
  niceness = 0,
): Promise<TestResult[]> {
  const results: TestResult[] = []
  let found = 0
  const add = (result: TestResult) => {
    results.push(result)
    if (!result.passed) printFailure(result)
  }
  const child = fork(script, args, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    // `nice` sets the priority before the tool starts. It adds `niceness` to that of this process.
    execPath: 'nice',
    execArgv: ['-n', String(niceness), process.execPath, ...process.execArgv],
  })
  child.on('message', (message: Report) => {
    if ('found' in message) found += message.found
    else add(message)
  })
  const timer = setInterval(
    () => printLine(`  ${name}: ${results.length} of ${found}, ${formatCounts(results)}`),
    PROGRESS_MS,
  )
  const code = await new Promise((resolve) => child.once('close', resolve))
  clearInterval(timer)
  // E.g. for a file with an error.
  if (code !== 0 && results.every(({ passed }) => passed))
    add(toFailure(name, [`The process has ended with ${code}.`]))
  return results
}
