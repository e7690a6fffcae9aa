import type { Variant } from '#src/contract/catalog.ts'
import {
  type ChoosableProduct,
  findChoiceError,
  normalizeChoice,
} from '#src/rules/product/choice.ts'
import { HttpError } from '../../core/errors.ts'

/**
 * Resolves a choice: the product's default variant, with the requested options and texts of offers.
 * @throws HttpError 400 for an option, value or text that the product does not have, or a
 *   combination without a variant.
 */
export function resolveVariant(product: ChoosableProduct, requested: Variant): Variant {
  const error = findChoiceError(product, { ...product.variant, ...requested })
  if (error) throw new HttpError(400, error, { field: 'variant' })
  return normalizeChoice(product, { ...product.variant, ...requested })
}
