import { PUBLIC_PASSWORD_MIN } from 'astro:env/client'
import { useState } from 'react'
import type { User } from '#src/contract/account.ts'
import { validateNewPassword } from '#src/rules/account/account-validation.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { paths } from '#src/rules/paths.ts'
import { changePassword } from '#src/stores/profile.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { CodeField, PasswordField, Username } from '../form/PasswordField.tsx'
import { useCodeField } from '../form/use-code-field.ts'
import { useForm } from '../form/use-form.ts'

const { account } = accountMessages

const FORM_ID = 'change-password'

/** Change Password opens its form in place (docs/decisions/product.md#change-password). */
export function PasswordSection({ user }: { user: User }) {
  const [open, setOpen] = useState(false)
  if (!user.hasPassword)
    return (
      <div className="flex flex-col items-start gap-5">
        <p>You sign in with Google, so this account has no password of its own.</p>
        <ButtonLink href={paths.forgotPassword} variant="secondary">
          Set a password
        </ButtonLink>
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

interface FormProps {
  /** The username for password managers. */
  email: string
  onSuccess: () => void
}

function PasswordForm({ email, onSuccess }: FormProps) {
  const code = useCodeField()
  const { form, field, failure, busy, ready } = useForm({
    validate: (read) => ({
      currentPassword: read('currentPassword') ? undefined : account.currentPasswordMissing,
      newPassword: validateNewPassword(read('newPassword'), PUBLIC_PASSWORD_MIN),
    }),
    onSubmit: async (read) => {
      const result = await changePassword({
        currentPassword: read('currentPassword'),
        newPassword: read('newPassword'),
        ...code.readCode(read),
      })
      code.handleResult(result)
      if (result.ok) {
        toast.success(result.message || account.passwordChanged)
        onSuccess()
      }
      return result
    },
    fieldAliases: { password: 'newPassword' },
  })
  return (
    <form {...form} className="flex flex-col gap-6">
      <Username email={email} />
      <PasswordField
        {...field('currentPassword')}
        label="Current password"
        autoComplete="current-password"
        required
      />
      <PasswordField
        {...field('newPassword')}
        label="New password"
        autoComplete="new-password"
        hint={`At least ${PUBLIC_PASSWORD_MIN} characters.`}
        required
      />
      {code.isAsked && <CodeField {...field('code')} />}
      <Button type="submit" busy={busy} disabled={!ready} className="self-start">
        {busy ? 'Saving...' : 'Save password'}
      </Button>
      {failure && <Notice kind="error">{failure}</Notice>}
    </form>
  )
}
