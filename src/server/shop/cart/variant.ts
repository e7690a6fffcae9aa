import type { Variant } from '#src/contract/catalog.ts'
import {
  type ChoosableProduct,
  findChoiceError,
  normalizeChoice,
} from '#src/rules/product/choice.ts'
import { HttpError } from '../../core/errors.ts'

/**
 * @returns the product's default variant with the requested options and the texts of its offers.
 * @throws HttpError 400 for an option, a value or a text that the product does not have, and
 * for a choice without a variant.
 */
export function resolveVariant(product: ChoosableProduct, requested: Variant): Variant {
  const error = findChoiceError(product, { ...product.variant, ...requested })
  if (error) throw new HttpError(400, error, { field: 'variant' })
  return normalizeChoice(product, { ...product.variant, ...requested })
}
