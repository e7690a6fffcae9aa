import type {
  InputHTMLAttributes,
  ReactNode,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'react'
import { controlClass } from './control-class.ts'
import { FieldErrorMessage, FieldLayout, type FieldProps, fieldAriaProps } from './field-parts.tsx'

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
          className="size-5 shrink-0 accent-accent"
        />
        <span>{label}</span>
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
