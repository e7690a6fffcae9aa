import type { Option, Product, Variant } from '#src/contract/catalog.ts'

type WithOptions = Pick<Product, 'options' | 'variant'>

/** The options with more than one value, which a shopper chooses (docs/decisions/product.md#choice). */
export const listChoices = (options: readonly Option[]): Option[] =>
  options.filter(({ values }) => values.length > 1)

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
