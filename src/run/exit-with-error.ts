import { PublishError } from '#src/publish/publish-error.ts'
import { StartupError } from '#src/server/startup-error.ts'

/** An error as one sentence for the operator, without a stack. */
export function toErrorMessage(error: unknown): string {
  if (error instanceof StartupError || error instanceof PublishError) return error.message
  if (error instanceof Error && error.name === 'AbortError')
    return 'Stopped before the site was built; the last good one stays as it was.'
  const message = error instanceof Error ? error.message : String(error)
  return `Something unexpected went wrong: ${message.split('\n')[0]?.replace(/\.$/, '')}. LOG_LEVEL=info shows where.`
}

/** Prints where an error comes from, with LOG_LEVEL=info. */
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
