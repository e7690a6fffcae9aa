import { PUBLIC_API_URL } from 'astro:env/client'
import type { EndpointName, ResponseBody } from '#src/contract/endpoints.ts'
import type { CallOptions, Outcome } from './outcome.ts'

/** One attempt of a call, aborted after `timeoutMs`. Never throws. */
export async function attempt<E extends EndpointName>(
  endpoint: E,
  options: CallOptions<E>,
  timeoutMs: number,
): Promise<Outcome<ResponseBody<E>>> {
  let status: number | undefined
  try {
    const response = await fetch(toUrl(endpoint, options), {
      ...toInit(endpoint, options),
      signal: AbortSignal.timeout(timeoutMs),
    })
    status = response.status
    const body: unknown = await response.json()
    return toOutcome(endpoint, response, body)
  } catch (cause) {
    return { kind: 'failed', cause, status }
  }
}

function toUrl<E extends EndpointName>(endpoint: E, options: CallOptions<E>): string {
  const path = endpoint.slice(endpoint.indexOf(' ') + 1)
  const filled = path.replace(/:(?:id|slug)\b/, encodeURIComponent(options.param ?? ''))
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
  if (!isRecord(body))
    return { kind: 'failed', cause: new TypeError('The answer is not a JSON object'), status }
  if (response.ok && (!needsSuccess(endpoint) || body['success'] === true))
    return { kind: 'ok', body: body as ResponseBody<E> }
  return {
    kind: 'rejected',
    status,
    message: textOf(body['message']),
    field: textOf(body['field']),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
