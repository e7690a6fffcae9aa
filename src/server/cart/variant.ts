import type { Variant } from '#src/contract/catalog.ts'
import type { ProductDetail } from '../catalog/to-product.ts'
import { HttpError } from '../errors.ts'

/**
 * What a line holds: every option chosen and every fixed trait. What the shopper did not choose
 * is the product's own default.
 * @throws Refused 400 for an option or a value that the product does not have.
 */
export function resolveVariant(
  product: Pick<ProductDetail, 'options' | 'variant'>,
  given: Variant,
): Variant {
  const options = new Map(product.options.map((option) => [option.name, option.values]))
  const chosen = new Map(Object.entries(product.variant))
  for (const [name, value] of Object.entries(given)) {
    const fixed = chosen.get(name)
    const values = options.get(name) ?? (fixed === undefined ? undefined : [fixed])
    if (!values) throw invalidVariant(`This piece has no option "${name}".`)
    if (!values.includes(value)) {
      const choices = values.map((one) => `"${one}"`).join(', ')
      throw invalidVariant(`${name} can be ${choices}; "${value}" is not offered.`)
    }
    chosen.set(name, value)
  }
  return Object.fromEntries(chosen)
}

const invalidVariant = (message: string) => new HttpError(400, message, { field: 'variant' })

/** The same variant is always the same text: names sorted by code unit. */
export const toCanonicalJson = (variant: Variant): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(variant).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  )
