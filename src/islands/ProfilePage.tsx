import { paths } from '#src/rules/paths.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { AccountUnavailable } from './account/AccountUnavailable.tsx'
import { InfoPanel } from './account/InfoPanel.tsx'
import { OrdersPanel } from './account/OrdersPanel.tsx'
import { ProfileHeader } from './account/ProfileHeader.tsx'
import { ProfileTabs } from './account/ProfileTabs.tsx'
import { SettingsPanel } from './account/SettingsPanel.tsx'
import { VerifyEmailReminder } from './account/VerifyEmailReminder.tsx'
import { WishlistPanel } from './account/WishlistPanel.tsx'
import { useAccount } from './hooks/use-account.ts'

/** /profile: the user, and tabs for the profile, the orders, the wishlist and the settings. */
export function ProfilePage() {
  const { user, sessionReady, error } = useAccount()
  if (!user)
    return sessionReady ? (
      <AccountUnavailable error={error} path={paths.profile} />
    ) : (
      <ProfileSkeleton />
    )
  return (
    <div className="flex flex-col gap-10">
      <ProfileHeader user={user} />
      <VerifyEmailReminder user={user} />
      <ProfileTabs
        panels={{
          info: <InfoPanel user={user} />,
          orders: <OrdersPanel orders={user.orders} />,
          wishlist: <WishlistPanel />,
          settings: <SettingsPanel user={user} />,
        }}
      />
    </div>
  )
}

const ProfileSkeleton = () => (
  <div className="flex scripting-only flex-col gap-10" role="status">
    <span className="sr-only">Loading your profile...</span>
    <div className="flex flex-wrap items-center gap-x-8 gap-y-6">
      <Skeleton className="size-24 rounded-full sm:size-28" />
      <div className="flex min-w-0 flex-[1_1_18rem] flex-col gap-3">
        <Skeleton className="h-12 w-3/4 max-w-96" />
        <Skeleton className="h-5 w-1/2 max-w-64" />
        <Skeleton className="h-7 w-2/3 max-w-80" />
      </div>
    </div>
    <Skeleton className="h-12 w-full" />
    <div className="grid gap-x-16 gap-y-6 sm:grid-cols-2">
      {[0, 1, 2, 3, 4, 5].map((field) => (
        <Skeleton key={field} className="h-16" />
      ))}
    </div>
  </div>
)
