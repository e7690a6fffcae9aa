import type { EndpointName, RequestBody, ResponseBody } from '#src/contract/endpoints.ts'

/** Time after which a call without an answer has failed; an import of thousands of rows takes some. */
const TIMEOUT_MS = 60_000

export interface Failure {
  ok: false
  /** 0 when there was no answer. */
  status: number
  /** A sentence for the editor. */
  message: string
  /** The field that is at fault; empty otherwise. */
  field: string
  /** The whole answer, e.g. with both versions of a conflict. */
  body: Record<string, unknown>
}

export type Result<Body> = { ok: true; body: Body } | Failure

export interface CallOptions<E extends EndpointName> {
  body?: RequestBody<E>
  /** A file in place of a JSON body. */
  file?: Blob
  /** The path's `:id`. */
  id?: string
  query?: Record<string, string>
  /** Called with the share of the file that has been sent, from 0 to 1. */
  onProgress?: (share: number) => void
}

let handleUnauthorized = (): void => undefined

/** Sets what runs when a call finds that the session has ended. */
export function onUnauthorized(handler: () => void): void {
  handleUnauthorized = handler
}

export function toUrl(endpoint: EndpointName, { id, query }: CallOptions<EndpointName>): string {
  const path = endpoint
    .slice(endpoint.indexOf(' ') + 1)
    .replace(':id', encodeURIComponent(id ?? ''))
  return `/api${path}${query ? `?${new URLSearchParams(query)}` : ''}`
}

/** Makes one call. Never throws. */
export async function call<E extends EndpointName>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<Result<ResponseBody<E>>> {
  const method = endpoint.slice(0, endpoint.indexOf(' '))
  const url = toUrl(endpoint, options as CallOptions<EndpointName>)
  const answer = options.file
    ? await sendFile(method, url, options.file, options.onProgress)
    : await sendJson(method, url, options.body)
  if (!answer) return toFailure(0, {})
  const { status, text } = answer
  const body = parseObject(text)
  if (status >= 200 && status < 300) {
    if (body) return { ok: true, body: body as ResponseBody<E> }
    return { ok: true, body: text as ResponseBody<E> }
  }
  const failure = toFailure(status, body ?? {})
  // With a field it is a wrong password or code, not the end of the session.
  if (status === 401 && failure.field === '') handleUnauthorized()
  return failure
}

interface Answer {
  status: number
  text: string
}

async function sendJson(method: string, url: string, body: unknown): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      method,
      headers: { 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  } catch {
    return undefined
  }
}

/** With XMLHttpRequest, because fetch does not report the progress of an upload. */
const sendFile = (
  method: string,
  url: string,
  file: Blob,
  onProgress?: (share: number) => void,
): Promise<Answer | undefined> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.timeout = TIMEOUT_MS
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () =>
      resolve({ status: request.status, text: request.responseText }),
    )
    for (const event of ['error', 'timeout', 'abort'])
      request.addEventListener(event, () => resolve(undefined))
    request.send(file)
  })

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const toFailure = (status: number, body: Record<string, unknown>): Failure => ({
  ok: false,
  status,
  message:
    textOf(body['message']) ||
    (status === 0
      ? 'The shop cannot be reached. Check the connection and try again.'
      : 'Something went wrong. Please try again.'),
  field: textOf(body['field']),
  body,
})
