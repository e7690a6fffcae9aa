import { messages } from '#src/channels/messages.ts'
import type { Variant } from '#src/contract/catalog.ts'
import {
  listOfferFields,
  normalizeOfferText,
  validateOfferText,
} from '#src/rules/product/options.ts'
import { isNotOffered } from '#src/rules/product/variants.ts'
import { HttpError } from '../../core/errors.ts'
import type { ProductDetail } from '../catalog/to-product.ts'

/**
 * @returns the product's default variant with the requested options and the texts of its offers.
 * @throws HttpError 400 for an option, a value or a text that the product does not have, and
 * for a choice without a variant.
 */
export function resolveVariant(
  product: Pick<ProductDetail, 'options' | 'variant' | 'offers' | 'variants'>,
  requested: Variant,
): Variant {
  const fields = new Map(listOfferFields(product).map((field) => [field.name as string, field]))
  const options = new Map(product.options.map((option) => [option.name, option.values]))
  const resolved = new Map(Object.entries(product.variant))
  for (const [name, value] of Object.entries(requested)) {
    const field = fields.get(name)
    if (field) {
      const error = validateOfferText(field, value)
      if (error) throw invalidVariant(`${name}: ${error}`)
      const written = normalizeOfferText(field, value)
      if (written) resolved.set(name, written)
      continue
    }
    const fixed = resolved.get(name)
    const values = options.get(name) ?? (fixed === undefined ? undefined : [fixed])
    if (!values) throw invalidVariant(`This piece has no option "${name}".`)
    if (!values.includes(value)) {
      const choices = values.map((choice) => `"${choice}"`).join(', ')
      throw invalidVariant(`${name} can be ${choices}; "${value}" is not offered.`)
    }
    resolved.set(name, value)
  }
  const variant = Object.fromEntries(resolved)
  if (isNotOffered(product.variants, variant)) throw invalidVariant(messages.stock.notOffered)
  return variant
}

const invalidVariant = (message: string) => new HttpError(400, message, { field: 'variant' })

/** Sorts the names by code unit, so that equal variants are equal texts. */
export const toCanonicalJson = (variant: Variant): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(variant).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  )
