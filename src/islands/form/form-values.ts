import type { FieldError } from '#src/rules/account-validation.ts'

/** The value of the control with that name; '' for an empty or absent one. */
export type FieldReader = (name: string) => string

/** Stands for an incomplete or impossible date, whose text browsers do not expose. */
const INVALID_DATE = '?'

const isDateControl = (control: Element | RadioNodeList | null): control is HTMLInputElement =>
  control instanceof HTMLInputElement && control.type === 'date'

export function createFieldReader(form: HTMLFormElement): FieldReader {
  const data = new FormData(form)
  return (name) => {
    const control = form.elements.namedItem(name)
    if (isDateControl(control) && control.validity.badInput) return INVALID_DATE
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
}

/** An error text, or undefined, by the name of the control. */
export type ValidationResult = Record<string, FieldError>
export type FieldErrors = Record<string, string>

export const toFieldErrors = (result: ValidationResult): FieldErrors =>
  Object.fromEntries(
    Object.entries(result).flatMap(([name, error]) => (error ? [[name, error]] : [])),
  )

/** Focuses the first control of the form, in document order, that has an error. */
export function focusFirstError(form: HTMLFormElement, errors: FieldErrors): void {
  for (const control of form.elements) {
    if (!(control instanceof HTMLElement)) continue
    if (!((control.getAttribute('name') ?? '') in errors)) continue
    control.focus()
    return
  }
}
