import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An error whose status and message the client receives. Every other error becomes a 500. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: ContentfulStatusCode
  /** The request body's invalid field, e.g. `addresses.0.city`. */
  readonly field: string | undefined
  /** Seconds to wait before the next try (`Retry-After`). */
  readonly retryAfter: number | undefined

  constructor(
    status: ContentfulStatusCode,
    message: string,
    options: { field?: string; retryAfter?: number } = {},
  ) {
    super(message)
    this.status = status
    this.field = options.field
    this.retryAfter = options.retryAfter
  }
}

/** @returns a 503 for a server that is overloaded or waits for its database. */
export const busyError = (retryAfter: number): HttpError =>
  new HttpError(503, 'The shop is busy. Please try again in a moment.', { retryAfter })

/** SQLite's result codes for busy, locked, read-only, I/O error and full. */
const TRANSIENT_SQLITE_CODES = new Set([5, 6, 8, 10, 13])

/** PostgreSQL's SQLSTATE classes for lost connections, limits and conflicts, and Node's own codes. */
const TRANSIENT_CODE = /^(?:08|53|57014|57P0|55P03|40001|40P01|ECONN|EPIPE|ETIMEDOUT)/

/** Returns true when the database is unreachable, locked or full, so that a retry can succeed. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number')
    return TRANSIENT_SQLITE_CODES.has(error.errcode & 0xff)
  const code = 'code' in error ? String(error.code) : ''
  return (
    TRANSIENT_CODE.test(code) ||
    /Connection terminated|is not queryable|timeout exceeded when trying to connect/.test(
      error.message,
    )
  )
}

/** A check for one violated constraint: its SQLSTATE, and SQLite's extended result code. */
const createViolationCheck =
  (sqlState: string, sqliteCode: number) =>
  (error: unknown): boolean =>
    error instanceof Error &&
    (('code' in error && error.code === sqlState) ||
      ('errcode' in error && error.errcode === sqliteCode))

/** Returns true when a write refers to a row that no longer exists. */
export const isForeignKeyViolation = createViolationCheck('23503', 787)

/** Returns true when a write would store a value twice that is stored once at most. */
export const isUniqueViolation = createViolationCheck('23505', 2067)
