import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { User } from '#src/contract/account.ts'
import type { SettingsTexts } from '#src/contract/content.ts'
import { formatDay, toIndianDay } from '#src/rules/dates.ts'
import { paths } from '#src/rules/paths.ts'
import { ButtonLink, PlainButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { checkIcon, editIcon } from '#src/ui/icons.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { AccountUnavailable } from './account/AccountUnavailable.tsx'
import { InfoPanel } from './account/InfoPanel.tsx'
import { OrdersPanel } from './account/OrdersPanel.tsx'
import { VerifyEmailReminder } from './account/ResendLink.tsx'
import { SettingsPanel } from './account/SettingsPanel.tsx'
import { useAccount } from './account/use-account.ts'
import { WishlistPanel } from './account/WishlistPanel.tsx'

/** /profile: the user, and tabs for the profile, the orders, the wishlist and the settings. */
export function ProfilePage({ settings }: { settings: SettingsTexts }) {
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
          settings: <SettingsPanel user={user} texts={settings} />,
        }}
      />
    </div>
  )
}

const headerClass = 'flex flex-wrap items-center gap-x-5 gap-y-6 sm:gap-x-8'
const headerTextClass = 'flex min-w-0 flex-[1_1_12rem] flex-col gap-3 sm:flex-[1_1_18rem]'
const avatarSize = 'size-16 shrink-0 max-sm:self-start sm:size-28'

const ProfileSkeleton = () => (
  <div className="flex scripting-only flex-col gap-10" role="status">
    <span className="sr-only">Loading your profile...</span>
    <div className={headerClass}>
      <Skeleton className={`${avatarSize} rounded-full`} />
      <div className={headerTextClass}>
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

const capitalize = (role: string) => role.charAt(0).toUpperCase() + role.slice(1)

/** Photo, name, email, badges, and the link to /profile/edit. */
function ProfileHeader({ user }: { user: User }) {
  return (
    <div className={headerClass}>
      <Avatar photo={user.photoURL} />
      <div className={headerTextClass}>
        <div>
          <h2 className="text-heading wrap-anywhere">{user.displayName}</h2>
          <p className="[overflow-wrap:anywhere] text-muted">{user.email}</p>
        </div>
        <ul className="flex flex-wrap items-center gap-2" aria-label="Account">
          <Badge>Role: {capitalize(user.role)}</Badge>
          <Badge>Active</Badge>
          {user.isVerified && (
            <Badge>
              <Icon path={checkIcon} className="size-3.5" />
              Verified
            </Badge>
          )}
          {user.created_at._seconds > 0 && (
            <li className="text-sm text-muted sm:ps-1">
              Joined {formatDay(toIndianDay(user.created_at._seconds * 1_000))}
            </li>
          )}
        </ul>
      </div>
      <ButtonLink href={paths.editProfile} variant="secondary" className="max-sm:w-full">
        <Icon path={editIcon} className="size-4" />
        Edit Profile
      </ButtonLink>
    </div>
  )
}

const Badge = ({ children }: { children: ReactNode }) => (
  <li className="inline-flex min-h-7 items-center gap-1.5 border border-accent px-2.5 text-[0.8125rem] tracking-[0.04em] text-accent">
    {children}
  </li>
)

const avatarClass = `${avatarSize} rounded-full border border-line`

/** The photo at `photo`, or a drawing if there is none or it does not load. */
function Avatar({ photo }: { photo: string }) {
  const [failedPhoto, setFailedPhoto] = useState('')
  if (!photo || failedPhoto === photo) return <AvatarPlaceholder />
  return (
    <img
      src={photo}
      alt=""
      width={112}
      height={112}
      referrerPolicy="no-referrer"
      decoding="async"
      onError={() => setFailedPhoto(photo)}
      className={`${avatarClass} bg-frame object-cover`}
    />
  )
}

const AvatarPlaceholder = () => (
  <svg
    viewBox="0 0 112 112"
    className={`${avatarClass} bg-surface fill-none stroke-accent`}
    strokeWidth="1.25"
    strokeLinejoin="round"
    aria-hidden="true"
    data-placeholder-avatar
  >
    <circle cx="56" cy="43" r="17" />
    <path d="M56 62c-18 0-29 10-32 27 9 8 20 12 32 12s23-4 32-12c-3-17-14-27-32-27z" />
    <path d="M56 66c7 8 7 20 0 29-7-9-7-21 0-29zM43 72c-5 5-6 13 0 21M69 72c5 5 6 13 0 21" />
  </svg>
)

const PROFILE_TABS = [
  { key: 'info', label: 'Profile Info' },
  { key: 'orders', label: 'Orders' },
  { key: 'wishlist', label: 'Wishlist' },
  { key: 'settings', label: 'Settings' },
] as const

type ProfileTab = (typeof PROFILE_TABS)[number]['key']

const FIRST = PROFILE_TABS[0].key

/** Returns the tab of the `tab` query parameter; the first by default. */
const parseProfileTab = (search: string): ProfileTab => {
  const param = new URLSearchParams(search).get('tab')
  return PROFILE_TABS.find(({ key }) => key === param)?.key ?? FIRST
}

/** Returns the tab that a key selects, by the tabs pattern of the WAI-ARIA APG; null for other keys. */
function findTabForKey(tab: ProfileTab, pressedKey: string): ProfileTab | null {
  const count = PROFILE_TABS.length
  const index = PROFILE_TABS.findIndex(({ key }) => key === tab)
  const targets: Record<string, number> = {
    ArrowRight: (index + 1) % count,
    ArrowLeft: (index - 1 + count) % count,
    Home: 0,
    End: count - 1,
  }
  return PROFILE_TABS[targets[pressedKey] ?? -1]?.key ?? null
}

interface ProfileTabsProps {
  panels: Record<ProfileTab, ReactNode>
}

/** Tabs whose open one is a query parameter, so that it can be linked to. */
function ProfileTabs({ panels }: ProfileTabsProps) {
  // Rendered only in the browser, once the session is known.
  const [open, setOpen] = useState(() => parseProfileTab(location.search))
  // An opened panel stays mounted, with its typed values.
  const [mounted, setMounted] = useState<readonly ProfileTab[]>([open])
  const tabList = useRef<HTMLDivElement>(null)

  function select(tab: ProfileTab) {
    setOpen(tab)
    setMounted((current) => (current.includes(tab) ? current : [...current, tab]))
    const url = new URL(location.href)
    if (tab === PROFILE_TABS[0].key) url.searchParams.delete('tab')
    else url.searchParams.set('tab', tab)
    history.replaceState(history.state, '', url)
  }

  function handleKeyDown(event: KeyboardEvent) {
    const tab = findTabForKey(open, event.key)
    if (!tab) return
    event.preventDefault()
    select(tab)
    tabList.current?.querySelector<HTMLElement>(`#tab-${tab}`)?.focus()
  }

  return (
    <div className="flex flex-col gap-10">
      <div
        ref={tabList}
        role="tablist"
        aria-label="Your account"
        className="-mx-gutter flex [scrollbar-width:none] gap-1 overflow-x-auto border-b border-line px-gutter sm:mx-0 sm:px-0"
      >
        {PROFILE_TABS.map(({ key, label }) => (
          <PlainButton
            key={key}
            role="tab"
            id={`tab-${key}`}
            aria-controls={`panel-${key}`}
            aria-selected={key === open}
            tabIndex={key === open ? 0 : -1}
            onClick={() => select(key)}
            onKeyDown={handleKeyDown}
            className="-mb-px min-h-12 border-b-2 border-transparent px-3 whitespace-nowrap text-muted -outline-offset-4 transition-colors duration-200 first:ps-0 hover:text-ink aria-selected:border-accent aria-selected:text-ink sm:px-4"
          >
            {label}
          </PlainButton>
        ))}
      </div>
      {PROFILE_TABS.map(({ key }) => (
        <div
          key={key}
          role="tabpanel"
          id={`panel-${key}`}
          aria-labelledby={`tab-${key}`}
          hidden={key !== open}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: panels without controls need it (APG)
          tabIndex={0}
          className="outline-offset-8"
        >
          {mounted.includes(key) && panels[key]}
        </div>
      ))}
    </div>
  )
}
