import { paths } from '#src/rules/paths.ts'
import { AccountUnavailable } from './account/AccountUnavailable.tsx'
import { EditProfileForm } from './account/edit/EditProfileForm.tsx'
import { EditSkeleton } from './account/edit/EditSkeleton.tsx'
import { useRequiredUser } from './hooks/use-account.ts'

/** /profile/edit. A newer profile from the server never replaces what is being typed. */
export function EditProfilePage() {
  const { user, sessionReady, error } = useRequiredUser()
  if (user) return <EditProfileForm key={user.uid} user={user} />
  return sessionReady ? (
    <AccountUnavailable error={error} path={paths.editProfile} />
  ) : (
    <EditSkeleton />
  )
}
