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
    this.current = (body as { current?: unknown } | null | undefined)?.current
  }
}

/** With more time than a shopper's call. */
const send = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })

/** Makes one call. @throws CallError unless it is successful. */
export async function request<E extends EndpointName>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<ResponseBody<E>> {
  const input = { send, ...options } as CallOptions<EndpointName>
  const outcome = await call<EndpointName>(endpoint, input as never)
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
    // What was done may have waited.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['GET /editor/waiting'] }),
    onError: (error, _given, _context, { options }) => {
      if (!options.onError) toast.error(error.message)
    },
  }),
})

/** What a GET answers, read again for another `version`; until then what it answered before. */
export const useCall = <E extends EndpointName>(
  endpoint: E,
  options: CallOptions<E> = {},
  version?: string | number,
) =>
  useQuery({
    queryKey: [endpoint, options, version],
    queryFn: () => request(endpoint, options),
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
