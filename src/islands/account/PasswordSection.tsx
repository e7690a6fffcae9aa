import { useState } from 'react'
import type { User } from '#src/contract/account.ts'
import { paths } from '#src/rules/paths.ts'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { PasswordForm } from './PasswordForm.tsx'

const FORM_ID = 'change-password'

/** Change Password opens its form in place; an account without one is shown how to get one. */
export function PasswordSection({ user }: { user: User }) {
  const [open, setOpen] = useState(false)
  if (!user.hasPassword)
    return (
      <div className="flex flex-col items-start gap-5">
        <p>You sign in with Google, so this account has no password of its own.</p>
        <a href={paths.forgotPassword} className={buttonClass('secondary')}>
          Set a password
        </a>
      </div>
    )
  return (
    <div className="flex flex-col items-start gap-8">
      <Button
        variant="secondary"
        aria-expanded={open}
        aria-controls={FORM_ID}
        onClick={() => setOpen(!open)}
      >
        Change Password
      </Button>
      <div id={FORM_ID} hidden={!open} className="w-full max-w-md">
        {open && <PasswordForm email={user.email} onSuccess={() => setOpen(false)} />}
      </div>
    </div>
  )
}
