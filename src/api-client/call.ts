import { PUBLIC_API_URL } from 'astro:env/client'
import type { EndpointName, RequestBody, ResponseBody } from '#src/contract/endpoints.ts'
import { CALL_TIMEOUT_MS, MAX_RETRIES } from '#src/rules/constants.ts'
import { isRecord } from '#src/rules/is-record.ts'

/**
 * How a call ended. `rejected` is an error answer of the API; `failed` is anything else: no network,
 * a timeout, or an answer that is not the API's (with its `status`, if there was one).
 */
export type Outcome<Reply> = { kind: 'ok'; body: Reply } | Unsuccessful

export type Unsuccessful =
  | {
      kind: 'rejected'
      status: number
      message: string | undefined
      field: string | undefined
      /** The whole answer, e.g. with both versions of a conflict. */
      body: unknown
    }
  | { kind: 'failed'; cause: unknown; status: number | undefined }

export interface CallOptions<E extends EndpointName> {
  body?: RequestBody<E>
  /** The parameter of the path, e.g. `:id`. */
  param?: string
  query?: Record<string, string>
  /** Sent as `Idempotency-Key`: requests with one key take effect once, so the call may be retried. */
  idempotencyKey?: string
  /** Retries of a failed call, within the same time limit; 1 for a GET and for a call with a key. */
  retries?: number
  /** Runs before each retry with the outcome of the attempt. */
  onRetry?: (outcome: Unsuccessful) => void
  /** The request outlives the page. */
  keepalive?: boolean
  /** Sends the request instead of `fetch`, e.g. a file with its progress, or with more time. */
  send?: (url: string, init: RequestInit) => Promise<Response>
}

/** The options of a call; optional if the call has no body. */
type CallArgs<E extends EndpointName> =
  RequestBody<E> extends undefined
    ? [options?: CallOptions<E>]
    : [options: CallOptions<E> & { body: RequestBody<E> }]

/** Delay before a retry, in milliseconds. */
export const RETRY_DELAY_MS = 400

/** Share of the remaining time for an attempt that may be retried. */
const RETRIED_SHARE = 0.55

let handleUnauthorized = (): void => undefined

/** Sets the handler of a call that finds that the session has ended. */
export function onUnauthorized(handler: () => void): void {
  handleUnauthorized = handler
}

/** Calls whose 401 is about a password, not about the session. */
const PASSWORD_CALLS: readonly EndpointName[] = [
  'POST /auth/login',
  'POST /auth/google',
  'PUT /auth/password',
  'DELETE /users/account',
]

/** Makes one call. Never throws; ends within `CALL_TIMEOUT_MS`, retries included. */
export async function call<E extends EndpointName>(
  endpoint: E,
  ...[options = {}]: CallArgs<E>
): Promise<Outcome<ResponseBody<E>>> {
  const isSafe = endpoint.startsWith('GET ') || options.idempotencyKey !== undefined
  const retries = options.retries ?? (isSafe ? MAX_RETRIES : 0)
  const end = performance.now() + CALL_TIMEOUT_MS
  const toTimeoutMs = (retriesLeft: number): number => {
    const remaining = Math.max(0, end - performance.now())
    return Math.floor(retriesLeft > 0 ? remaining * RETRIED_SHARE : remaining)
  }
  let outcome = await attempt(endpoint, options, toTimeoutMs(retries))
  for (let retry = 1; retry <= retries && isRetryable(outcome); retry++) {
    options.onRetry?.(outcome)
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
    outcome = await attempt(endpoint, options, toTimeoutMs(retries - retry))
  }
  if (outcome.kind === 'rejected' && outcome.status === 401 && !PASSWORD_CALLS.includes(endpoint))
    handleUnauthorized()
  return outcome
}

const isRetryable = (outcome: Outcome<unknown>): outcome is Unsuccessful =>
  outcome.kind === 'failed' || (outcome.kind === 'rejected' && outcome.status >= 500)

/** One attempt of a call, aborted after `timeoutMs`. Never throws. */
async function attempt<E extends EndpointName>(
  endpoint: E,
  options: CallOptions<E>,
  timeoutMs: number,
): Promise<Outcome<ResponseBody<E>>> {
  let status: number | undefined
  try {
    const response = await (options.send ?? fetch)(toUrl(endpoint, options), {
      ...toInit(endpoint, options),
      signal: AbortSignal.timeout(timeoutMs),
    })
    status = response.status
    const text = await response.text()
    return toOutcome(endpoint, response, text === '' ? null : JSON.parse(text))
  } catch (cause) {
    return { kind: 'failed', cause, status }
  }
}

export function toUrl<E extends EndpointName>(
  endpoint: E,
  options: Pick<CallOptions<E>, 'param' | 'query'>,
): string {
  const path = endpoint.slice(endpoint.indexOf(' ') + 1)
  const filled = path.replace(/:\w+/, encodeURIComponent(options.param ?? ''))
  const query = options.query ? `?${new URLSearchParams(options.query)}` : ''
  return PUBLIC_API_URL.replace(/\/$/, '') + filled + query
}

function toInit<E extends EndpointName>(endpoint: E, options: CallOptions<E>): RequestInit {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey
  const init: RequestInit = { method: endpoint.slice(0, endpoint.indexOf(' ')), headers }
  if (options.body !== undefined) init.body = JSON.stringify(options.body)
  if (options.keepalive) init.keepalive = true
  // Sign-up is the one call without a credentials option (spec §7).
  if (endpoint !== 'POST /auth/signup') init.credentials = 'include'
  return init
}

/** A 200 of these without `success: true` is rejected (spec §4, §7). */
const needsSuccess = (endpoint: EndpointName): boolean =>
  /^\w+ \/(?:cart|wishlist|users\/update)\b/.test(endpoint)

function toOutcome<E extends EndpointName>(
  endpoint: E,
  response: Response,
  body: unknown,
): Outcome<ResponseBody<E>> {
  const { status } = response
  if (response.ok) {
    if (!isRecord(body))
      return { kind: 'failed', cause: new TypeError('The answer is not a JSON object'), status }
    if (!needsSuccess(endpoint) || body['success'] === true)
      return { kind: 'ok', body: body as ResponseBody<E> }
  }
  // A refusal may have no body.
  const { message, field } = isRecord(body) ? body : {}
  return { kind: 'rejected', status, message: textOf(message), field: textOf(field), body }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
