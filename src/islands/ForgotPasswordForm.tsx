import { useState } from 'react'
import { validateEmail } from '#src/rules/account-validation.ts'
import { paths } from '#src/rules/paths.ts'
import { forgotPassword } from '#src/stores/mailed-links.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { useForm } from './form/use-form.ts'

/** The form of /forgot-password; the response is the same whether the account exists or not. */
export function ForgotPasswordForm() {
  const [sent, setSent] = useState('')
  const { form, field, failure, busy, ready } = useForm({
    validate: (read) => ({ email: validateEmail(read('email')) }),
    onSubmit: async (read) => {
      setSent('')
      const result = await forgotPassword(read('email'))
      if (result.ok) setSent(result.message)
      return result
    },
  })

  return (
    <form {...form} className="flex flex-col gap-6">
      <Field
        {...field('email')}
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        required
      />
      <Button type="submit" busy={busy} disabled={!ready}>
        {busy ? 'Sending...' : 'Send the link'}
      </Button>
      {sent && <Notice kind="success">{sent}</Notice>}
      {failure && <Notice kind="error">{failure}</Notice>}
      <p className="text-muted">
        Remembered it?{' '}
        <a href={paths.login} className="inline-flex min-h-11 items-center text-ink link">
          Log in
        </a>
      </p>
    </form>
  )
}
