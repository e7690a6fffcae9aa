import type { Deps } from '#src/server/core/deps.ts'
import { busyError, HttpError, isTransient, RenderError } from '#src/server/core/errors.ts'

const RETRY_AFTER_S = 2

/**
 * The error that a visitor reads in place of a page. The reason of one that the shop does not raise for
 * visitors is in the log alone.
 * @param message of the line in the log.
 */
export function toPageError({ log }: Deps, message: string, error: unknown): HttpError {
  if (error instanceof HttpError && !(error instanceof RenderError)) return error
  log('error', message, { error: String(error) })
  return isTransient(error) ? busyError(RETRY_AFTER_S) : new HttpError(500, 'Something went wrong.')
}
