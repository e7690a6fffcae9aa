import type { Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ApiError } from '#src/contract/responses.ts'
import type { Log } from '../deps.ts'
import { HttpError } from './http-error.ts'

const toErrorBody = (message: string, field?: string): ApiError => ({
  success: false,
  message,
  ...(field ? { field } : {}),
})

/** SQLite: busy, locked, full, read-only, I/O. */
const SQLITE_PASSING = new Set([5, 6, 8, 10, 13])

/** Whether the database is away, locked or full for the moment, so that a later try may do. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number')
    return SQLITE_PASSING.has(error.errcode & 0xff)
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(?:08|53|57014|57P0|55P03|40001|40P01|ECONN|EPIPE|ETIMEDOUT)/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  )
}

/** Every error of the API as `{ success: false, message }` with the right status. */
export function handleErrors(app: Hono, log: Log): void {
  app.onError((error, c) => {
    if (error instanceof HttpError) {
      if (error.retryAfter !== undefined) c.header('Retry-After', String(error.retryAfter))
      return c.json(toErrorBody(error.message, error.field), error.status)
    }
    if (error instanceof HTTPException) return c.json(toErrorBody('Invalid request.'), error.status)
    if (isTransient(error)) {
      log('warn', 'database unavailable', { path: c.req.routePath, error: error.message })
      c.header('Retry-After', '2')
      return c.json(toErrorBody('The shop is busy. Please try again in a moment.'), 503)
    }
    log('error', 'call failed', { path: c.req.routePath, error: error.stack ?? error.message })
    return c.json(toErrorBody('Something went wrong.'), 500)
  })
  app.notFound((c) => c.json(toErrorBody('There is nothing at this address.'), 404))
}

/** The methods a path knows, for a 405 that says so. */
export function handleMethodNotAllowed(app: Hono, paths: Map<string, string[]>): void {
  for (const [path, methods] of paths)
    app.all(path, (c: Context) => {
      c.header('Allow', methods.join(', '))
      return c.json(toErrorBody(`Use ${methods.join(' or ')} here.`), 405)
    })
}
