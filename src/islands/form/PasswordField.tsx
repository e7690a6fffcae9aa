import { type InputHTMLAttributes, useState } from 'react'
import { controlClass } from '#src/ui/control-class.ts'
import { FieldLayout, type FieldProps, fieldAriaProps } from '#src/ui/field-parts.tsx'

type Props = FieldProps & InputHTMLAttributes<HTMLInputElement>

/** A password input that can be shown; pasting and password managers work. */
export function PasswordField({ label, error, hint, id, name, ...rest }: Props) {
  const [shown, setShown] = useState(false)
  const key = id ?? name
  return (
    <FieldLayout id={key} label={label} error={error} hint={hint} required={rest.required}>
      <div className="relative">
        <input
          id={key}
          name={name}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...rest}
          {...fieldAriaProps(key, { error, hint })}
          type={shown ? 'text' : 'password'}
          className={`${controlClass} pe-20`}
        />
        <button
          type="button"
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-controls={key}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 end-0 scripting-only min-w-16 px-4 text-sm text-muted underline decoration-edge underline-offset-4 -outline-offset-4 hover:text-ink"
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      </div>
    </FieldLayout>
  )
}
