import type { User } from '#src/contract/account.ts'
import { ResendLink } from './ResendLink.tsx'

/** For accounts whose address is not proven yet, with a new link at hand. */
export function UnverifiedReminder({ user }: { user: User }) {
  if (user.isVerified) return null
  return (
    <section
      aria-label="Verify your email"
      className="flex flex-wrap items-start justify-between gap-x-12 gap-y-5 border border-line bg-surface p-6"
    >
      <p className="max-w-xl flex-[1_1_20rem]">
        Your email is not verified yet. Follow the link we sent to{' '}
        <span className="font-medium [overflow-wrap:anywhere]">{user.email}</span>, so that nobody
        else can use your address.
      </p>
      <ResendLink />
    </section>
  )
}
