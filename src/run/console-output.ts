import { PublishError } from '#src/publish/publish-error.ts'
import { isDatabaseDamaged } from '#src/server/core/errors.ts'
import { StartupError } from '#src/server/core/startup-error.ts'

export const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Formats a duration, e.g. `0.4 s`, `12 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

const BAR_WIDTH = 30

/** Draws a bar with pages per second and the remaining time; undefined if the output is not a terminal. */
export function createProgressBar(
  output: NodeJS.WriteStream,
): ((done: number, total: number) => void) | undefined {
  if (!output.isTTY) return undefined
  let start: number | undefined
  return (done, total) => {
    start ??= performance.now()
    const perMs = done / Math.max(1, performance.now() - start)
    const filled = Math.round((BAR_WIDTH * done) / total)
    const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`
    const remaining = formatDuration((total - done) / perMs)
    output.write(
      `\r${bar} ${done} of ${total} pages, ${Math.round(perMs * 1000)}/s, ${remaining} left `,
    )
    if (done === total) output.write('\n')
  }
}

/** Starts a stopwatch. Each call returns the formatted time since. */
export function stopwatch(): () => string {
  const start = performance.now()
  return () => formatDuration(performance.now() - start)
}

/** Formats an error as one sentence for the operator, without a stack. */
export function toErrorMessage(error: unknown): string {
  if (error instanceof StartupError || error instanceof PublishError) return error.message
  if (error instanceof Error && error.name === 'AbortError')
    return 'Stopped before the site was built; the last good one stays as it was.'
  if (isDatabaseDamaged(error))
    return 'The database is damaged: move it away, and restore the last backup with npm run restore.'
  const message = error instanceof Error ? error.message : String(error)
  return `Something unexpected went wrong: ${message.split('\n')[0]?.replace(/\.$/, '')}. LOG_LEVEL=info shows where.`
}

/** Prints the stack of an error if LOG_LEVEL=info. */
export function printStack(error: unknown): void {
  if (process.env['LOG_LEVEL'] === 'info' && error instanceof Error)
    process.stderr.write(`${error.stack}\n`)
}

/** Exits with code 1 and one sentence on stderr. */
export function exitWithError(error: unknown): never {
  process.stderr.write(`${toErrorMessage(error)}\n`)
  printStack(error)
  process.exit(1)
}
