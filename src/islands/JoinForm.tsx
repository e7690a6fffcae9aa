import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { ACCOUNT_LIMITS } from '#src/contract/form-limits.ts'
import { ROLE_NAMES } from '#src/contract/values.ts'
import { paths } from '#src/rules/paths.ts'
import { $invitation, acceptInvitation, type Invitation } from '#src/stores/invitation.ts'
import { $linkToken, removeLinkToken } from '#src/stores/mailed-links.ts'
import { unloaded } from '#src/stores/query.ts'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { NewPasswordFields, Username, validateNewPasswords } from './form/PasswordField.tsx'
import { useForm } from './form/use-form.ts'

const MISSING = 'This page opens from the link in the mail of an invitation.'

/** The form of /join, opened by the link of an invitation. */
export function JoinForm() {
  const token = useStore($linkToken, { ssr: 'initial' })
  const { data: invitation, error } = useStore($invitation, { ssr: () => unloaded })
  const [accepted, setAccepted] = useState({ token: '', message: '' })

  if (token === null) return <NoInvitation text={MISSING} />
  if (token !== undefined && accepted.token === token)
    return (
      <div className="flex flex-col items-start gap-8">
        <Notice kind="success">{accepted.message}</Notice>
        <ButtonLink href={paths.login}>Log in</ButtonLink>
      </div>
    )
  if (error !== null) return <NoInvitation text={error} />
  if (!token || !invitation) return <Skeleton className="h-80 w-full" />
  return (
    <AcceptForm
      token={token}
      invitation={invitation}
      onAccepted={(message) => {
        removeLinkToken()
        setAccepted({ token, message })
      }}
    />
  )
}

const NoInvitation = ({ text }: { text: string }) => (
  <div className="flex flex-col items-start gap-8">
    <Notice>{text}</Notice>
    <ButtonLink href={paths.shop} variant="secondary">
      Continue Shopping
    </ButtonLink>
  </div>
)

interface Props {
  token: string
  invitation: Invitation
  onAccepted: (message: string) => void
}

function AcceptForm({ token, invitation, onAccepted }: Props) {
  const { email, role, hasAccount } = invitation
  const { form, field, failure, busy, ready } = useForm({
    validate: (read) =>
      hasAccount
        ? {}
        : {
            name: read('name').trim() ? undefined : 'Please enter your name.',
            ...validateNewPasswords(read),
          },
    onSubmit: async (read) => {
      const fields = hasAccount ? {} : { name: read('name'), password: read('password') }
      const result = await acceptInvitation(token, fields)
      if (result.ok) onAccepted(result.message)
      return result
    },
  })
  return (
    <form {...form} className="flex flex-col gap-6">
      <p className="text-muted">
        You are invited as {ROLE_NAMES[role]}, with the address{' '}
        <strong className="font-medium break-words text-ink">{email}</strong>.
        {hasAccount && ' Your account keeps its name and password.'}
      </p>
      {!hasAccount && (
        <>
          <Field
            {...field('name')}
            label="Full name"
            autoComplete="name"
            maxLength={ACCOUNT_LIMITS.name}
            required
          />
          <Username email={email} />
          <NewPasswordFields field={field} />
        </>
      )}
      <Button type="submit" busy={busy} disabled={!ready}>
        {busy ? 'Saving...' : 'Accept the invitation'}
      </Button>
      {failure && <Notice kind="error">{failure}</Notice>}
    </form>
  )
}
