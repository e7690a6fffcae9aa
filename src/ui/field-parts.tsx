import type { ReactNode } from 'react'

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

interface LayoutProps extends Omit<FieldProps, 'name'> {
  id: string
  required?: boolean | undefined
  children: ReactNode
}

/** Label, control, hint and error; the label marks optional fields. */
export function FieldLayout({ id, label, error, hint, required, children }: LayoutProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <label htmlFor={id} className="text-body-sm leading-snug font-medium">
        {label}
        {!required && <span className="font-normal text-muted"> (optional)</span>}
      </label>
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
