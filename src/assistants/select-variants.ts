import type { UcpProduct, UcpSelection, UcpVariant } from './ucp-product.ts'
import type { UcpProductRequest } from './ucp-requests.ts'

/** A product with what is chosen, and with what can be had beside it. */
export interface UcpDetailProduct extends UcpProduct {
  options: { name: string; values: { label: string; available: boolean; exists: boolean }[] }[]
  /** Absent where there is nothing to choose. */
  selected?: UcpSelection[]
}

const has = ({ options = [] }: UcpVariant, { name, label }: UcpSelection): boolean =>
  options.some((option) => option.name === name && option.label === label)

const listMatching = (variants: UcpVariant[], selected: UcpSelection[]): UcpVariant[] =>
  variants.filter((variant) => selected.every((selection) => has(variant, selection)))

/** The variant that represents its product: the first one in stock. */
export const findFeatured = (variants: UcpVariant[]): UcpVariant | undefined =>
  variants.find(({ availability }) => availability.available) ?? variants[0]

const putFirst = (variants: UcpVariant[], first: UcpVariant | undefined): UcpVariant[] =>
  first ? [first, ...variants.filter((variant) => variant !== first)] : variants

export const featuredFirst = (variants: UcpVariant[]): UcpVariant[] =>
  putFirst(variants, findFeatured(variants))

/**
 * The choice of a request, as the protocol has it: that of the variant which the request names; else what it
 * selects, less what no variant has; else that of the featured variant, beside which all others are listed.
 */
export function selectVariants(
  product: UcpProduct,
  { id, selected = [], preferences = [] }: UcpProductRequest,
): UcpDetailProduct {
  const { variants, options } = product
  if (options.length === 0) return { ...product, options: [] }
  const named = variants.find((variant) => variant.id === id)
  const featured = findFeatured(variants)
  const isAsked = named !== undefined || selected.length > 0
  const effective = named
    ? (named.options ?? [])
    : isAsked
      ? relax(variants, selected, preferences)
      : (featured?.options ?? [])
  const listed = isAsked ? listMatching(variants, effective) : variants
  return {
    ...product,
    options: options.map(({ name, values }) => {
      const others = effective.filter((other) => other.name !== name)
      return {
        name,
        values: values.map(({ label }) => {
          const fitting = listMatching(variants, [...others, { name, label }])
          const available = fitting.some((variant) => variant.availability.available)
          return { label, available, exists: fitting.length > 0 }
        }),
      }
    }),
    selected: effective.map(({ name, label }) => ({ name, label })),
    variants: named ? putFirst(listed, named) : featuredFirst(listed),
  }
}

/**
 * What can be kept of a selection: what no variant has goes first, then what `preferences` do not name, then
 * what they name last, until a variant has the rest.
 */
function relax(
  variants: UcpVariant[],
  selected: UcpSelection[],
  preferences: string[],
): UcpSelection[] {
  const priority = ({ name }: UcpSelection): number => {
    const index = preferences.indexOf(name)
    return index < 0 ? preferences.length : index
  }
  const kept = selected
    .filter((selection) => listMatching(variants, [selection]).length > 0)
    .toSorted((a, b) => priority(a) - priority(b))
  while (listMatching(variants, kept).length === 0) kept.pop()
  return selected.filter((selection) => kept.includes(selection))
}
