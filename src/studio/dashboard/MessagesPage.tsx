import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CONTACT_STATES, type ContactState } from '#src/contract/values.ts'
import { request, useCall } from '../api.ts'
import { formatDateTime } from '../time.ts'
import { Badge, Page, Select } from '../ui/controls.tsx'
import { Loaded, Pager } from '../ui/Loaded.tsx'

const stateLabels: Record<ContactState, string> = { new: 'New', open: 'Open', done: 'Done' }
const STATE_OPTIONS = CONTACT_STATES.map((state) => [state, stateLabels[state]] as const)

/** Messages of the contact and partner forms, and what has been done about each. */
export function MessagesPage() {
  const [state, setState] = useState('')
  const [page, setPage] = useState(1)
  const listed = useCall('GET /editor/messages', {
    query: { page: String(page), ...(state ? { state } : {}) },
  })
  const changeState = useMutation({
    mutationFn: ({ id, next }: { id: string; next: ContactState }) =>
      request('PUT /editor/messages/:id', { param: id, body: { state: next } }),
    onSettled: () => listed.refetch(),
  })
  return (
    <Page
      title="Messages"
      actions={
        <Select
          label="State"
          value={state}
          options={[['', 'Every message'], ...STATE_OPTIONS]}
          onChange={(event) => {
            setState(event.target.value)
            setPage(1)
          }}
        />
      }
    >
      <Loaded from={listed}>
        {({ messages, pageCount }) => (
          <>
            {messages.length === 0 && <p className="text-muted">There is no message.</p>}
            <ul className="flex flex-col border-t border-line empty:hidden">
              {messages.map(({ id, topic, name, email, company, message, at, state: current }) => (
                <li key={id} className="flex flex-col gap-2 border-b border-line py-4 text-sm">
                  <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
                    <span className="font-medium">{name}</span>
                    <a href={`mailto:${email}`} className="inline-flex min-h-11 items-center link">
                      {email}
                    </a>
                    {company && <span className="text-muted">{company}</span>}
                    {topic === 'partner' && <Badge kind="note">Partner</Badge>}
                    <span className="text-muted">{formatDateTime(at)}</span>
                    <Select
                      label={`State of the message of ${name}`}
                      value={current}
                      options={STATE_OPTIONS}
                      className="ms-auto"
                      onChange={(event) =>
                        changeState.mutate({ id, next: event.target.value as ContactState })
                      }
                    />
                  </p>
                  <p className="max-w-3xl whitespace-pre-wrap">{message}</p>
                </li>
              ))}
            </ul>
            <Pager page={page} pageCount={pageCount} onChange={setPage} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
