import type {
  InputHTMLAttributes,
  ReactNode,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'react'

/** The classes of every text control. */
export const controlClass =
  'block min-h-12 w-full rounded-control border border-edge bg-page px-4 py-3 text-base leading-snug text-ink transition-colors duration-200 placeholder:text-muted hover:border-ink disabled:bg-surface disabled:text-muted [&:is(input,textarea):read-only]:bg-surface aria-invalid:border-danger'

/** The classes of a control of the studio. */
export const denseControlClass =
  'block min-h-10 rounded-control border border-edge bg-page px-3 py-1.5 text-sm leading-snug text-ink hover:border-ink pointer-coarse:min-h-11 aria-invalid:border-danger disabled:bg-surface disabled:text-muted'

export interface FieldProps {
  label: string
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
  /** In place of the label, which it has. */
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

type Input = FieldProps & InputHTMLAttributes<HTMLInputElement>

export function Field({ label, error, hint, id, name, className, ...rest }: Input) {
  const key = id ?? name
  const frame = { id: key, label, error, hint, required: rest.required || rest.readOnly }
  return (
    <FieldLayout {...frame}>
      <input
        id={key}
        name={name}
        {...rest}
        {...fieldAriaProps(key, { error, hint })}
        className={`${controlClass} ${className ?? ''}`}
      />
    </FieldLayout>
  )
}

/** The email address of an account. */
export const EmailField = (props: Omit<Input, 'label'>) => (
  <Field autoComplete="username" {...props} label="Email" type="email" inputMode="email" required />
)

type Select = FieldProps & SelectHTMLAttributes<HTMLSelectElement> & { children: ReactNode }

export function SelectField({ label, error, hint, id, name, children, ...rest }: Select) {
  const key = id ?? name
  return (
    <FieldLayout id={key} label={label} error={error} hint={hint} required={rest.required}>
      <select
        id={key}
        name={name}
        {...rest}
        {...fieldAriaProps(key, { error, hint })}
        className={`${controlClass} select-chevron`}
      >
        {children}
      </select>
    </FieldLayout>
  )
}

type Textarea = FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>

export function TextareaField({ label, error, hint, id, name, rows = 6, ...rest }: Textarea) {
  const key = id ?? name
  return (
    <FieldLayout id={key} label={label} error={error} hint={hint} required={rest.required}>
      <textarea
        id={key}
        name={name}
        rows={rows}
        {...rest}
        {...fieldAriaProps(key, { error, hint })}
        className={controlClass}
      />
    </FieldLayout>
  )
}

type Checkbox = Omit<FieldProps, 'label'> &
  InputHTMLAttributes<HTMLInputElement> & { label: ReactNode }

/** The label may contain a link, e.g. to the terms. */
export function CheckboxField({ label, error, hint, id, name, ...rest }: Checkbox) {
  const key = id ?? name
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={key} className="flex min-h-11 items-center gap-3 text-body-sm">
        <input
          id={key}
          name={name}
          type="checkbox"
          {...rest}
          {...fieldAriaProps(key, { error, hint })}
          className="tick"
        />
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
