import type { Variant } from '#src/contract/catalog.ts'
import type { ProductDetail } from '../catalog/to-product.ts'
import { HttpError } from '../errors.ts'

/**
 * @returns the product's default variant with the requested options.
 * @throws HttpError 400 for an option or a value that the product does not have.
 */
export function resolveVariant(
  product: Pick<ProductDetail, 'options' | 'variant'>,
  requested: Variant,
): Variant {
  const options = new Map(product.options.map((option) => [option.name, option.values]))
  const resolved = new Map(Object.entries(product.variant))
  for (const [name, value] of Object.entries(requested)) {
    const fixed = resolved.get(name)
    const values = options.get(name) ?? (fixed === undefined ? undefined : [fixed])
    if (!values) throw invalidVariant(`This piece has no option "${name}".`)
    if (!values.includes(value)) {
      const choices = values.map((choice) => `"${choice}"`).join(', ')
      throw invalidVariant(`${name} can be ${choices}; "${value}" is not offered.`)
    }
    resolved.set(name, value)
  }
  return Object.fromEntries(resolved)
}

const invalidVariant = (message: string) => new HttpError(400, message, { field: 'variant' })

/** Sorts the names by code unit, so that equal variants are equal texts. */
export const toCanonicalJson = (variant: Variant): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(variant).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  )
