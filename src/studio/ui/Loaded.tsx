import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { EndpointName, ResponseBody } from '#src/contract/endpoints.ts'
import { type CallOptions, call } from '../api.ts'
import { Tool } from './controls.tsx'

interface Loading<Body> {
  /** Undefined before the first answer; stays while it is read again. */
  body: Body | undefined
  /** Why the last call failed; empty otherwise. */
  message: string
  load: () => Promise<void>
}

/**
 * Makes a call that reads, and again when its options or `version` change. An answer that a later
 * call has overtaken is dropped.
 */
export function useCall<E extends EndpointName>(
  endpoint: E,
  options: CallOptions<E> = {},
  version?: string | number,
): Loading<ResponseBody<E>> {
  const [body, setBody] = useState<ResponseBody<E>>()
  const [message, setMessage] = useState('')
  const latest = useRef(0)
  const key = JSON.stringify(options)
  const load = useCallback(async () => {
    const request = ++latest.current
    const result = await call(endpoint, JSON.parse(key) as CallOptions<E>)
    if (request !== latest.current) return
    setMessage(result.ok ? '' : result.message)
    if (result.ok) setBody(result.body)
  }, [endpoint, key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is to be read again
  useEffect(() => void load(), [load, version])
  return { body, message, load }
}

interface Props<Body> {
  from: Loading<Body>
  children: (body: Body) => ReactNode
}

/** What a call has read; before that a line that says so, and a retry when it failed. */
export const Loaded = <Body,>({ from: { body, message, load }, children }: Props<Body>) => (
  <>
    {message && (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-danger">
        {message}
        <Tool onClick={() => void load()}>Try again</Tool>
      </div>
    )}
    {body === undefined && !message && (
      <p role="status" className="text-muted">
        Loading…
      </p>
    )}
    {body !== undefined && children(body)}
  </>
)

interface PagerProps {
  page: number
  pageCount: number
  onChange: (page: number) => void
}

/** The pages of a list with the newest first; nothing for one page. */
export const Pager = ({ page, pageCount, onChange }: PagerProps) =>
  pageCount > 1 && (
    <p className="flex items-center gap-3 text-sm figures">
      <Tool disabled={page <= 1} onClick={() => onChange(page - 1)}>
        Newer
      </Tool>
      {page} of {pageCount}
      <Tool disabled={page >= pageCount} onClick={() => onChange(page + 1)}>
        Older
      </Tool>
    </p>
  )
