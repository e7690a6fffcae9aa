import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An error whose status and message the client receives. Every other error becomes a 500. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: ContentfulStatusCode
  /** The request body's invalid field, e.g. `addresses.0.city`. */
  readonly field: string | undefined
  /** Seconds to wait before the next try (`Retry-After`). */
  readonly retryAfter: number | undefined
  /** Further fields of the body of the answer, e.g. the changed lines of a cart. */
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

/** A page failed while it was rendered. The reason is for editors and the log. */
export class RenderError extends HttpError {
  constructor(reason: string, options: ErrorOptions = {}) {
    super(500, `The page cannot be rendered: ${reason}`)
    this.cause = options.cause
  }
}

/** @returns a 503 of a server that is overloaded or waits for its database. */
export const busyError = (retryAfter: number): HttpError =>
  new HttpError(503, 'The shop is busy. Please try again in a moment.', { retryAfter })

/** @returns a 503 of a server whose disk or database takes no writes. */
export const storageError = (retryAfter: number): HttpError =>
  new HttpError(503, 'The shop cannot save anything just now. Please try again later.', {
    retryAfter,
  })

/** A service that the shop needs does not answer. The message is for the log. */
export class UnavailableError extends Error {
  override name = 'UnavailableError'
}

/** SQLite's result codes for read-only and full. */
const STORAGE_SQLITE_CODES = new Set([8, 13])
/** Node's codes for a full or read-only disk; PostgreSQL's for a full disk and a read-only server. */
const STORAGE_CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', '53100', '25006'])

const getSqliteCode = (error: Error): number | undefined =>
  'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined

/** Returns true if nothing can be written until the operator frees space. */
export const isStorageUnavailable = (error: unknown): boolean =>
  error instanceof Error &&
  (STORAGE_SQLITE_CODES.has(getSqliteCode(error) ?? 0) ||
    ('code' in error && STORAGE_CODES.has(String(error.code))))

/** Returns true if the file of the database can no longer be read: codes of SQLite for corrupt and no database. */
export const isDatabaseDamaged = (error: unknown): boolean =>
  error instanceof Error && [11, 26].includes(getSqliteCode(error) ?? 0)

/** SQLite's result codes for busy, locked and I/O error. */
const TRANSIENT_SQLITE_CODES = new Set([5, 6, 10])

/** PostgreSQL's SQLSTATE classes for lost connections, limits and conflicts, and Node's own codes. */
const TRANSIENT_CODE = /^(?:08|53|57014|57P0|55P03|40001|40P01|ECONN|EPIPE|ETIMEDOUT)/

/** Returns true if a retry can succeed, because a service is unreachable, locked or full. */
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

/** Creates a check for one kind of error, by its SQLSTATE and the extended result codes of SQLite. */
const createCheck =
  (sqlState: string, ...sqliteCodes: unknown[]) =>
  (error: unknown): boolean =>
    error instanceof Error &&
    (('code' in error && error.code === sqlState) ||
      ('errcode' in error && sqliteCodes.includes(error.errcode)))

/** Returns true if a write refers to a row that no longer exists. */
export const isForeignKeyViolation = createCheck('23503', 787)

/** Returns true if a write would store a unique value twice. */
export const isUniqueViolation = createCheck('23505', 2067, 1555)

/** Returns true if two transactions waited for each other, and this one was ended. */
export const isDeadlock = createCheck('40P01')

/** @returns the table whose constraint an error names. */
export function getViolatedTable(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('table' in error && typeof error.table === 'string') return error.table
  return /constraint failed: (\w+)\./.exec(error.message)?.[1]
}
