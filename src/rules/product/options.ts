import type { OfferField, Option, Product, Variant } from '#src/contract/catalog.ts'
import { OFFER_FIELD_NAMES } from '#src/contract/values.ts'

interface WithOptions {
  options: readonly Option[]
  variant: Variant
}

/** The options with more than one value, which a shopper chooses (docs/decisions/product.md#choice). */
export const listChoices = (options: readonly Option[]): Option[] =>
  options.filter(({ values }) => values.length > 1)

/** Every choice of one value of each option, in their order. */
export const listCombinations = (options: readonly Option[]): Variant[] =>
  options.reduce<Variant[]>(
    (found, { name, values }) =>
      found.flatMap((variant) => values.map((value) => ({ ...variant, [name]: value }))),
    [{}],
  )

/** The product's variant without the values that a shopper chooses. */
export function toFixedVariant({ options, variant }: WithOptions): Variant {
  const fixed: Variant = { ...variant }
  for (const { name, values } of options) {
    const [only, ...others] = values
    if (others.length > 0) delete fixed[name]
    else if (only !== undefined) fixed[name] = only
  }
  return fixed
}

/** The first option that still needs a choice. */
export const findMissingChoice = (
  options: readonly Option[],
  chosen: Variant,
): Option | undefined =>
  listChoices(options).find(({ name, values }) => !values.includes(chosen[name] ?? ''))

/** E.g. `Choose a size`. */
export const chooseLabel = ({ name }: Pick<Option, 'name'>): string =>
  `Choose ${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name.toLowerCase()}`

/** Letters that can be engraved, stamped and embroidered. */
const ALLOWED = {
  initials: /^[A-Z]*$/,
  text: /^[A-Za-zÀ-ÖØ-öø-ÿ0-9 .,&'’+/-]*$/,
} as const

/**
 * The text as it is written on the piece: without spaces at its ends, initials as capitals without
 * anything between them.
 */
export function normalizeOfferText({ letters }: OfferField, input: string): string {
  const text = input.normalize('NFC').replace(/\s+/g, ' ').trim()
  return letters === 'initials' ? text.replace(/[\s.]/g, '').toUpperCase() : text
}

/** Why a text cannot be written on the piece; null when it can. An empty one leaves the offer out. */
export function validateOfferText(field: OfferField, input: string): string | null {
  const text = normalizeOfferText(field, input)
  if (text.length > field.maxLength) return `Please use at most ${field.maxLength} letters.`
  if (ALLOWED[field.letters].test(text)) return null
  return field.letters === 'initials'
    ? 'Please use the letters A to Z only.'
    : "Please use letters, digits, spaces and . , & ' + - / only."
}

/** The fields of a product's offers, in their order. */
export const listOfferFields = ({ offers }: Pick<Product, 'offers'>): OfferField[] =>
  offers.flatMap(({ field }) => field ?? [])

const FIELD_NAMES: readonly string[] = OFFER_FIELD_NAMES

/** Whether a value of a variant is a text that the shopper gave with an offer. */
export const isOfferText = (name: string): boolean => FIELD_NAMES.includes(name)

/** Whether the piece is engraved, stamped or embroidered, which takes longer and cannot be returned. */
export const isPersonalised = (variant: Variant): boolean => Object.keys(variant).some(isOfferText)

/** The variant with the text of an offer; without it where the text is blank. */
export function withOfferText(variant: Variant, name: string, text: string): Variant {
  const { [name]: _, ...rest } = variant
  return text.trim() === '' ? rest : { ...rest, [name]: text }
}
