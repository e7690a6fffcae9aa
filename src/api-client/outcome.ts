import type { EndpointName, RequestBody } from '#src/contract/endpoints.ts'

/**
 * How a call ended. `refused` is an answer of our API that says no; `broke` is no such answer at
 * all: no network, no time, or something that is not ours (`status` where there was one).
 */
export type Outcome<Reply> =
  | { kind: 'ok'; body: Reply }
  | { kind: 'rejected'; status: number; message: string | undefined; field: string | undefined }
  | { kind: 'failed'; cause: unknown; status: number | undefined }

export interface CallOptions<E extends EndpointName> {
  body?: RequestBody<E>
  /** The path's `:id` or `:slug`. */
  param?: string
  query?: Record<string, string>
  /** Sent as `Idempotency-Key`: the same key never takes effect twice, so the call may be repeated. */
  idempotencyKey?: string
  /** Times a failed call is tried again, within the same time limit; 1 for a call with a key. */
  retries?: number
  /** Outlives the page, for what is sent while leaving it. */
  keepalive?: boolean
}

/** The options of a call; they may be left out where nothing is sent. */
export type CallArgs<E extends EndpointName> =
  RequestBody<E> extends undefined
    ? [options?: CallOptions<E>]
    : [options: CallOptions<E> & { body: RequestBody<E> }]
