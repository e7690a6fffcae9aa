import { PUBLIC_PASSWORD_MIN } from 'astro:env/client'
import { type ComponentProps, useState } from 'react'
import {
  validateNewPassword,
  validatePasswordConfirmation,
} from '#src/rules/account/account-validation.ts'
import { PlainButton } from '#src/ui/Button.tsx'
import { Field, FieldLayout, type FieldProps, fieldAriaProps, Input } from '#src/ui/Field.tsx'
import type { FieldReader } from './use-form.ts'

type Props = FieldProps & ComponentProps<'input'>

/** A password input with a button that shows it. Pasting and password managers work. */
export function PasswordField({ label, error, hint, id, name, ...rest }: Props) {
  const [shown, setShown] = useState(false)
  const key = id ?? name
  return (
    <FieldLayout id={key} label={label} error={error} hint={hint} required={rest.required}>
      <div className="relative">
        <Input
          id={key}
          name={name}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...rest}
          {...fieldAriaProps(key, { error, hint })}
          type={shown ? 'text' : 'password'}
          className="pe-[min(5rem,22vw)]"
        />
        <PlainButton
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-controls={key}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 end-0 scripting-only min-w-[min(4rem,18vw)] px-[min(1rem,4vw)] text-sm text-muted underline decoration-edge underline-offset-4 -outline-offset-4 hover:text-ink"
        >
          {shown ? 'Hide' : 'Show'}
        </PlainButton>
      </div>
    </FieldLayout>
  )
}

/** The address under which password managers store the password. */
export const Username = ({ email }: { email: string }) => (
  <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
)

/** The code of an account that has a second factor. */
export const CodeField = (props: { name: string; error: string | undefined }) => (
  <Field
    {...props}
    label="Code"
    hint="Of your authenticator app, or a recovery code."
    autoComplete="one-time-code"
    required
  />
)

export const validateNewPasswords = (read: FieldReader) => ({
  password: validateNewPassword(read('password'), PUBLIC_PASSWORD_MIN),
  confirmPassword: validatePasswordConfirmation(read('password'), read('confirmPassword')),
})

interface NewPasswordProps {
  field: (name: 'password' | 'confirmPassword') => { name: string; error: string | undefined }
  label?: string
  /** Follows the rule about the length. */
  advice?: string
}

/** A new password, typed twice. */
export const NewPasswordFields = ({ field, label = 'Password', advice = '' }: NewPasswordProps) => (
  <>
    <PasswordField
      {...field('password')}
      label={label}
      autoComplete="new-password"
      hint={`At least ${PUBLIC_PASSWORD_MIN} characters.${advice}`}
      required
    />
    <PasswordField
      {...field('confirmPassword')}
      label={`Confirm ${label.toLowerCase()}`}
      autoComplete="new-password"
      required
    />
  </>
)
