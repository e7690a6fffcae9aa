import { paths } from '#src/rules/paths.ts'
import { AccountMissing } from './account/AccountMissing.tsx'
import { EditProfileForm } from './account/edit/EditProfileForm.tsx'
import { EditSkeleton } from './account/edit/EditSkeleton.tsx'
import { useMember } from './account/use-member.ts'

/** /profile/edit. A newer profile from the server never replaces what is being typed. */
export function EditProfilePage() {
  const { user, settled, error } = useMember()
  if (user) return <EditProfileForm key={user.uid} user={user} />
  return settled ? <AccountMissing error={error} path={paths.editProfile} /> : <EditSkeleton />
}
