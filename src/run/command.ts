import { PublishFailed } from '#src/publish/publish-failed.ts'
import { StartupError } from '#src/server/db/open-database.ts'

/** What an operator can read of an error: one sentence, never a stack. */
export function sentenceOf(error: unknown): string {
  if (error instanceof StartupError || error instanceof PublishFailed) return error.message
  if (error instanceof Error && error.name === 'AbortError')
    return 'Stopped before the site was built; the last good one stays as it was.'
  const message = error instanceof Error ? error.message : String(error)
  return `Something unexpected went wrong: ${message.split('\n')[0]?.replace(/\.$/, '')}. LOG_LEVEL=info shows where.`
}

/** Ends the process with one sentence on stderr and exit code 1. */
export function fail(error: unknown): never {
  process.stderr.write(`${sentenceOf(error)}\n`)
  if (process.env['LOG_LEVEL'] === 'info' && error instanceof Error)
    process.stderr.write(`${error.stack}\n`)
  process.exit(1)
}
