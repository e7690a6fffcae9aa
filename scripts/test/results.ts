import { stripVTControlCharacters } from 'node:util'
import { printLine } from '#src/run/console-output.ts'
import { projectRoot } from '#tools/site-process.ts'

export interface TestResult {
  /** With its file, and its line if the tool reports it. */
  title: string
  passed: boolean
  seconds: number
  errors: string[]
  /** Measurements of the test. */
  notes?: string[]
}

/** A message of a reporter: the number of further tests, or a result. */
export type Report = { found: number } | TestResult

/** Resolves when this message and all earlier ones are sent. */
export const report = (message: Report): Promise<void> =>
  new Promise((resolve) => {
    if (process.send) process.send(message, () => resolve())
    else resolve()
  })

export interface ReportedError {
  message?: string | undefined
  diff?: string | undefined
  stack?: string | undefined
}

const ERROR_LINES = 12
const STACK_LINES = 4

/** Playwright's text before the log of a call: the browser's arguments and warnings. */
const BROWSER_LOGS = /\s*Browser logs:[\s\S]*?(?=Call log:|$)/

/** Formats an error in a few lines: message, difference, and the relevant lines of the stack. */
export function toErrorText({ message = '', diff = '', stack = '' }: ReportedError): string {
  const fullMessage = `${message.replace(BROWSER_LOGS, '\n')}\n${diff}`
  const text = fullMessage.trim().split('\n').slice(0, ERROR_LINES)
  const isOurs = (line: string) => line.includes(projectRoot) && !line.includes('node_modules')
  const places = stack.split('\n').filter((line) => /^ +at /.test(line) && isOurs(line))
  return stripVTControlCharacters([...text, ...places.slice(0, STACK_LINES)].join('\n'))
}

export function toFailure(title: string, errors: string[]): TestResult {
  return { title, passed: false, seconds: 0, errors }
}

/** Formats counts, e.g. `12 passed, 0 failed`. */
export function formatCounts(results: TestResult[]): string {
  const passed = results.filter((result) => result.passed).length
  return `${passed} passed, ${results.length - passed} failed`
}

export function printFailure({ title, errors }: TestResult): void {
  printLine(`  ✘ ${title}`)
  for (const line of errors.join('\n').split('\n')) printLine(`      ${line}`)
}

/** Prints number and time of the tests per folder. Several folders run at once. */
function printFolders(results: TestResult[]): void {
  const folders = Map.groupBy(results, ({ title }) => /^tests\/\w+\//.exec(title)?.[0] ?? 'tests/')
  for (const [folder, all] of folders.size > 1 ? folders : []) {
    const seconds = all.reduce((sum, result) => sum + result.seconds, 0)
    printLine(`  ${folder}: ${formatCounts(all)}, ${seconds.toFixed(0)} s of tests`)
  }
}

/** Runs a part. One that cannot start counts as one failure. */
export async function runPart(
  title: string,
  work: () => Promise<TestResult[]>,
): Promise<TestResult[]> {
  const start = performance.now()
  printLine(`— ${title}`)
  const results = await work().catch((error) => [toFailure(title, [String(error)])])
  const seconds = Math.round((performance.now() - start) / 1_000)
  printLine(`— ${title}: ${formatCounts(results)}, ${seconds} s`)
  printFolders(results)
  return results
}
