import { paths } from '#src/rules/paths.ts'
import { AccountUnavailable } from './account/AccountUnavailable.tsx'
import { InfoPanel } from './account/InfoPanel.tsx'
import { OrdersPanel } from './account/OrdersPanel.tsx'
import { ProfileHeader } from './account/ProfileHeader.tsx'
import { ProfileSkeleton } from './account/ProfileSkeleton.tsx'
import { ProfileTabs } from './account/ProfileTabs.tsx'
import { SettingsPanel } from './account/SettingsPanel.tsx'
import { VerifyEmailReminder } from './account/VerifyEmailReminder.tsx'
import { WishlistPanel } from './account/WishlistPanel.tsx'
import { useAccount } from './hooks/use-account.ts'

/** /profile: who the user is, what they ordered and wish for, and how their account is kept. */
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
