import { paths } from '#src/rules/paths.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { AccountUnavailable } from './account/AccountUnavailable.tsx'
import { EditProfileForm } from './account/edit/EditProfileForm.tsx'
import { useRequiredUser } from './hooks/use-account.ts'

/** /profile/edit. A newer profile from the server does not replace typed values. */
export function EditProfilePage() {
  const { user, sessionReady, error } = useRequiredUser()
  if (user) return <EditProfileForm key={user.uid} user={user} />
  return sessionReady ? (
    <AccountUnavailable error={error} path={paths.editProfile} />
  ) : (
    <EditSkeleton />
  )
}

const EditSkeleton = () => (
  <div className="flex scripting-only flex-col gap-10" role="status">
    <span className="sr-only">Loading your profile...</span>
    <div className="flex items-center justify-between py-3">
      <Skeleton className="h-12 w-24" />
      <Skeleton className="h-12 w-40" />
    </div>
    {['info', 'addresses'].map((section) => (
      <div
        key={section}
        className="grid gap-x-16 gap-y-6 border-t border-line pt-10 lg:grid-cols-[18rem_minmax(0,1fr)]"
      >
        <Skeleton className="h-7 w-40" />
        <div className="grid max-w-3xl gap-6 sm:grid-cols-2">
          {[0, 1, 2, 3].map((field) => (
            <Skeleton key={field} className="h-20" />
          ))}
        </div>
      </div>
    ))}
  </div>
)
