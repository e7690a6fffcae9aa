import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { type Role, STAFF_ROLES } from '#src/contract/values.ts'
import { count } from '#src/rules/count.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { request, useCall } from '../app/api.ts'
import { formatDateTime } from '../app/time.ts'
import { toast } from '../app/toasts.tsx'
import { useTextDraft } from '../record/use-text-draft.ts'
import { confirm } from '../ui/confirm.tsx'
import { Badge, OptionSelect, Page } from '../ui/controls.tsx'
import { LinedList } from '../ui/LinedList.tsx'
import { Loaded, Pager } from '../ui/Loaded.tsx'
import { PageSection } from '../ui/PageSection.tsx'

type StaffData = ResponseBody<'GET /admin/staff'>
type Person = StaffData['staff'][number]

const roleLabels: Record<Role, string> = {
  customer: 'No access',
  editor: 'Editor',
  admin: 'Admin',
}
const ROLE_OPTIONS = STAFF_ROLES.map((role) => [role, roleLabels[role]] as const)

/** Who may use the studio: for admins only. */
export function TeamPage() {
  const staff = useCall('GET /admin/staff')

  return (
    <Page title="Team">
      <Loaded from={staff}>
        {(data) => (
          <div className="flex flex-col gap-10">
            <LinedList>
              {data.staff.map((person) => (
                <PersonRow key={person.id} person={person} />
              ))}
            </LinedList>
            <Invitations invitations={data.invitations} />
            <AuditLog />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** Makes a change, says what came of it and shows the staff as it is then. */
function useChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (send: () => Promise<{ message: string }>) => send(),
    onSuccess: ({ message }) => toast.success(message),
    onSettled: () => client.invalidateQueries({ queryKey: ['GET /admin/staff'] }),
  })
}

function PersonRow({ person }: { person: Person }) {
  const { mutate } = useChange()
  const { id, name, email, role, hasSecondFactor, sessions, lastSeenAt, isSelf } = person
  const changeRole = async (next: Role) => {
    const confirmed = await confirm({
      title: `${name}: ${roleLabels[next]}?`,
      text: 'The sessions of this person end, and their open invitations are withdrawn.',
      confirmLabel: 'Change the role',
    })
    if (confirmed)
      mutate(() => request('PUT /admin/staff/:id', { param: id, body: { role: next } }))
  }
  const removeSecondFactor = async () => {
    const confirmed = await confirm({
      title: `Remove the second factor of ${name}?`,
      text: 'Do it only when this person has lost the device, and you are sure who asks.',
      confirmLabel: 'Remove it',
    })
    if (confirmed) mutate(() => request('DELETE /admin/staff/:id/second-factor', { param: id }))
  }
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3 text-sm">
      <span className="min-w-48 flex-1">
        <span className="block font-medium">
          {name} {isSelf && <span className="text-muted">(you)</span>}
        </span>
        <span className="block text-muted">{email}</span>
      </span>
      {hasSecondFactor && <Badge kind="good">Second factor</Badge>}
      <span className="text-muted figures">
        {lastSeenAt ? `Last seen ${formatDateTime(lastSeenAt)}` : 'Not signed in yet'}
        {sessions > 0 && `, ${count(sessions, 'device')}`}
      </span>
      <OptionSelect
        label={`Role of ${name}`}
        value={role}
        disabled={isSelf}
        options={[...ROLE_OPTIONS, ['customer', roleLabels.customer]]}
        onChange={(event) => void changeRole(event.target.value as Role)}
      />
      {sessions > 0 && !isSelf && (
        <Button
          variant="secondary"
          aria-label={`End the sessions of ${name}`}
          onClick={() => mutate(() => request('DELETE /admin/staff/:id/sessions', { param: id }))}
        >
          End sessions
        </Button>
      )}
      {hasSecondFactor && !isSelf && (
        <Button
          variant="secondary"
          aria-label={`Remove the second factor of ${name}`}
          onClick={() => void removeSecondFactor()}
        >
          Remove second factor
        </Button>
      )}
    </li>
  )
}

function Invitations({ invitations }: Pick<StaffData, 'invitations'>) {
  const change = useChange()
  const [email = '', setEmail] = useTextDraft('invitation')
  const [role, setRole] = useState<(typeof STAFF_ROLES)[number]>('editor')
  const invite = useMutation({
    mutationFn: () => request('POST /admin/invitations', { body: { email, role } }),
    onSuccess: (invited) => {
      setEmail(undefined)
      change.mutate(async () => invited)
    },
    // The form says what is wrong.
    onError: () => undefined,
  })
  return (
    <PageSection title="Invitations">
      <form
        noValidate
        className="flex max-w-2xl flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          invite.mutate()
        }}
      >
        <span className="min-w-60 flex-1">
          <Field
            label="Email"
            name="invite-email"
            type="email"
            required
            value={email}
            error={invite.error?.message}
            onChange={(event) => setEmail(event.target.value)}
          />
        </span>
        <OptionSelect
          label="Role of the invited person"
          value={role}
          options={ROLE_OPTIONS}
          className="min-h-12"
          onChange={(event) => setRole(event.target.value as typeof role)}
        />
        <Button type="submit" className="min-h-12">
          Invite
        </Button>
      </form>
      <ul className="flex flex-col">
        {invitations.map(({ id, email: invited, role: invitedRole, invitedBy, expiresAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line py-2 text-sm"
          >
            <span className="min-w-48 flex-1">{invited}</span>
            <span>{roleLabels[invitedRole]}</span>
            <span className="text-muted">
              by {invitedBy}, until {formatDateTime(expiresAt)}
            </span>
            <Button
              variant="secondary"
              aria-label={`Withdraw the invitation of ${invited}`}
              onClick={() =>
                change.mutate(() => request('DELETE /admin/invitations/:id', { param: id }))
              }
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}

/** What members of the staff did, the newest first. */
function AuditLog() {
  const [page, setPage] = useState(1)
  const listed = useCall('GET /admin/audit', { query: { page: String(page) } })
  return (
    <PageSection title="Audit log" className="gap-3">
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
    </PageSection>
  )
}
