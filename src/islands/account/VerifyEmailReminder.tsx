import type { User } from '#src/contract/account.ts'
import { ResendLink } from './ResendLink.tsx'

interface Props {
  user: User
  /** One line, for pages with another purpose. */
  compact?: boolean
}

/** For an unverified account: the reminder and a new link. Nothing for a verified one. */
export function VerifyEmailReminder({ user, compact }: Props) {
  if (user.isVerified) return null
  return (
    <section
      aria-label="Verify your email"
      className={`flex flex-wrap justify-between bg-surface ${compact ? 'items-center gap-x-6 gap-y-2 px-6 py-3' : 'items-start gap-x-12 gap-y-5 border border-line p-6'}`}
    >
      {compact ? (
        <p className="text-body-sm">Your email address is not verified yet.</p>
      ) : (
        <p className="max-w-xl flex-[1_1_20rem]">
          Your email is not verified yet. Follow the link we sent to{' '}
          <span className="font-medium [overflow-wrap:anywhere]">{user.email}</span>, so that nobody
          else can use your address.
        </p>
      )}
      <ResendLink compact={compact} />
    </section>
  )
}
