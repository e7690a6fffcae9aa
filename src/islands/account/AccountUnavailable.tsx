import { useStore } from '@nanostores/react'
import { accountMessages } from '#src/rules/messages/account.ts'
import { loginPath } from '#src/rules/paths.ts'
import { $sessionLoading, refreshUser } from '#src/stores/session.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState, LoadFailed } from '#src/ui/EmptyState.tsx'

interface Props {
  /** Error of loading the session; null for a visitor. */
  error: string | null
  /** The page to return to after logging in. */
  path: string
}

/** Account pages without a user: the session failed to load, or a visitor has to log in. */
export function AccountUnavailable({ error, path }: Props) {
  const loading = useStore($sessionLoading, { ssr: 'initial' })
  if (error)
    return (
      <LoadFailed
        message={error}
        hint="Your account is safe; it only could not be asked for just now."
        busy={loading}
        onRetry={() => void refreshUser()}
      />
    )
  return (
    <EmptyState
      title={accountMessages.profile.noUserData}
      text="Log in to see your profile, your orders and your wishlist."
      action={<ButtonLink href={loginPath(path)}>Log in</ButtonLink>}
    />
  )
}
