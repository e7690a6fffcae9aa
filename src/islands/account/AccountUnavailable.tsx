import { useStore } from '@nanostores/react'
import { accountMessages } from '#src/rules/messages/account.ts'
import { loginPath } from '#src/rules/paths.ts'
import { $sessionLoading, refreshUser } from '#src/stores/session.ts'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'

interface Props {
  /** Why nobody is known, when it is not that nobody is signed in. */
  error: string | null
  /** Page to come back to after logging in. */
  path: string
}

/** Nobody is known here: a visitor, or an answer that did not come. */
export function AccountUnavailable({ error, path }: Props) {
  const asking = useStore($sessionLoading, { ssr: 'initial' })
  if (error)
    return (
      <EmptyState
        title={error}
        text="Your account is safe; it only could not be asked for just now."
        action={
          <Button busy={asking} onClick={() => void refreshUser()}>
            Try again
          </Button>
        }
      />
    )
  return (
    <EmptyState
      title={accountMessages.profile.noUserData}
      text="Log in to see your profile, your orders and your wishlist."
      action={
        <a href={loginPath(path)} className={buttonClass()}>
          Log in
        </a>
      }
    />
  )
}
