import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { paths } from '#src/rules/paths.ts'
import { $linkToken, removeLinkToken, resetPassword } from '#src/stores/mailed-links.ts'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { NewPasswordFields, validateNewPasswords } from './form/PasswordField.tsx'
import { useForm } from './form/use-form.ts'

/** The form of /reset-password, opened by the link of the email. */
export function ResetPasswordForm() {
  const token = useStore($linkToken, { ssr: 'initial' })
  const [done, setDone] = useState({ token: '', message: '' })
  const { form, field, failure, busy, ready } = useForm({
    validate: validateNewPasswords,
    onSubmit: async (read) => {
      const result = await resetPassword(token ?? '', read('password'))
      if (result.ok) {
        removeLinkToken()
        setDone({ token: token ?? '', message: result.message })
      }
      return result
    },
  })
  if (token && token === done.token)
    return (
      <div className="flex flex-col items-start gap-8">
        <Notice kind="success">{done.message}</Notice>
        <ButtonLink href={paths.login}>Log in</ButtonLink>
      </div>
    )
  if (token === undefined) return <Skeleton className="h-80 w-full" />
  if (token === null) return <MissingToken />
  return (
    <form {...form} className="flex flex-col gap-6">
      <NewPasswordFields field={field} label="New password" />
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
    <ButtonLink href={paths.forgotPassword}>Ask for a link</ButtonLink>
  </div>
)
