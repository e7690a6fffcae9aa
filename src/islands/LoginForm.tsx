import { useEffect, useState } from 'react'
import { validateEmail } from '#src/rules/account/account-validation.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { paths, withNext } from '#src/rules/paths.ts'
import { redirectAfterSignIn } from '#src/stores/navigation.ts'
import { cookieAccepted, type SignInResult, signIn, takeLoginEmail } from '#src/stores/sign-in.ts'
import { Button, QuestionLink, TextLink } from '#src/ui/Button.tsx'
import { EmailField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { GoogleButton } from './account/GoogleButton.tsx'
import { useCookiesDisabled, useNextPath, useRedirectAfterSignIn } from './account/use-account.ts'
import { CodeField, PasswordField } from './form/PasswordField.tsx'
import { useCodeField } from './form/use-code-field.ts'
import { useForm } from './form/use-form.ts'

const { account } = accountMessages

/** A sign-in without a stored cookie counts as failed (F17). */
const requireCookie = (result: SignInResult): SignInResult =>
  result.ok && !cookieAccepted()
    ? { ok: false, message: account.cookiesRequired, field: undefined }
    : result

/** The form of /login. A signed-in user is redirected. */
export function LoginForm({ question }: { question: string }) {
  const next = useNextPath()
  const cookiesDisabled = useCookiesDisabled()
  const [googleFailure, setGoogleFailure] = useState('')
  const code = useCodeField()
  const { form, field, failure, busy, ready } = useForm({
    validate: (read) => ({
      email: validateEmail(read('email')),
      password: read('password') ? undefined : account.passwordMissing,
    }),
    onSubmit: async (read) => {
      setGoogleFailure('')
      const result = requireCookie(
        await signIn({
          email: read('email'),
          password: read('password'),
          ...code.readCode(read),
        }),
      )
      code.handleResult(result)
      if (result.ok) redirectAfterSignIn(result.user)
      return result
    },
    navigatesOnSuccess: true,
  })

  useRedirectAfterSignIn(busy)
  // Fills in the address that a mailed link has just verified.
  useEffect(() => {
    const control = form.ref.current?.elements.namedItem('email')
    if (control instanceof HTMLInputElement && control.value === '')
      control.value = takeLoginEmail()
  }, [form.ref])

  function handleGoogleResult(response: SignInResult) {
    const result = requireCookie(response)
    if (!result.ok) setGoogleFailure(result.message)
  }

  const errorText = failure || googleFailure
  return (
    <div className="flex flex-col gap-6">
      {cookiesDisabled && (
        <Notice>Signing in needs cookies. Please allow them for this site.</Notice>
      )}
      <form {...form} className="flex flex-col gap-6">
        <EmailField {...field('email')} />
        <div className="flex flex-col gap-2">
          <PasswordField
            {...field('password')}
            label="Password"
            autoComplete="current-password"
            required
          />
          <TextLink href={paths.forgotPassword} className="self-end text-sm">
            Forgot your password?
          </TextLink>
        </div>
        {code.isAsked && <CodeField {...field('code')} />}
        <Button type="submit" busy={busy} disabled={!ready}>
          {busy ? 'Signing In...' : 'Sign In'}
        </Button>
      </form>
      <GoogleButton
        disabled={!ready || busy}
        onClick={() => setGoogleFailure('')}
        onResult={handleGoogleResult}
      />
      {errorText && <Notice kind="error">{errorText}</Notice>}
      <QuestionLink
        question={question}
        href={withNext(paths.signup, next)}
        label="Create an account"
      />
    </div>
  )
}
