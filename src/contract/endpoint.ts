import type { z } from 'zod'

/** Who may call an endpoint. */
export type Access = 'public' | 'user' | 'editor'

export interface Endpoint {
  summary: string
  access: Access
  /** Status of a successful response; 200 by default. */
  status?: 200 | 201 | 202
  query?: z.ZodType
  body?: z.ZodType
  response: z.ZodType
  /** Error statuses beside 400, 403, 413, 415, 429, 500 and 503, which every endpoint may return. */
  errorStatuses: number[]
  /** Accepts an `Idempotency-Key` (docs/decisions/product.md#idempotency). */
  idempotent?: true
}
