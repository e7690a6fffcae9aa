import type { EndpointName, RequestBody } from '#src/contract/endpoints.ts'

/**
 * How a call ended. `rejected` is an error answer of the API; `failed` is anything else: no network,
 * a timeout, or an answer that is not the API's (with its `status`, where there was one).
 */
export type Outcome<Reply> = { kind: 'ok'; body: Reply } | Unsuccessful

export type Unsuccessful =
  | { kind: 'rejected'; status: number; message: string | undefined; field: string | undefined }
  | { kind: 'failed'; cause: unknown; status: number | undefined }

export interface CallOptions<E extends EndpointName> {
  body?: RequestBody<E>
  /** The path's `:id` or `:slug`. */
  param?: string
  query?: Record<string, string>
  /** Sent as `Idempotency-Key`: requests with one key take effect once, so the call may be retried. */
  idempotencyKey?: string
  /** Retries of a failed call, within the same time limit; 1 for a call with a key. */
  retries?: number
  /** Runs before each retry with the outcome of the attempt. */
  onRetry?: (outcome: Unsuccessful) => void
  /** The request outlives the page. */
  keepalive?: boolean
}

/** The options of a call; optional where the call has no body. */
export type CallArgs<E extends EndpointName> =
  RequestBody<E> extends undefined
    ? [options?: CallOptions<E>]
    : [options: CallOptions<E> & { body: RequestBody<E> }]
