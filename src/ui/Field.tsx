import type { ComponentProps, ReactNode } from 'react'

/** A text field without a label. The style sheet of the studio makes controls denser. */
export const Input = ({ className = '', ...rest }: ComponentProps<'input'>) => (
  <input {...rest} className={`form-control ${className}`} />
)

export const Textarea = ({ className = '', ...rest }: ComponentProps<'textarea'>) => (
  <textarea {...rest} className={`form-control ${className}`} />
)

export const Select = ({ className = '', ...rest }: ComponentProps<'select'>) => (
  <select {...rest} className={`form-control select-chevron ${className}`} />
)

/** A checkbox, or the radio button of a group. */
export const Tick = ({ type = 'checkbox', ...rest }: ComponentProps<'input'>) => (
  <input type={type} {...rest} className="tick" />
)

export interface FieldProps {
  label: ReactNode
  /** Also the id of the control unless `id` is given. */
  name: string
  error?: string | undefined
  hint?: string | undefined
}

/** ARIA attributes that link a control to its hint and its error. */
export const fieldAriaProps = (
  id: string,
  { error, hint }: Pick<FieldProps, 'error' | 'hint'>,
) => ({
  'aria-invalid': error ? (true as const) : undefined,
  'aria-describedby':
    [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
})

interface LayoutProps {
  id: string
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
  required?: boolean | undefined
  /** Instead of the label, which it contains. */
  heading?: ReactNode
  /** The space between its parts. */
  className?: string
  children: ReactNode
}

/** Label, control, hint and error. */
export function FieldLayout(props: LayoutProps) {
  const { id, label, error, hint, required, heading, className = 'gap-2', children } = props
  return (
    <div className={`group flex min-w-0 flex-col ${className}`}>
      {heading ?? (
        <label htmlFor={id} className="text-body-sm leading-snug font-medium">
          {label}
          {!required && <span className="font-normal text-muted"> (optional)</span>}
        </label>
      )}
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-sm leading-snug text-muted">
          {hint}
        </p>
      )}
      <FieldErrorMessage id={id} error={error} />
    </div>
  )
}

export function FieldErrorMessage({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p id={`${id}-error`} className="text-sm leading-snug font-medium text-danger">
      {error}
    </p>
  )
}

type InputProps = FieldProps & ComponentProps<'input'>

export function Field({ label, error, hint, id, name, ...rest }: InputProps) {
  const key = id ?? name
  const isRequired = rest.required || rest.readOnly
  return (
    <FieldLayout id={key} label={label} error={error} hint={hint} required={isRequired}>
      <Input id={key} name={name} {...rest} {...fieldAriaProps(key, { error, hint })} />
    </FieldLayout>
  )
}

/** The email address of an account. */
export const EmailField = (props: Omit<InputProps, 'label'>) => (
  <Field autoComplete="username" {...props} label="Email" type="email" inputMode="email" required />
)

export function SelectField(props: FieldProps & ComponentProps<'select'>) {
  const { label, error, hint, id, name, ...rest } = props
  const key = id ?? name
  return (
    <FieldLayout id={key} label={label} error={error} hint={hint} required={rest.required}>
      <Select id={key} name={name} {...rest} {...fieldAriaProps(key, { error, hint })} />
    </FieldLayout>
  )
}

export function TextareaField(props: FieldProps & ComponentProps<'textarea'>) {
  const { label, error, hint, id, name, rows = 6, ...rest } = props
  const key = id ?? name
  return (
    <FieldLayout id={key} label={label} error={error} hint={hint} required={rest.required}>
      <Textarea
        id={key}
        name={name}
        rows={rows}
        {...rest}
        {...fieldAriaProps(key, { error, hint })}
      />
    </FieldLayout>
  )
}

/** The label may contain a link, e.g. to the terms. */
export function CheckboxField({ label, error, hint, id, name, ...rest }: InputProps) {
  const key = id ?? name
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={key} className="flex min-h-11 items-center gap-3 text-body-sm">
        <Tick id={key} name={name} {...rest} {...fieldAriaProps(key, { error, hint })} />
        <span className="min-w-0 wrap-anywhere">{label}</span>
      </label>
      {hint && (
        <p id={`${key}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldErrorMessage id={key} error={error} />
    </div>
  )
}
