import type { Offer, Option, ShownVariant, Variant } from '#src/contract/catalog.ts'
import type { ChoiceState } from '#src/contract/values.ts'
import { shopMessages } from '../messages/shop.ts'
import { type OptionIds, toChoiceIds, toChoiceNames } from './choice-ids.ts'
import {
  chooseLabel,
  findMissingChoice,
  isOfferText,
  normalizeOfferText,
  toFixedVariant,
  validateOfferText,
} from './options.ts'
import { getOffer, isNotOffered } from './variants.ts'

/** The fields of a product that a choice is compared with. */
export interface ChoosableProduct {
  /** The fixed traits, and the default choice. */
  variant: Variant
  options: readonly Option[]
  variants?: readonly Pick<ShownVariant, 'choice' | 'stock' | 'price'>[] | undefined
  /** Absent where it is not known which texts may be given, e.g. on a card. */
  offers?: readonly Pick<Offer, 'field'>[] | undefined
}

/**
 * Why the product as it is now does not come in a choice: an option, a value or a text that it does not have,
 * an option without a choice, or a combination that is not offered. Undefined where it does.
 */
export function findChoiceError(product: ChoosableProduct, chosen: Variant): string | undefined {
  const { options, variant: traits, variants, offers } = product
  const fields = offers?.flatMap(({ field }) => field ?? [])
  for (const [name, value] of Object.entries(chosen)) {
    if (isOfferText(name) && (!fields || fields.some((field) => field.name === name))) {
      const field = fields?.find((known) => known.name === name)
      const error = field && validateOfferText(field, value)
      if (error) return `${name}: ${error}`
      continue
    }
    const fixed = Object.hasOwn(traits, name) ? [traits[name]] : undefined
    const values = options.find((option) => option.name === name)?.values ?? fixed
    if (!values) return `This piece has no option "${name}".`
    if (!values.includes(value)) {
      const choices = values.map((choice) => `"${choice}"`).join(', ')
      return `${name} can be ${choices}; "${value}" is not offered.`
    }
  }
  const missing = findMissingChoice(options, chosen)
  if (missing) return `${chooseLabel(missing)}.`
  return isNotOffered(variants, chosen) ? shopMessages.stock.notOffered : undefined
}

/**
 * Returns a stored choice with the current fixed traits of the product, which an editor may have corrected.
 * @returns undefined if the product no longer has the choice.
 */
export function reviveChoice(product: ChoosableProduct, stored: Variant): Variant | undefined {
  const revived = { ...toFixedVariant(product), ...stored }
  const { variant, options } = product
  // Nobody has chosen a trait.
  for (const name in variant)
    if (!options.some((option) => option.name === name)) revived[name] = variant[name] ?? ''
  return findChoiceError(product, revived) === undefined ? revived : undefined
}

/** A choice as carts, saved products and stock alerts store it. */
export interface StoredChoice {
  /** By ids. */
  choice: Variant
  /** The rest by names: texts of offers, and traits as they were. */
  selection: Variant
}

type Identified = ChoosableProduct & { options: readonly OptionIds[] }

const isOption = ({ options }: ChoosableProduct, name: string): boolean =>
  options.some((option) => option.name === name)

export function splitChoice(product: Identified, chosen: Variant): StoredChoice {
  const pick = (isPicked: (name: string) => boolean): Variant =>
    Object.fromEntries(Object.entries(chosen).filter(([name]) => isPicked(name)))
  return {
    choice: toChoiceIds(
      product.options,
      pick((name) => isOption(product, name)),
    ),
    selection: pick((name) => !isOption(product, name)),
  }
}

/**
 * Returns a stored choice with the current names.
 * @returns `revived`, with the fixed traits, if the product has the choice.
 */
export function readChoice(
  product: Identified,
  { choice, selection }: StoredChoice,
): { stored: Variant; revived: Variant | undefined } {
  const { names, isOffered } = toChoiceNames(product.options, choice)
  // Nobody has chosen a trait: one that was taken away is no part of the choice.
  const rest = Object.entries(selection).filter(
    ([name]) =>
      isOfferText(name) || isOption(product, name) || Object.hasOwn(product.variant, name),
  )
  const stored = { ...names, ...Object.fromEntries(rest) }
  const isFixed = ([name, value]: [string, string]) =>
    isOption(product, name) || product.variant[name] === value
  const isKnown = isOffered && Object.entries(names).every(isFixed)
  return { stored, revived: isKnown ? reviveChoice(product, stored) : undefined }
}

/** Returns the parts of a stored choice that the product still has. */
export const keepKnownParts = (product: ChoosableProduct, stored: Variant): Variant =>
  Object.fromEntries(
    Object.entries(stored).filter(([name, value]) => {
      // Beside a complete choice, so that only this part can be at error.
      const error = findChoiceError(
        { ...product, variants: undefined },
        {
          ...product.variant,
          [name]: value,
        },
      )
      return error === undefined
    }),
  )

/** The choice with its texts as they are written on the piece; without those that are blank. */
export function normalizeChoice({ offers = [] }: ChoosableProduct, chosen: Variant): Variant {
  const fields = offers.flatMap(({ field }) => field ?? [])
  return Object.fromEntries(
    Object.entries(chosen).flatMap(([name, value]) => {
      const field = fields.find((known) => known.name === name)
      const written = field ? normalizeOfferText(field, value) : value
      return written === '' ? [] : [[name, written]]
    }),
  )
}

type Stocked = ChoosableProduct & { stock: number }

/** Returns the current state of a choice by names. Only an available choice can be bought. */
export const getChoiceState = (product: Stocked, stored: Variant): ChoiceState =>
  getRevivedState(product, reviveChoice(product, stored))

/** The same of a choice that was revived (`readChoice`). */
export function getRevivedState(product: Stocked, revived: Variant | undefined): ChoiceState {
  if (!revived) return 'notOffered'
  return getOffer({ ...product, price: 0 }, revived).stock > 0 ? 'available' : 'soldOut'
}
