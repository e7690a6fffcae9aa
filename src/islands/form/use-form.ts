import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FormResult } from '#src/stores/form-result.ts'
import { useHydrated } from '../hooks/use-hydrated.ts'
import {
  createFieldReader,
  type FieldErrors,
  type FieldReader,
  focusFirstError,
  toFieldErrors,
  type ValidationResult,
} from './form-values.ts'

interface Setup {
  /** Complaints by the name of the field; nothing is sent while there is one. */
  validate: (read: FieldReader) => ValidationResult
  /** `form` is for what is more than reading, e.g. emptying it. */
  onSubmit: (read: FieldReader, form: HTMLFormElement) => Promise<FormResult>
  /** The form's own name for a field the server names otherwise. */
  fieldAliases?: Record<string, string>
  /** The page is left when all went well: the form stays busy until it is. */
  navigatesOnSuccess?: boolean
}

interface State {
  errors: FieldErrors
  /** What went wrong with the form as a whole. */
  formError: string
  /** Counts attempts that failed, so that the focus moves once for each. */
  attempt: number
}

const CLEAN: State = { errors: {}, formError: '', attempt: 0 }

/** `addresses.0.pincode` belongs to the control `pincode`. */
const lastPart = (field: string) => field.split('.').at(-1) ?? field

/**
 * One form: checks, sends once at a time, puts each error at its field and the focus on the first.
 * The controls keep their own text, so that nothing typed is lost, not even before hydration.
 */
export function useForm({
  validate,
  onSubmit,
  fieldAliases = {},
  navigatesOnSuccess = false,
}: Setup) {
  const ref = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const pressed = useRef<HTMLElement | null>(null)
  const [busy, setBusy] = useState(false)
  const [state, setState] = useState(CLEAN)
  const hydrated = useHydrated()
  const { errors, formError, attempt } = state

  const fail = (next: Omit<State, 'attempt'>) =>
    setState((before) => ({ ...next, attempt: before.attempt + 1 }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failed attempt
  useEffect(() => {
    if (attempt === 0 || !ref.current) return
    if (Object.keys(errors).length > 0) focusFirstError(ref.current, errors)
    else pressed.current?.focus()
  }, [attempt])

  function rest() {
    sending.current = false
    setBusy(false)
  }

  // Gone back to, as it was left: it can be sent again.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && rest()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  })

  function placed(form: HTMLFormElement, answer: Extract<FormResult, { ok: false }>) {
    const given = answer.field ?? ''
    const name = [given, fieldAliases[given] ?? '', lastPart(given)].find(
      (one) => one && form.elements.namedItem(one),
    )
    return name
      ? { errors: { [name]: answer.message }, formError: '' }
      : { errors: {}, formError: answer.message }
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    const form = event.currentTarget
    if (sending.current) return
    const { submitter } = event.nativeEvent as SubmitEvent
    pressed.current = submitter
    const read = createFieldReader(form)
    const found = toFieldErrors(validate(read))
    if (Object.keys(found).length > 0) return fail({ errors: found, formError: '' })
    sending.current = true
    setBusy(true)
    setState((before) => ({ ...before, errors: {}, formError: '' }))
    const answer = await onSubmit(read, form)
    if (answer.ok && navigatesOnSuccess) return
    rest()
    if (!answer.ok) fail(placed(form, answer))
  }

  /** An error goes as soon as its field is mended, and stays while it is not. */
  function recheck(event: FormEvent<HTMLFormElement>) {
    if (!(event.target instanceof Element)) return
    const name = event.target.getAttribute('name') ?? ''
    if (!(name in errors)) return
    const left = validate(createFieldReader(event.currentTarget))[name]
    setState((before) => {
      const { [name]: _, ...others } = before.errors
      return { ...before, errors: left ? { ...others, [name]: left } : others }
    })
  }

  return {
    form: {
      ref,
      onSubmit: submit,
      onInput: recheck,
      noValidate: hydrated,
      method: 'post' as const,
    },
    /** The name of a control and what is wrong with it. */
    field: (name: string) => ({ name, error: errors[name] }),
    failure: formError,
    busy,
    ready: hydrated,
    clearErrors: () => setState((before) => ({ ...before, errors: {}, formError: '' })),
  }
}
