import type { FieldError } from '#src/rules/account-validation.ts'

/** What is written in the field of that name; '' for an empty or an absent one. */
export type FieldReader = (name: string) => string

/** What a half-typed or impossible date reads as; browsers give no text for it. */
const UNREADABLE = '?'

const isDateControl = (control: Element | RadioNodeList | null): control is HTMLInputElement =>
  control instanceof HTMLInputElement && control.type === 'date'

export function createFieldReader(form: HTMLFormElement): FieldReader {
  const given = new FormData(form)
  return (name) => {
    const control = form.elements.namedItem(name)
    if (isDateControl(control) && control.validity.badInput) return UNREADABLE
    const value = given.get(name)
    return typeof value === 'string' ? value : ''
  }
}

export type ValidationResult = Record<string, FieldError>
export type FieldErrors = Record<string, string>

export const toFieldErrors = (complaints: ValidationResult): FieldErrors =>
  Object.fromEntries(
    Object.entries(complaints).flatMap(([name, text]) => (text ? [[name, text]] : [])),
  )

/** Puts the focus on the first control of the form, in reading order, that has an error. */
export function focusFirstError(form: HTMLFormElement, errors: FieldErrors): void {
  for (const control of form.elements) {
    if (!(control instanceof HTMLElement)) continue
    if (!((control.getAttribute('name') ?? '') in errors)) continue
    control.focus()
    return
  }
}
