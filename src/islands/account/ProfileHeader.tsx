import { type ReactNode, useState } from 'react'
import type { User } from '#src/contract/account.ts'
import { formatDate } from '#src/rules/dates.ts'
import { paths } from '#src/rules/paths.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'

const capitalize = (role: string) => role.charAt(0).toUpperCase() + role.slice(1)

/** Photo, name, email, badges, and the link to /profile/edit. */
export function ProfileHeader({ user }: { user: User }) {
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-6">
      <Avatar photo={user.photoURL} />
      <div className="flex min-w-0 flex-[1_1_18rem] flex-col gap-3">
        <div>
          <h2 className="text-heading wrap-anywhere">{user.displayName}</h2>
          <p className="[overflow-wrap:anywhere] text-muted">{user.email}</p>
        </div>
        <ul className="flex flex-wrap items-center gap-2" aria-label="Account">
          <Badge>Role: {capitalize(user.role)}</Badge>
          <Badge>Active</Badge>
          {user.isVerified && (
            <Badge>
              <Icon name="check" className="size-3.5" />
              Verified
            </Badge>
          )}
          <li className="text-sm text-muted sm:ps-1">
            Joined {formatDate(user.created_at._seconds * 1_000)}
          </li>
        </ul>
      </div>
      <a href={paths.editProfile} className={`${buttonClass('secondary')} max-sm:w-full`}>
        <Icon name="edit" className="size-4" />
        Edit Profile
      </a>
    </div>
  )
}

const Badge = ({ children }: { children: ReactNode }) => (
  <li className="inline-flex min-h-7 items-center gap-1.5 border border-accent px-2.5 text-[0.8125rem] tracking-[0.04em] text-accent">
    {children}
  </li>
)

const avatarClass = 'size-24 shrink-0 rounded-full border border-line sm:size-28'

/** The photo at `photo`, or a drawing where it is '' or does not load. */
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
