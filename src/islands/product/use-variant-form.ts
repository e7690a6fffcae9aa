import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { OfferField, Option, Variant } from '#src/contract/catalog.ts'
import { findMissingChoice, validateOfferText, withOfferText } from '#src/rules/product/options.ts'

interface VariantForm {
  form: RefObject<HTMLFormElement | null>
  /** Reads the controls of the form. */
  onChange: () => void
  variant: Variant
  /** The first option without a choice. */
  missing: Option | undefined
  /** The same option, once the shopper was asked to choose. */
  shownMissing: Option | undefined
  /**
   * Returns the variant to order; null if a choice is missing or a text is not possible. That control gets the focus.
   */
  choose: () => Variant | null
}

interface Choosable {
  options: Option[]
  fields?: OfferField[]
  /** Attributes that are fixed or chosen already. */
  variant: Variant
}

const readForm = (form: HTMLFormElement | null): Variant => {
  const entries = form ? [...new FormData(form)] : []
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

/**
 * Returns the variant that the controls of a form name: radios of options and texts of offers. The form has the
 * state, because its controls may be used or restored before hydration.
 */
export function useVariantForm({ options, fields = [], variant: input }: Choosable): VariantForm {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Variant>({})
  const [prompted, setPrompted] = useState(false)
  const onChange = useCallback(() => setValues(readForm(form.current)), [])
  useEffect(onChange, [onChange])

  const toVariant = (read: Variant) =>
    fields.reduce((chosen, { name }) => withOfferText(chosen, name, read[name] ?? ''), {
      ...input,
      ...read,
    })
  const variant = toVariant(values)
  const missing = findMissingChoice(options, variant)

  function choose(): Variant | null {
    // A press that hydrates the form comes before its effect.
    const read = readForm(form.current)
    setValues(read)
    setPrompted(true)
    const chosen = toVariant(read)
    const invalid = fields.find((field) => validateOfferText(field, read[field.name] ?? ''))
    const name = (findMissingChoice(options, chosen) ?? invalid)?.name
    if (name === undefined) return chosen
    const found = form.current?.elements.namedItem(name)
    const control = found instanceof RadioNodeList ? found[0] : found
    if (control instanceof HTMLElement) control.focus()
    return null
  }

  return {
    form,
    onChange,
    variant,
    missing,
    shownMissing: prompted ? missing : undefined,
    choose,
  }
}
