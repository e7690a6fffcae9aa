import type { ReactNode } from 'react'
import type { User } from '#src/contract/account.ts'
import { formatDate } from '#src/rules/dates.ts'
import { paths } from '#src/rules/paths.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Avatar } from './Avatar.tsx'

const capital = (role: string) => role.charAt(0).toUpperCase() + role.slice(1)

/** Who it is: photo, name, address, badges, and the way to edit. */
export function ProfileHeader({ user }: { user: User }) {
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-6">
      <Avatar photo={user.photoURL} />
      <div className="flex min-w-0 flex-[1_1_18rem] flex-col gap-3">
        <div>
          <h2 className="text-heading break-words">{user.displayName}</h2>
          <p className="[overflow-wrap:anywhere] text-muted">{user.email}</p>
        </div>
        <ul className="flex flex-wrap items-center gap-2" aria-label="Account">
          <Badge>Role: {capital(user.role)}</Badge>
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
