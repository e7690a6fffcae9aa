import { useEffect, useState } from 'react'
import { type NewAccount, newAccount } from '#src/stores/sign-up-memory.ts'
import { Notice } from '#src/ui/Notice.tsx'
import type { Account } from '../hooks/use-account.ts'
import { LogInLink } from './LogInLink.tsx'
import { ResendLink } from './ResendLink.tsx'
import { VerifiedContinueLink } from './VerifiedContinueLink.tsx'

/** "Check your inbox", for whoever has just signed up, is signed in, or has to say who they are. */
export function CheckInbox({ account: { user } }: { account: Account }) {
  const [known, setKnown] = useState<NewAccount>()
  useEffect(() => setKnown(newAccount()), [])

  if (user?.isVerified)
    return (
      <div className="flex flex-col items-start gap-8">
        <Notice kind="success">{user.email} is verified.</Notice>
        <VerifiedContinueLink signedIn user={user} />
      </div>
    )
  const email = user?.email ?? known?.email
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
      <ResendLink uid={user ? undefined : known?.uid} needsEmail={!email} />
      <LogInLink />
    </div>
  )
}
