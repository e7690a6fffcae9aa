import { useEffect, useState } from 'react'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { call } from '../api.ts'
import { formatDateTime } from '../time.ts'
import { Tool } from '../ui/controls.tsx'

type Entries = ResponseBody<'GET /admin/audit'>['entries']

/** What members of the staff did, the newest first. */
export function AuditLog() {
  const [entries, setEntries] = useState<Entries>()
  const [page, setPage] = useState(1)
  const [pageCount, setPageCount] = useState(1)
  const [message, setMessage] = useState('')
  useEffect(() => {
    void call('GET /admin/audit', { query: { page: String(page) } }).then((result) => {
      setMessage(result.ok ? '' : result.message)
      if (!result.ok) return
      setPageCount(result.body.pageCount)
      setEntries((before) =>
        page === 1 ? result.body.entries : [...(before ?? []), ...result.body.entries],
      )
    })
  }, [page])
  return (
    <section aria-labelledby="audit" className="flex flex-col gap-3">
      <h2 id="audit" className="text-xl">
        Audit log
      </h2>
      {message && (
        <p role="alert" className="text-danger">
          {message}
        </p>
      )}
      {entries?.length === 0 && <p className="text-sm text-muted">There is no entry yet.</p>}
      <ol className="flex flex-col">
        {entries?.map(({ id, at, by, subject }) => (
          <li
            key={id}
            className="grid gap-x-6 border-b border-line py-2 text-sm sm:grid-cols-[14rem_10rem_1fr]"
          >
            <span className="text-muted figures">{formatDateTime(at)}</span>
            <span>{by || 'A deleted account'}</span>
            <span className="min-w-0 wrap-anywhere">{subject}</span>
          </li>
        ))}
      </ol>
      {page < pageCount && (
        <Tool className="self-start" onClick={() => setPage(page + 1)}>
          Show earlier ones
        </Tool>
      )}
    </section>
  )
}
