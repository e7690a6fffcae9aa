import { useState } from 'react'
import { validateEmail } from '#src/rules/account/account-validation.ts'
import { paths } from '#src/rules/paths.ts'
import { forgotPassword } from '#src/stores/mailed-links.ts'
import { Button, QuestionLink } from '#src/ui/Button.tsx'
import { EmailField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { useForm } from './form/use-form.ts'

/** The form of /forgot-password. The response is the same for existing and unknown accounts. */
export function ForgotPasswordForm({ question }: { question: string }) {
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
      <EmailField {...field('email')} />
      <Button type="submit" busy={busy} disabled={!ready}>
        {busy ? 'Sending...' : 'Send the link'}
      </Button>
      {sent && <Notice kind="success">{sent}</Notice>}
      {failure && <Notice kind="error">{failure}</Notice>}
      <QuestionLink question={question} href={paths.login} label="Log in" />
    </form>
  )
}
