import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** A "no" that the shopper may read. Anything else that is thrown becomes a plain 500. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: ContentfulStatusCode
  /** The field of the body that was wrong, where there is one. */
  readonly field: string | undefined
  /** Seconds after which another try makes sense (`Retry-After`). */
  readonly retryAfter: number | undefined

  constructor(
    status: ContentfulStatusCode,
    message: string,
    more: { field?: string; retryAfter?: number } = {},
  ) {
    super(message)
    this.status = status
    this.field = more.field
    this.retryAfter = more.retryAfter
  }
}
