import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { HttpError } from '#src/server/core/errors.ts'

/** An error of the protocol's transport, with one of its codes where it has one. */
export class UcpError extends Error {
  override name = 'UcpError'
  readonly status: ContentfulStatusCode
  readonly code: string

  constructor(status: ContentfulStatusCode, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Codes of the API's own errors, by status. */
const CODES: Partial<Record<number, string>> = {
  400: 'invalid_request',
  404: 'not_found',
  405: 'method_not_allowed',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  503: 'unavailable',
}

/** A body above the limit is too many identifiers, for which the protocol has 400. */
export const toUcpError = ({ status, message }: HttpError): UcpError =>
  status === 413
    ? new UcpError(400, 'request_too_large', message)
    : new UcpError(status, CODES[status] ?? 'internal_error', message)
