import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An error whose status and message the client receives. Every other error becomes a 500. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: ContentfulStatusCode
  /** The request body's invalid field, e.g. `addresses.0.city`. */
  readonly field: string | undefined
  /** Seconds to wait before the next try (`Retry-After`). */
  readonly retryAfter: number | undefined
  /** What the body of the answer has besides, e.g. the lines of a cart that have changed. */
  readonly details: object | undefined

  constructor(
    status: ContentfulStatusCode,
    message: string,
    options: { field?: string; retryAfter?: number; details?: object } = {},
  ) {
    super(message)
    this.status = status
    this.field = options.field
    this.retryAfter = options.retryAfter
    this.details = options.details
  }
}

/** A page that fails while it is rendered. The reason is for editors and the log. */
export class RenderError extends HttpError {
  constructor(reason: string, options: ErrorOptions = {}) {
    super(500, `The page cannot be rendered: ${reason}`)
    this.cause = options.cause
  }
}

/** @returns a 503 for a server that is overloaded or waits for its database. */
export const busyError = (retryAfter: number): HttpError =>
  new HttpError(503, 'The shop is busy. Please try again in a moment.', { retryAfter })

/** @returns a 503 for a server whose disk or database takes no writes. */
export const storageError = (retryAfter: number): HttpError =>
  new HttpError(503, 'The shop cannot save anything just now. Please try again later.', {
    retryAfter,
  })

/** A service that the shop needs and that does not answer; the message is for the log. */
export class UnavailableError extends Error {
  override name = 'UnavailableError'
}

/** SQLite's result codes for read-only and full. */
const STORAGE_SQLITE_CODES = new Set([8, 13])
/** Node's codes for a full or read-only disk; PostgreSQL's for a full disk and a read-only server. */
const STORAGE_CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', '53100', '25006'])

const getSqliteCode = (error: Error): number | undefined =>
  'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined

/** Returns true when nothing can be written until the operator frees space. */
export const isStorageUnavailable = (error: unknown): boolean =>
  error instanceof Error &&
  (STORAGE_SQLITE_CODES.has(getSqliteCode(error) ?? 0) ||
    ('code' in error && STORAGE_CODES.has(String(error.code))))

/** Returns true when the file of the database cannot be read any more: SQLite's codes for corrupt and no database. */
export const isDatabaseDamaged = (error: unknown): boolean =>
  error instanceof Error && [11, 26].includes(getSqliteCode(error) ?? 0)

/** SQLite's result codes for busy, locked and I/O error. */
const TRANSIENT_SQLITE_CODES = new Set([5, 6, 10])

/** PostgreSQL's SQLSTATE classes for lost connections, limits and conflicts, and Node's own codes. */
const TRANSIENT_CODE = /^(?:08|53|57014|57P0|55P03|40001|40P01|ECONN|EPIPE|ETIMEDOUT)/

/** Returns true when a retry can succeed: what is needed is unreachable, locked or full. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof UnavailableError || isStorageUnavailable(error)) return true
  const sqliteCode = getSqliteCode(error)
  if (sqliteCode !== undefined) return TRANSIENT_SQLITE_CODES.has(sqliteCode)
  const code = 'code' in error ? String(error.code) : ''
  return (
    TRANSIENT_CODE.test(code) ||
    /Connection terminated|is not queryable|timeout exceeded when trying to connect/.test(
      error.message,
    )
  )
}

/** A check for one kind of error: its SQLSTATE, and SQLite's extended result codes. */
const createCheck =
  (sqlState: string, ...sqliteCodes: unknown[]) =>
  (error: unknown): boolean =>
    error instanceof Error &&
    (('code' in error && error.code === sqlState) ||
      ('errcode' in error && sqliteCodes.includes(error.errcode)))

/** Returns true when a write refers to a row that no longer exists. */
export const isForeignKeyViolation = createCheck('23503', 787)

/** Returns true when a write would store a value twice that is stored once at most. */
export const isUniqueViolation = createCheck('23505', 2067, 1555)

/** Returns true when two transactions waited for each other, of which this one was ended. */
export const isDeadlock = createCheck('40P01')

/** @returns the table whose constraint an error names; undefined for another error. */
export function getViolatedTable(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('table' in error && typeof error.table === 'string') return error.table
  return /constraint failed: (\w+)\./.exec(error.message)?.[1]
}
