import type { Deps } from '#src/server/core/deps.ts'
import { busyError, HttpError, isTransient, RenderError } from '#src/server/core/errors.ts'

const RETRY_AFTER_S = 2

/**
 * Converts an error to one for a visitor. An unexpected reason is only logged.
 * @param message of the log line.
 */
export function toPageError({ log }: Deps, message: string, error: unknown): HttpError {
  if (error instanceof HttpError && !(error instanceof RenderError)) return error
  log('error', message, { error: String(error) })
  return isTransient(error) ? busyError(RETRY_AFTER_S) : new HttpError(500, 'Something went wrong.')
}
