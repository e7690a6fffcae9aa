import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { User } from '#src/contract/account.ts'
import { brand } from '#src/rules/brand.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { getPathAfterSignIn, paths, withNext } from '#src/rules/paths.ts'
import { $linkToken } from '#src/stores/mailed-links.ts'
import { replaceLocation } from '#src/stores/navigation.ts'
import { unloaded } from '#src/stores/query.ts'
import { readPendingSignup } from '#src/stores/sign-in.ts'
import { toastOnNextPage } from '#src/stores/toasts.ts'
import { $verification, retryVerification } from '#src/stores/verify-email.ts'
import { Button, ButtonLink, QuestionLink, TextLink } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { ResendLink } from './account/ResendLink.tsx'
import { useAccount, useNextPath } from './account/use-account.ts'

interface HeadProps {
  label: string
  title: string
}

/** /verify-email: "check your inbox", or the result of the verification link. */
export function VerifyEmail(head: HeadProps) {
  const { user } = useAccount()
  const token = useStore($linkToken, { ssr: 'initial' })
  const { data: verification, error, loading } = useStore($verification, { ssr: () => unloaded })

  if (token === null && user?.isVerified)
    return <Verified message={`${user.email} is verified.`} user={user} signedIn />
  if (verification?.kind === 'verified')
    return <Verified {...verification} user={user} resumes={verification.signedIn} />
  return (
    <>
      <Head {...head} />
      {token === undefined ? (
        <Skeleton className="h-40 w-full" />
      ) : token === null ? (
        <CheckInbox user={user} />
      ) : error !== null && !loading ? (
        <div className="flex flex-col items-start gap-8">
          <Notice kind="error">{error}</Notice>
          <Button onClick={() => void retryVerification()}>Try again</Button>
        </div>
      ) : verification ? (
        <div className="flex flex-col gap-8">
          <Notice kind="error">{verification.message}</Notice>
          <ResendLink needsEmail={!user} />
          <LoginLink />
        </div>
      ) : (
        <Notice>Checking your link...</Notice>
      )}
    </>
  )
}

const Head = ({ label, title }: HeadProps) => (
  <div className="flex flex-col gap-3">
    <p className="label text-accent">{label}</p>
    <h1 className="text-heading">{title}</h1>
  </div>
)

/** Shows the email of the signed-in user, otherwise that of the account signed up in this browser. */
function CheckInbox({ user }: { user: User | null }) {
  const [pending] = useState(readPendingSignup)

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
      {user ? (
        <p>
          <TextLink href={paths.shop}>Continue Shopping</TextLink>
        </p>
      ) : (
        <LoginLink />
      )}
    </div>
  )
}

/** Link for a shopper who has opened the mailed link in another tab or browser. */
function LoginLink() {
  const href = withNext(paths.login, useNextPath())
  return <QuestionLink question="Verified already?" href={href} label="Log in" />
}

interface VerifiedProps {
  message: string
  /** True if this browser is signed in to the verified account. */
  signedIn: boolean
  user: User | null
  /** Opens the page from which the shopper went to the sign-up, without a press. */
  resumes?: boolean
}

/**
 * Continues to the requested page or to /complete-profile. A visitor logs in first. If it resumes, it replaces itself
 * in the history, so that Back does not return here.
 */
function Verified({ message, signedIn, user, resumes = false }: VerifiedProps) {
  const next = useNextPath()
  const path = signedIn
    ? getPathAfterSignIn(next, user ?? { address: '', role: 'customer' })
    : withNext(paths.login, next)
  const { label, title } = accountMessages.verification.done
  useEffect(() => {
    document.title = `${title} · ${brand.name}`
  }, [title])
  useEffect(() => {
    if (!resumes || next === null) return
    toastOnNextPage('success', message)
    replaceLocation(next)
  }, [resumes, next, message])
  return (
    <div className="flex flex-col items-start gap-8">
      <Head label={label} title={title} />
      <div className="max-w-full wrap-anywhere">
        <Notice kind="success">{message}</Notice>
      </div>
      <ButtonLink href={path}>{signedIn ? 'Continue' : 'Continue to log in'}</ButtonLink>
    </div>
  )
}
