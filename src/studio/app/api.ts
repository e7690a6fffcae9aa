import { keepPreviousData, MutationCache, QueryClient, useQuery } from '@tanstack/react-query'
import { type CallOptions, call, type Unsuccessful } from '#src/api-client/call.ts'
import type { EndpointName, ResponseBody } from '#src/contract/endpoints.ts'
import { $isSessionOver } from './session.ts'
import { toast } from './toasts.tsx'

/** Time after which a call without an answer has failed; an import of thousands of rows takes some. */
const TIMEOUT_MS = 60_000

/** A call without success; the message is a sentence for the editor. */
export class CallError extends Error {
  override name = 'CallError'
  /** Undefined when there was no answer. */
  readonly status: number | undefined
  /** The field that is with the error; empty otherwise. */
  readonly field: string
  /** The version over which a save was refused. */
  readonly current: unknown
  /** The field by which a repeat confirms what the message asks. */
  readonly asks: string | undefined

  constructor(outcome: Unsuccessful) {
    const isReached = outcome.status !== undefined
    const {
      message = isReached
        ? 'Something went wrong. Please try again.'
        : 'The shop cannot be reached. Check the connection and try again.',
      field = '',
      body,
    } = outcome.kind === 'rejected' ? outcome : {}
    super(message)
    this.status = outcome.status
    this.field = field
    const { current, asks } = (body ?? {}) as { current?: unknown; asks?: string }
    this.current = current
    this.asks = asks
  }
}

/** The subject of errors of calls without an answer: the next answer ends their toast. */
const UNREACHABLE = 'unreachable'

/** With more time than a shopper's call. */
const send = (url: string, init: RequestInit, signals: AbortSignal[] = []): Promise<Response> =>
  fetch(url, { ...init, signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...signals]) })

/** Makes one call. @throws CallError unless it is successful. */
export async function request<E extends EndpointName>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<ResponseBody<E>> {
  const input = { send, ...options } as CallOptions<EndpointName>
  const outcome = await call<EndpointName>(endpoint, input as never)
  if (outcome.kind === 'ok' || outcome.status !== undefined) toast.end(UNREACHABLE)
  if (outcome.kind === 'ok') return outcome.body as ResponseBody<E>
  const error = new CallError(outcome)
  // With a field it is a wrong password or code.
  if (error.status === 401 && error.field === '') $isSessionOver.set(true)
  throw error
}

/** The API client repeats what may be repeated. A change that fails says so, unless its form does. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    // The call may have finished work that was waiting.
    // Not returned: the mutation itself would wait for the answer.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['GET /editor/waiting'] }),
    onError: (error, _given, _context, { options }) => {
      const subject = (error as Partial<CallError>).status === undefined ? UNREACHABLE : undefined
      if (!options.onError) toast.error(error.message, undefined, subject)
    },
  }),
})

/** Reads the answer of a GET, and reads it again if `version` changes. Until then it returns the previous answer. */
export const useCall = <E extends EndpointName>(
  endpoint: E,
  options: CallOptions<E> = {},
  version?: string | number,
) =>
  useQuery({
    queryKey: [endpoint, options, version],
    // A search that another one replaces is stopped, so that the server stops it, too.
    queryFn: (query) =>
      request(endpoint, {
        ...(endpoint.startsWith('POST ') && {
          send: (url: string, init: RequestInit) => send(url, init, [query.signal]),
        }),
        ...options,
      }),
    placeholderData: keepPreviousData,
  })

/** Sends a file with XMLHttpRequest, because fetch does not report the progress of an upload. */
export const sendFile =
  (file: Blob, onProgress: (share: number) => void) =>
  (url: string, { method = 'POST' }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const upload = new XMLHttpRequest()
      upload.open(method, url)
      upload.timeout = TIMEOUT_MS
      upload.setRequestHeader('Content-Type', file.type || 'application/octet-stream')
      upload.upload.addEventListener('progress', ({ loaded, total }) =>
        onProgress(total > 0 ? loaded / total : 0),
      )
      upload.addEventListener('load', () =>
        resolve(new Response(upload.responseText, { status: upload.status })),
      )
      for (const event of ['error', 'timeout', 'abort']) upload.addEventListener(event, reject)
      upload.send(file)
    })
