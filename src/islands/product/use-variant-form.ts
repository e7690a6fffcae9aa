import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { OfferField, Option, Variant } from '#src/contract/catalog.ts'
import { findMissingChoice, validateOfferText, withOfferText } from '#src/rules/options.ts'

interface VariantForm {
  form: RefObject<HTMLFormElement | null>
  /** Of the form: reads its controls. */
  onChange: () => void
  variant: Variant
  /** The first option without a choice. */
  missing: Option | undefined
  /** The same, once the shopper was told to choose. */
  shownMissing: Option | undefined
  /** Moves the focus to a missing choice or a text that cannot be written. @returns whether one is. */
  promptMissing: () => boolean
}

interface Choosable {
  options: Option[]
  fields?: OfferField[]
  /** What is fixed or chosen already. */
  variant: Variant
}

/**
 * The variant that the controls of a form name: radios of options and texts of offers. The form has the
 * state: its controls may have been used or restored by the browser before hydration.
 */
export function useVariantForm({ options, fields = [], variant: given }: Choosable): VariantForm {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Variant>({})
  const [prompted, setPrompted] = useState(false)
  const onChange = useCallback(() => {
    const entries = form.current ? [...new FormData(form.current)] : []
    setValues(Object.fromEntries(entries.map(([name, value]) => [name, String(value)])))
  }, [])
  useEffect(onChange, [onChange])

  const variant = fields.reduce(
    (chosen, { name }) => withOfferText(chosen, name, values[name] ?? ''),
    { ...given, ...values },
  )
  const missing = findMissingChoice(options, variant)

  function promptMissing(): boolean {
    setPrompted(true)
    const invalid = fields.find((field) => validateOfferText(field, values[field.name] ?? ''))
    const name = (missing ?? invalid)?.name
    if (name === undefined) return false
    const found = form.current?.elements.namedItem(name)
    const control = found instanceof RadioNodeList ? found[0] : found
    if (control instanceof HTMLElement) control.focus()
    return true
  }

  return {
    form,
    onChange,
    variant,
    missing,
    shownMissing: prompted ? missing : undefined,
    promptMissing,
  }
}
