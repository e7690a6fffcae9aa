import { type FocusEvent, type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldError } from '#src/rules/account/account-validation.ts'
import type { FormResult } from '#src/stores/outcome.ts'
import { readTexts, removeItem, type StorageKey, setItem } from '#src/stores/storage.ts'
import { afterPress } from '#src/ui/after-press.ts'
import { useBrowserValue } from '../hooks/use-browser-value.ts'

interface Options {
  /** Errors by the name of the control; the form is submitted only without any. */
  validate: (read: FieldReader) => ValidationResult
  /** `form` allows more than reading, e.g. `form.reset()`. */
  onSubmit: (read: FieldReader, form: HTMLFormElement) => Promise<FormResult>
  /** Names of controls by the field names of the API, if they differ. */
  fieldAliases?: Record<string, string>
  /** After a success the form stays busy until the page is left. */
  navigatesOnSuccess?: boolean
  /** Key under which this tab stores typed values until they are sent. */
  draftKey?: StorageKey
  /** Known values by the names of the controls. They fill in empty controls. */
  known?: Record<string, string> | undefined
}

interface State {
  errors: FieldErrors
  /** The error of the form as a whole. */
  formError: string
  /** Number of failed submits. The focus moves once for each. */
  failedAttempts: number
}

const INITIAL: State = { errors: {}, formError: '', failedAttempts: 0 }

/** The API's `addresses.0.pincode` is the control `pincode` of a form with one address. */
const lastPart = (field: string) => field.split('.').at(-1) ?? field

/**
 * Creates a form that validates, submits one request at a time, shows each error at its field and focuses the first.
 * Controls are uncontrolled, so that values from before hydration are not lost.
 */
export function useForm({
  validate,
  onSubmit,
  fieldAliases = {},
  navigatesOnSuccess = false,
  draftKey,
  known,
}: Options) {
  const ref = useRef<HTMLFormElement>(null)
  const submitting = useRef(false)
  const submitter = useRef<HTMLElement | null>(null)
  const lastField = useRef<Field | null>(null)
  const [busy, setBusy] = useState(false)
  const [state, setState] = useState(INITIAL)
  const hydrated = useHydrated()
  const { errors, formError, failedAttempts } = state

  const fail = (next: Omit<State, 'failedAttempts'>) =>
    setState((current) => ({ ...next, failedAttempts: current.failedAttempts + 1 }))

  const onFailedAttempt = useEffectEvent(() => {
    if (!ref.current) return
    if (Object.keys(errors).length > 0) focusFirstError(ref.current, errors)
    else submitter.current?.focus()
  })
  useEffect(() => {
    if (failedAttempts > 0) onFailedAttempt()
  }, [failedAttempts])

  useEffect(() => {
    const form = ref.current
    const draft = draftKey && readTexts(draftKey)
    if (!form || !draft) return
    fill(form, draft)
    // Another field may replace this one once a previous field is filled in, e.g. the state of another country.
    const timer = setTimeout(() => fill(form, draft))
    return () => clearTimeout(timer)
  }, [draftKey])

  // Compared as a text, so that another object with the same values does not refill a field that the shopper has
  // emptied.
  const knownTexts = JSON.stringify(known ?? {})
  useEffect(() => {
    if (ref.current) fill(ref.current, JSON.parse(knownTexts) as Record<string, string>)
  }, [knownTexts])

  function setIdle() {
    submitting.current = false
    setBusy(false)
  }

  const onShow = useEffectEvent((event: PageTransitionEvent) => event.persisted && setIdle())
  // A form from the back/forward cache can be submitted again.
  useEffect(() => {
    const handleShow = (event: PageTransitionEvent) => onShow(event)
    addEventListener('pageshow', handleShow)
    return () => removeEventListener('pageshow', handleShow)
  }, [])

  function locateError(form: HTMLFormElement, failure: Extract<FormResult, { ok: false }>) {
    const field = failure.field ?? ''
    const name = [field, fieldAliases[field] ?? '', lastPart(field)].find(
      (candidate) => candidate && form.elements.namedItem(candidate),
    )
    return name
      ? { errors: { [name]: failure.message }, formError: '' }
      : { errors: {}, formError: failure.message }
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    const form = event.currentTarget
    if (submitting.current) return
    const { nativeEvent } = event
    submitter.current = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
    const read = createFieldReader(form)
    const nextErrors = toFieldErrors(validate(read))
    if (Object.keys(nextErrors).length > 0) return fail({ errors: nextErrors, formError: '' })
    submitting.current = true
    setBusy(true)
    setState((current) => ({ ...current, errors: {}, formError: '' }))
    const result = await onSubmit(read, form)
    if (result.ok && draftKey) removeItem(draftKey)
    if (result.ok && navigatesOnSuccess) return
    setIdle()
    if (!result.ok) fail(locateError(form, result))
  }

  function handleInput(event: FormEvent<HTMLFormElement>) {
    if (draftKey) setItem(draftKey, readTyped(event.currentTarget))
    revalidate(event)
  }

  /** Removes an error once its field is valid. */
  function revalidate(event: FormEvent<HTMLFormElement>) {
    if (!(event.target instanceof Element)) return
    const name = event.target.getAttribute('name') ?? ''
    if (!(name in errors)) return
    const error = validate(createFieldReader(event.currentTarget))[name]
    setState((current) => {
      const { [name]: _, ...others } = current.errors
      return { ...current, errors: error ? { ...others, [name]: error } : others }
    })
  }

  /** Checks a field with a value when another field gets the focus, even after a button between them. */
  function checkLeft({ target, currentTarget }: FocusEvent<HTMLFormElement>) {
    if (!isField(target)) return
    const left = lastField.current
    lastField.current = target
    if (!left || left === target || left.value === '' || !left.isConnected) return
    afterPress(() => {
      const error = validate(createFieldReader(currentTarget))[left.name]
      if (error)
        setState((current) => ({ ...current, errors: { ...current.errors, [left.name]: error } }))
    })
  }

  return {
    form: {
      ref,
      onSubmit: submit,
      onInput: handleInput,
      onFocus: checkLeft,
      noValidate: hydrated,
      method: 'post' as const,
    },
    /** Returns the props of the control with that name. */
    field: (name: string) => ({ name, error: errors[name] }),
    failure: formError,
    busy,
    ready: hydrated,
    clearErrors: () => setState((current) => ({ ...current, errors: {}, formError: '' })),
  }
}

/** Returns the value of a control; empty for an empty or absent one. */
export type FieldReader = (name: string) => string

/** Stands for an incomplete or impossible date, whose text browsers do not expose. */
const INVALID_DATE = '?'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** A button is no field: an error that appears while it is pressed would move it. */
const isField = (element: EventTarget): element is Field =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement

/** Returns the values for a draft, without passwords and ticks; of radio buttons, the chosen one. */
export const readTyped = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...form.elements].flatMap((control) =>
      isField(control) && !NOT_KEPT.includes(control.type) && !isUnchosen(control)
        ? [[control.name, control.value]]
        : [],
    ),
  )

const NOT_KEPT = ['password', 'checkbox', 'hidden']

const isUnchosen = (control: Field): boolean =>
  control instanceof HTMLInputElement && control.type === 'radio' && !control.checked

/** Fills values of a draft into empty controls and into choices. */
function fill(form: HTMLFormElement, draft: Record<string, string>): void {
  for (const [name, value] of Object.entries(draft)) {
    const control = form.elements.namedItem(name)
    if (!(control instanceof Element) || !isField(control)) continue
    if (control.value !== '' && !(control instanceof HTMLSelectElement)) continue
    if (control.value === value) continue
    control.value = value
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

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
function focusFirstError(form: HTMLFormElement, errors: FieldErrors): void {
  for (const control of form.elements) {
    if (!(control instanceof HTMLElement)) continue
    if (!((control.getAttribute('name') ?? '') in errors)) continue
    control.focus()
    return
  }
}

/** Returns false in the static page, true after hydration. Before it, buttons have no handlers. */
export const useHydrated = (): boolean => useBrowserValue(() => true, false)
