import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { type Role, STAFF_ROLES, type StaffRole } from '#src/contract/values.ts'
import { count } from '#src/rules/count.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { request, useCall } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'
import { useDraft } from '../record/use-draft.ts'
import { confirm } from '../ui/confirm.tsx'
import { Badge, OptionSelect, Page } from '../ui/controls.tsx'
import { LinedList } from '../ui/LinedList.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { PageSection } from '../ui/PageSection.tsx'
import { AuditLog } from './AuditLog.tsx'
import { ROLE_LABELS } from './role-labels.ts'

type StaffData = ResponseBody<'GET /admin/staff'>
type Person = StaffData['staff'][number]

const ROLE_OPTIONS = STAFF_ROLES.map((role) => [role, ROLE_LABELS[role]] as const)

/** Describes the rights of each role to admins. */
const ROLE_TEXTS: Record<StaffRole, string> = {
  packer: 'packs and sends orders and counts the stock: no prices, customers, team or exports.',
  editor: 'looks after catalogue, texts, orders and messages: no customers, no team.',
  admin: 'can do everything.',
}

/** The members of the team. Only admins see them. */
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
            <AuditLog staff={data.staff} />
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
      title: `${name}: ${ROLE_LABELS[next]}?`,
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
        {lastSeenAt ? `Last seen ${formatInstant(lastSeenAt)}` : 'Not signed in yet'}
        {sessions > 0 && `, ${count(sessions, 'device')}`}
      </span>
      <OptionSelect
        label={`Role of ${name}`}
        value={role}
        disabled={isSelf}
        options={[...ROLE_OPTIONS, ['customer', ROLE_LABELS.customer]]}
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
  const draft = useDraft('invitation')
  const { email = '' } = draft.typed
  const [role, setRole] = useState<(typeof STAFF_ROLES)[number]>('editor')
  const invite = useMutation({
    mutationFn: () => request('POST /admin/invitations', { body: { email, role } }),
    onSuccess: (invited) => {
      draft.clear()
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
            onChange={(event) => draft.change({ email: event.target.value })}
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
      <ul className="flex flex-col gap-1 text-sm text-muted">
        {STAFF_ROLES.map((name) => (
          <li key={name}>
            <span className="font-medium text-ink">{ROLE_LABELS[name]}</span>: {ROLE_TEXTS[name]}
          </li>
        ))}
      </ul>
      <ul className="flex flex-col">
        {invitations.map(({ id, email: invited, role: invitedRole, invitedBy, expiresAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line py-2 text-sm"
          >
            <span className="min-w-48 flex-1">{invited}</span>
            <span>{ROLE_LABELS[invitedRole]}</span>
            <span className="text-muted">
              by {invitedBy}, until {formatInstant(expiresAt)}
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
