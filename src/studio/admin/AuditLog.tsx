import { useState } from 'react'
import { formatDateTime } from '../time.ts'
import { Loaded, useCall } from '../ui/Loaded.tsx'
import { Pager } from '../ui/Pager.tsx'

/** What members of the staff did, the newest first. */
export function AuditLog() {
  const [page, setPage] = useState(1)
  const listed = useCall('GET /admin/audit', { query: { page: String(page) } })
  return (
    <section aria-labelledby="audit" className="flex flex-col gap-3">
      <h2 id="audit" className="text-xl">
        Audit log
      </h2>
      <Loaded from={listed}>
        {({ entries, pageCount }) => (
          <>
            {entries.length === 0 && <p className="text-sm text-muted">There is no entry yet.</p>}
            <ol className="flex flex-col">
              {entries.map(({ id, at, by, subject }) => (
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
            <Pager page={page} pageCount={pageCount} onChange={setPage} />
          </>
        )}
      </Loaded>
    </section>
  )
}
