import { PUBLIC_PASSWORD_MIN } from 'astro:env/client'
import { validateNewPassword } from '#src/rules/account-validation.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { changePassword } from '#src/stores/profile.ts'
import { say } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { PasswordField } from '../form/PasswordField.tsx'
import { useForm } from '../form/use-form.ts'

const { account } = accountMessages

interface Props {
  /** For password managers: whose password it is. */
  email: string
  onSuccess: () => void
}

export function PasswordForm({ email, onSuccess }: Props) {
  const { form, field, failure, busy, ready } = useForm({
    validate: (read) => ({
      currentPassword: read('currentPassword') ? undefined : account.currentPasswordMissing,
      newPassword: validateNewPassword(read('newPassword'), PUBLIC_PASSWORD_MIN),
    }),
    onSubmit: async (read) => {
      const answer = await changePassword(read('currentPassword'), read('newPassword'))
      if (answer.ok) {
        say.success(answer.message || account.passwordChanged)
        onSuccess()
      }
      return answer
    },
    fieldAliases: { password: 'newPassword' },
  })
  return (
    <form {...form} className="flex flex-col gap-6">
      <input name="username" autoComplete="username" value={email} readOnly className="hidden" />
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
      <Button type="submit" busy={busy} disabled={!ready} className="self-start">
        {busy ? 'Saving...' : 'Save password'}
      </Button>
      {failure && <Notice kind="error">{failure}</Notice>}
    </form>
  )
}
