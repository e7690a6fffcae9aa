import { useEffect, useState } from 'react'
import { ACCOUNT_LIMITS } from '#src/contract/values.ts'
import { paths } from '#src/rules/paths.ts'
import {
  acceptInvitation,
  findInvitation,
  type Invitation,
  listenToLinks,
  removeLinkToken,
  takeLinkToken,
} from '#src/stores/mailed-links.ts'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { NewPasswordFields, validateNewPasswords } from './form/PasswordField.tsx'
import { useForm } from './form/use-form.ts'

type State =
  | { kind: 'loading' }
  | { kind: 'invalid'; message: string }
  | { kind: 'open'; token: string; invitation: Invitation }
  | { kind: 'done'; message: string }

const MISSING = 'This page opens from the link in the mail of an invitation.'
const ROLES = { editor: 'an editor', admin: 'an admin' } as const

/** The form of /join, opened by the link of an invitation. */
export function JoinForm() {
  const [state, setState] = useState<State>({ kind: 'loading' })
  useEffect(() => {
    const readLink = () => {
      const token = takeLinkToken()
      if (!token) return setState({ kind: 'invalid', message: MISSING })
      setState({ kind: 'loading' })
      void findInvitation(token).then((result) =>
        setState(
          result.ok
            ? { kind: 'open', token, invitation: result.invitation }
            : { kind: 'invalid', message: result.message },
        ),
      )
    }
    readLink()
    return listenToLinks(readLink)
  }, [])

  if (state.kind === 'loading') return <Skeleton className="h-80 w-full" />
  if (state.kind === 'invalid') return <Notice>{state.message}</Notice>
  if (state.kind === 'open')
    return (
      <AcceptForm
        token={state.token}
        invitation={state.invitation}
        onAccepted={(message) => {
          removeLinkToken()
          setState({ kind: 'done', message })
        }}
      />
    )
  return (
    <div className="flex flex-col items-start gap-8">
      <Notice kind="success">{state.message}</Notice>
      <ButtonLink href={paths.login}>Log in</ButtonLink>
    </div>
  )
}

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
        You are invited as {ROLES[role]}, with the address{' '}
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
          {/* Password managers store the password with this address. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
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
