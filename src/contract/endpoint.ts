import { z } from 'zod'
import type { XLSX_TYPE } from './values.ts'

/**
 * Who may call an endpoint. `staff` is editors and admins, also without the second factor that
 * `editor` and `admin` need where STAFF_SECOND_FACTOR says so.
 */
export type Access = 'public' | 'user' | 'staff' | 'editor' | 'admin'

export interface Endpoint {
  summary: string
  access: Access
  /** Status of a successful response; 200 by default. */
  status?: 200 | 201 | 202
  query?: z.ZodType
  body?: z.ZodType
  /** What a sentence about an invalid field calls it; its path by default. */
  toName?: (path: readonly PropertyKey[]) => string
  /** Largest JSON body; 64 kB by default. */
  maxBodyBytes?: number
  /** The body is a file in place of JSON; the handler gets its bytes. */
  upload?: { type: string; maxBytes: number }
  /** Media type of a successful response; JSON by default. `response` describes one event of a stream. */
  responseType?: 'text/csv' | 'text/event-stream' | typeof XLSX_TYPE
  /** Sent by a page on its own: it does not keep a session from ending when it is not used. */
  isBackground?: true
  /** A frequent write that has a limit of its own in place of that of all writes. */
  hasOwnLimit?: true
  response: z.ZodType
  /**
   * Error statuses beside 400, 403, 413, 415, 429, 500 and 503, which every endpoint may return, and
   * 401 of those that need a session.
   */
  errorStatuses?: number[]
  /** Accepts an `Idempotency-Key` (docs/decisions/product.md#idempotency). */
  idempotent?: true
  /** Accepts one of a visitor, too, whom nothing but what is sent identifies: the handler looks for the repeat. */
  hasOwnIdempotency?: true
  /** A request without the key is refused. */
  needsIdempotencyKey?: true
}

/** Body of every error response. `field` is the path of an invalid field of the request body. */
export const apiError = z.object({
  success: z.literal(false),
  message: z.string(),
  field: z.string().optional(),
})
export type ApiError = z.output<typeof apiError>

export const successResponse = z.object({ success: z.literal(true), message: z.string() })
export type SuccessResponse = z.output<typeof successResponse>

export const healthResponse = z.object({
  status: z.literal('ok'),
  /** True for the embedded preview API. */
  preview: z.boolean(),
  version: z.string(),
})

export const readyResponse = z.object({
  status: z.literal('ready'),
  /**
   * What needs the operator while the process still takes requests. `publish-failed`: what editors save does not reach
   * the site. `disk-full`: nothing more fits into DATA_DIR. `data-dir-stalled`: it does not answer, so that only what
   * is in memory is served.
   */
  problems: z.array(z.enum(['publish-failed', 'disk-full', 'data-dir-stalled'])),
})
