import { useCallback, useEffect, useReducer, useState } from 'react'
import type { User } from '#src/contract/account.ts'
import { getPathAfterSignIn, paths, withNext } from '#src/rules/paths.ts'
import {
  listenToLinks,
  offerIntent,
  removeLinkToken,
  requestIntent,
  takeLinkToken,
  type Verification,
  verifyEmail,
} from '#src/stores/mailed-links.ts'
import { type PendingSignup, readPendingSignup, removePendingSignup } from '#src/stores/sign-in.ts'
import { Button, ButtonLink, QuestionLink } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { ResendLink } from './account/ResendLink.tsx'
import { useAccount, useNextPath } from './account/use-account.ts'

type State = { kind: 'waiting' } | { kind: 'inbox' } | { kind: 'checking' } | Verification

/** /verify-email: "check your inbox", or the result of the verification link. */
export function VerifyEmail() {
  const { user } = useAccount()
  const [state, setState] = useState<State>({ kind: 'waiting' })

  const check = useCallback(async () => {
    const token = takeLinkToken()
    if (!token) return setState({ kind: 'inbox' })
    setState({ kind: 'checking' })
    const verification = await verifyEmail(token)
    if (verification.kind !== 'failed') removeLinkToken()
    if (verification.kind === 'verified') removePendingSignup()
    setState(verification)
  }, [])

  useEffect(() => {
    void check()
    return listenToLinks(() => void check())
  }, [check])

  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const view = state.kind === 'waiting' || state.kind === 'inbox' ? state.kind : 'link'
  useEffect(() => {
    if (view === 'inbox') return offerIntent()
    // The tab that signed up has the intent: Continue links to it once it has arrived.
    return view === 'link' ? requestIntent(rerender) : undefined
  }, [view])

  switch (state.kind) {
    case 'waiting':
      return <Skeleton className="h-40 w-full" />
    case 'checking':
      return <Notice>Checking your link...</Notice>
    case 'inbox':
      return user?.isVerified ? (
        <Verified message={`${user.email} is verified.`} user={user} signedIn />
      ) : (
        <CheckInbox user={user} />
      )
    case 'verified':
      return <Verified message={state.message} user={user} signedIn={state.signedIn} />
    case 'rejected':
      return (
        <div className="flex flex-col gap-8">
          <Notice kind="error">{state.message}</Notice>
          <ResendLink needsEmail={!user} />
          <LoginLink />
        </div>
      )
    case 'failed':
      return (
        <div className="flex flex-col items-start gap-8">
          <Notice kind="error">{state.message}</Notice>
          <Button onClick={() => void check()}>Try again</Button>
        </div>
      )
  }
}

/** The email is that of the signed-in user, else of the account signed up in this browser. */
function CheckInbox({ user }: { user: User | null }) {
  const [pending, setPending] = useState<PendingSignup>()
  useEffect(() => setPending(readPendingSignup()), [])

  const email = user?.email ?? pending?.email
  return (
    <div className="flex flex-col gap-8">
      <p className="text-lead">
        {email ? (
          <>
            Please check your inbox. We have written to{' '}
            <strong className="font-medium [overflow-wrap:anywhere]">{email}</strong>, and the link
            in that email proves that the address is yours.{' '}
          </>
        ) : (
          'Please check your inbox: the link in our email proves that the address is yours. '
        )}
        If nothing is there in a minute, look among the unwanted mail, or ask for the link again.
      </p>
      <ResendLink uid={user ? undefined : pending?.uid} needsEmail={!email} />
      <LoginLink />
    </div>
  )
}

/** For a shopper who has followed the link in another tab or browser. */
function LoginLink() {
  const href = withNext(paths.login, useNextPath())
  return <QuestionLink question="Verified already?" href={href} label="Log in" />
}

interface VerifiedProps {
  message: string
  /** True when this browser is signed in to the verified account. */
  signedIn: boolean
  user: User | null
}

/** Continues to the requested page or to /complete-profile; a visitor logs in first. */
function Verified({ message, signedIn, user }: VerifiedProps) {
  const next = useNextPath()
  const path = signedIn
    ? getPathAfterSignIn(next, user ?? { address: '', role: 'customer' })
    : withNext(paths.login, next)
  return (
    <div className="flex flex-col items-start gap-8">
      <Notice kind="success">{message}</Notice>
      <ButtonLink href={path}>{signedIn ? 'Continue' : 'Continue to log in'}</ButtonLink>
    </div>
  )
}
