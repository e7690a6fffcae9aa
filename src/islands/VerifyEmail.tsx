import { useCallback, useEffect, useReducer, useState } from 'react'
import { borrowIntent, lendIntent } from '#src/stores/intent-loan.ts'
import { dropLinkToken, takeLinkToken } from '#src/stores/link-token.ts'
import { type Verification, verifyEmail } from '#src/stores/recovery.ts'
import { forgetNewAccount } from '#src/stores/sign-up-memory.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { CheckInbox } from './account/CheckInbox.tsx'
import { LogInLink } from './account/LogInLink.tsx'
import { ResendLink } from './account/ResendLink.tsx'
import { VerifiedContinueLink } from './account/VerifiedContinueLink.tsx'
import { useAccount } from './hooks/use-account.ts'

type State = { kind: 'waiting' } | { kind: 'inbox' } | { kind: 'checking' } | Verification

/** /verify-email: the inbox to look into, or what became of the link that was followed. */
export function VerifyEmail() {
  const account = useAccount()
  const [state, setState] = useState<State>({ kind: 'waiting' })

  const check = useCallback(async () => {
    const token = takeLinkToken()
    if (!token) return setState({ kind: 'inbox' })
    setState({ kind: 'checking' })
    const verification = await verifyEmail(token)
    if (verification.kind !== 'failed') dropLinkToken()
    if (verification.kind === 'verified') forgetNewAccount()
    setState(verification)
  }, [])

  useEffect(() => {
    void check()
  }, [check])

  const [, showAgain] = useReducer((times: number) => times + 1, 0)
  const place = state.kind === 'waiting' || state.kind === 'inbox' ? state.kind : 'link'
  useEffect(() => {
    if (place === 'inbox') return lendIntent()
    // The way on leads to what the tab that signed up wanted, once that is known.
    return place === 'link' ? borrowIntent(showAgain) : undefined
  }, [place])

  switch (state.kind) {
    case 'waiting':
      return <Skeleton className="h-40 w-full" />
    case 'checking':
      return <Notice>Checking your link...</Notice>
    case 'inbox':
      return <CheckInbox account={account} />
    case 'verified':
      return (
        <div className="flex flex-col items-start gap-8">
          <Notice kind="success">{state.message}</Notice>
          <VerifiedContinueLink signedIn={state.signedIn} user={account.user} />
        </div>
      )
    case 'rejected':
      return (
        <div className="flex flex-col gap-8">
          <Notice kind="error">{state.message}</Notice>
          <ResendLink needsEmail={!account.user} />
          <LogInLink />
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
