import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { User } from '#src/contract/account.ts'
import { validateEmail } from '#src/rules/account/account-validation.ts'
import { $resendCooldown, startResendCooldown } from '#src/stores/mailed-links.ts'
import { resendVerification } from '#src/stores/sign-in.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmailField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { useForm } from '../form/use-form.ts'

interface Props {
  /** The account by the uid of its sign-up; absent for the signed-in user. */
  uid?: string | undefined
  /** Whether the email has to be typed, because the account is unknown. */
  needsEmail?: boolean
  /** A plain link instead of a bordered button. */
  compact?: boolean | undefined
}

/** Requests a new verification link, at most once a minute. */
export function ResendLink({ uid, needsEmail = false, compact }: Props) {
  const wait = useStore($resendCooldown, { ssr: 'initial' })
  const [sent, setSent] = useState('')
  const { form, field, failure, busy, ready } = useForm({
    validate: (read) => (needsEmail ? { email: validateEmail(read('email')) } : {}),
    onSubmit: async (read) => {
      setSent('')
      const account = needsEmail ? { email: read('email') } : uid ? { uid } : {}
      const result = await resendVerification(account)
      if (result.ok) {
        setSent(result.message)
        startResendCooldown()
      }
      return result
    },
  })

  return (
    <form {...form} className="flex flex-col items-start gap-5">
      {needsEmail && (
        <div className="w-full">
          <EmailField {...field('email')} autoComplete="email" />
        </div>
      )}
      <Button
        type="submit"
        variant={compact ? 'quiet' : 'secondary'}
        size={compact ? 'flush' : 'regular'}
        busy={busy}
        disabled={!ready}
        aria-disabled={wait > 0}
      >
        {busy ? 'Sending...' : 'Send the link again'}
      </Button>
      {sent && <Notice kind="success">{sent}</Notice>}
      {failure && <Notice kind="error">{failure}</Notice>}
      {wait > 0 && <p className="text-sm text-muted figures">You can ask again in {wait} s.</p>}
    </form>
  )
}

interface ReminderProps {
  user: User
  /** One line, for pages with another purpose. */
  compact?: boolean
}

/** For an unverified account: the reminder and a new link. Nothing for a verified one. */
export function VerifyEmailReminder({ user, compact }: ReminderProps) {
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
