import { PUBLIC_PASSWORD_MIN } from 'astro:env/client'
import { useEffect, useState } from 'react'
import { validateNewPassword, validatePasswordConfirmation } from '#src/rules/account-validation.ts'
import { paths } from '#src/rules/paths.ts'
import {
  listenToLinks,
  removeLinkToken,
  resetPassword,
  takeLinkToken,
} from '#src/stores/recovery.ts'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { PasswordField } from './form/PasswordField.tsx'
import { useForm } from './form/use-form.ts'

/** The form of /reset-password, opened by the link of the email. */
export function ResetPasswordForm() {
  /** Undefined until the URL has been read; null without a token. */
  const [token, setToken] = useState<string | null>()
  const [done, setDone] = useState('')
  const { form, field, failure, busy, ready } = useForm({
    validate: (read) => ({
      password: validateNewPassword(read('password'), PUBLIC_PASSWORD_MIN),
      confirmPassword: validatePasswordConfirmation(read('password'), read('confirmPassword')),
    }),
    onSubmit: async (read) => {
      const result = await resetPassword(token ?? '', read('password'))
      if (result.ok) {
        removeLinkToken()
        setDone(result.message)
      }
      return result
    },
  })
  useEffect(() => {
    const readToken = () => {
      setToken(takeLinkToken())
      setDone('')
    }
    readToken()
    return listenToLinks(readToken)
  }, [])

  if (done)
    return (
      <div className="flex flex-col items-start gap-8">
        <Notice kind="success">{done}</Notice>
        <a href={paths.login} className={buttonClass()}>
          Log in
        </a>
      </div>
    )
  if (token === undefined) return <Skeleton className="h-80 w-full" />
  if (token === null) return <MissingToken />
  return (
    <form {...form} className="flex flex-col gap-6">
      <PasswordField
        {...field('password')}
        label="New password"
        autoComplete="new-password"
        hint={`At least ${PUBLIC_PASSWORD_MIN} characters.`}
        required
      />
      <PasswordField
        {...field('confirmPassword')}
        label="Confirm new password"
        autoComplete="new-password"
        required
      />
      <Button type="submit" busy={busy} disabled={!ready}>
        {busy ? 'Saving...' : 'Set the password'}
      </Button>
      {failure && (
        <Notice kind="error">
          {failure}{' '}
          <a href={paths.forgotPassword} className="link">
            Ask for a new link
          </a>
        </Notice>
      )}
    </form>
  )
}

const MissingToken = () => (
  <div className="flex flex-col items-start gap-8">
    <Notice>
      This page opens from the link in the mail. If yours does not work, ask for a new one.
    </Notice>
    <a href={paths.forgotPassword} className={buttonClass()}>
      Ask for a link
    </a>
  </div>
)
