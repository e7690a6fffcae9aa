import type { Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Refusal } from '#src/contract/reply.ts'
import type { Log } from '../deps.ts'
import { Refused } from './refused.ts'

const refuse = (message: string, field?: string): Refusal => ({
  success: false,
  message,
  ...(field ? { field } : {}),
})

/** SQLite: busy, locked, full, read-only, I/O. */
const SQLITE_PASSING = new Set([5, 6, 8, 10, 13])

/** Whether the database is away, locked or full for the moment, so that a later try may do. */
function passes(error: unknown): boolean {
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
export function answerErrors(app: Hono, log: Log): void {
  app.onError((error, c) => {
    if (error instanceof Refused) {
      if (error.retryAfter !== undefined) c.header('Retry-After', String(error.retryAfter))
      return c.json(refuse(error.message, error.field), error.status)
    }
    if (error instanceof HTTPException) return c.json(refuse('Invalid request.'), error.status)
    if (passes(error)) {
      log('warn', 'database away', { path: c.req.routePath, error: error.message })
      c.header('Retry-After', '2')
      return c.json(refuse('The shop is busy. Please try again in a moment.'), 503)
    }
    log('error', 'call failed', { path: c.req.routePath, error: error.stack ?? error.message })
    return c.json(refuse('Something went wrong.'), 500)
  })
  app.notFound((c) => c.json(refuse('There is nothing at this address.'), 404))
}

/** The methods a path knows, for a 405 that says so. */
export function answerWrongMethod(app: Hono, paths: Map<string, string[]>): void {
  for (const [path, methods] of paths)
    app.all(path, (c: Context) => {
      c.header('Allow', methods.join(', '))
      return c.json(refuse(`Use ${methods.join(' or ')} here.`), 405)
    })
}
