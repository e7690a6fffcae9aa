import { z } from 'zod'
import type { PDF_TYPE, Right, XLSX_TYPE } from './values.ts'

/**
 * Who may call an endpoint. A right is granted by a role. With STAFF_SECOND_FACTOR=true it also needs
 * the second factor.
 * `staff` is every member of the staff, also without the second factor.
 */
export type Access = 'public' | 'user' | 'staff' | Right

/** The process that answers a call. */
export type ProcessName = 'shop' | 'desk'

export interface Endpoint {
  summary: string
  access: Access
  /** Status of a successful response; 200 by default. */
  status?: 200 | 201 | 202
  query?: z.ZodType
  body?: z.ZodType
  /** Name of an invalid field in an error; its path by default. */
  toName?: (path: readonly PropertyKey[]) => string
  /** Maximum JSON body; 64 kB by default. */
  maxBodyBytes?: number
  /** The body is a file instead of JSON. The handler gets its bytes. */
  upload?: { type: string; maxBytes: number }
  /** Media type of a successful response; JSON by default. `response` describes one event of a stream. */
  responseType?: 'text/csv' | 'text/event-stream' | typeof XLSX_TYPE | typeof PDF_TYPE
  /** The page sends it automatically, so it does not count as activity of a session. */
  isBackground?: true
  /** A frequent write that has its own limit instead of the limit of all writes. */
  hasOwnLimit?: true
  response: z.ZodType
  /**
   * Error statuses in addition to 400, 403, 413, 415, 429, 500 and 503, which every endpoint may
   * return, and to 401 if it requires a session.
   */
  errorStatuses?: number[]
  /** Accepts an `Idempotency-Key` (docs/decisions/product.md#idempotency). */
  idempotent?: true
  /** Accepts the key from visitors too. They have no account, so the handler itself finds the repeat. */
  hasOwnIdempotency?: true
  /** Refuses a request without the key. */
  needsIdempotencyKey?: true
}

export const inProcess = <P extends ProcessName, Table extends Record<string, Endpoint>>(
  process: P,
  table: Table,
) =>
  Object.fromEntries(
    Object.entries(table).map(([name, endpoint]) => [name, { ...endpoint, process }]),
  ) as { [Name in keyof Table]: Table[Name] & { process: P } }

/** Body of every error response. `field` is the path of an invalid field of the request. */
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
   * Problems for the operator while the process still answers. `publish-failed`: saves do not reach
   * the site. `disk-full`: DATA_DIR is full. `data-dir-stalled`: DATA_DIR does not answer, so only
   * cached data is served. `desk-down`: the desk process does not answer. `payment-keys-refused`:
   * the payment provider refuses the shop's keys.
   */
  problems: z.array(
    z.enum([
      'publish-failed',
      'disk-full',
      'data-dir-stalled',
      'desk-down',
      'payment-keys-refused',
    ]),
  ),
})
