import { useState } from 'react'
import type { ContentBody } from '#src/contract/content.ts'
import { validateEmail, validateName } from '#src/rules/account/account-validation.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { paths, withNext } from '#src/rules/paths.ts'
import { redirectToVerifyEmail } from '#src/stores/navigation.ts'
import { setPendingSignup, signUp } from '#src/stores/sign-in.ts'
import { toFormDraftKey } from '#src/stores/storage.ts'
import { Button, QuestionLink } from '#src/ui/Button.tsx'
import { CheckboxField, EmailField, Field } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { useNextPath, useRedirectAfterSignIn } from './account/use-account.ts'
import { NewPasswordFields, validateNewPasswords } from './form/PasswordField.tsx'
import { type FieldReader, useForm } from './form/use-form.ts'

const { account, signup } = accountMessages
const DRAFT_KEY = toFormDraftKey('signup')

/** Time to read the success message before the redirect. */
const REDIRECT_DELAY_MS = 1_200

const validate = (read: FieldReader) => ({
  displayName: validateName(read('displayName')),
  email: validateEmail(read('email')),
  ...validateNewPasswords(read),
  terms: read('terms') ? undefined : account.termsMissing,
})

type Props = Pick<ContentBody<'signup'>, 'passwordHint' | 'question'>

/** The form of /signup. */
export function SignupForm({ passwordHint, question }: Props) {
  const next = useNextPath()
  const [created, setCreated] = useState(false)
  const { form, field, failure, busy, ready } = useForm({
    validate,
    onSubmit: async (read) => {
      const email = read('email').trim()
      const result = await signUp({ name: read('displayName'), email, password: read('password') })
      if (!result.ok) return result
      setCreated(true)
      if (result.uid) {
        setPendingSignup({ uid: result.uid, email })
        setTimeout(redirectToVerifyEmail, REDIRECT_DELAY_MS)
      }
      return result
    },
    fieldAliases: { name: 'displayName' },
    navigatesOnSuccess: true,
    draftKey: DRAFT_KEY,
  })
  useRedirectAfterSignIn(busy)

  return (
    <form {...form} className="flex flex-col gap-5">
      <Field {...field('displayName')} label="Full name" autoComplete="name" required />
      <EmailField {...field('email')} />
      <NewPasswordFields field={field} advice={` ${passwordHint}`} />
      <CheckboxField
        {...field('terms')}
        required
        label={
          <>
            I have read and accept the{' '}
            <a href={paths.terms} target="_blank" rel="noopener" className="link">
              terms
            </a>
            .
          </>
        }
      />
      <Button type="submit" busy={busy && !created} disabled={!ready} aria-disabled={created}>
        {busy && !created ? 'Creating Account...' : 'Create Account'}
      </Button>
      {created && <Notice kind="success">{signup.created}</Notice>}
      {failure && <Notice kind="error">{failure}</Notice>}
      <QuestionLink question={question} href={withNext(paths.login, next)} label="Log in" />
    </form>
  )
}
