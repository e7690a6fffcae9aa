import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { OfferField, Option, ShownVariant, Variant } from '#src/contract/catalog.ts'
import { findMissingChoice, validateOfferText, withOfferText } from '#src/rules/options.ts'
import { getOffer, isNotOffered } from '#src/rules/variants.ts'

interface VariantForm<Row extends ShownVariant> {
  form: RefObject<HTMLFormElement | null>
  /** Of the form: reads its controls. */
  onChange: () => void
  variant: Variant
  /** What the choice costs, and how many are left: of the product while something is not chosen. */
  offer: { price: number; stock: number; variant: Row | undefined }
  isNotOffered: boolean
  /** The first option without a choice. */
  missing: Option | undefined
  /** The same, once the shopper was told to choose. */
  shownMissing: Option | undefined
  /** The variant to order; null where a choice is missing or a text cannot be written, which gets the focus. */
  choose: () => Variant | null
}

interface Choosable<Row extends ShownVariant> {
  price: number
  stock: number
  variants?: Row[] | undefined
  options: Option[]
  fields?: OfferField[]
  /** What is fixed or chosen already. */
  variant: Variant
}

const readForm = (form: HTMLFormElement | null): Variant => {
  const entries = form ? [...new FormData(form)] : []
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

/**
 * The variant that the controls of a form name: radios of options and texts of offers. The form has the
 * state: its controls may have been used or restored by the browser before hydration.
 */
export function useVariantForm<Row extends ShownVariant>(
  product: Choosable<Row>,
): VariantForm<Row> {
  const { options, fields = [], variant: given, variants } = product
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Variant>({})
  const [prompted, setPrompted] = useState(false)
  const onChange = useCallback(() => setValues(readForm(form.current)), [])
  useEffect(onChange, [onChange])

  const toVariant = (read: Variant) =>
    fields.reduce((chosen, { name }) => withOfferText(chosen, name, read[name] ?? ''), {
      ...given,
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
    offer: getOffer(product, variant),
    isNotOffered: isNotOffered(variants, variant),
    missing,
    shownMissing: prompted ? missing : undefined,
    choose,
  }
}
