import type { User } from '#src/contract/account.ts'
import { paths } from '#src/rules/paths.ts'
import { getPathAfterSignIn, withNext } from '#src/rules/redirects.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { useNextPath } from '../hooks/use-account.ts'

interface Props {
  signedIn: boolean
  user: User | null
}

/** Verified: on to the first details, or to the sign-in of a browser that knows nobody yet. */
export function VerifiedContinueLink({ signedIn, user }: Props) {
  const next = useNextPath()
  if (!signedIn)
    return (
      <a href={withNext(paths.login, next)} className={buttonClass()}>
        Continue to log in
      </a>
    )
  return (
    <a href={getPathAfterSignIn(next, { address: user?.address ?? '' })} className={buttonClass()}>
      Continue
    </a>
  )
}
