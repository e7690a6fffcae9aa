import type { Variant } from '#src/contract/catalog.ts'
import { type OptionIds, toChoiceIds, toChoiceText } from '#src/rules/product/choice-ids.ts'
import { listChoices, listCombinations } from '#src/rules/product/options.ts'

// Counts of an entry: the pieces on the shelf that an editor counts, by the ids of choices.

/** What has counts: an entry, or the counts alone. */
export interface Counted {
  /** With variants, the sum of theirs. */
  stock: number
  /** Absent where the choices are ids. */
  options?: readonly OptionIds[] | undefined
  variants?: readonly { choice: Variant; stock: number }[] | undefined
}

export type Counts = ReadonlyMap<string, number>

/** The choice of a product without variants. */
export const NO_CHOICE = ''

export const readCounts = ({ stock, options, variants }: Counted): Counts =>
  new Map(
    variants
      ? variants.map((row) => [toChoiceText(options, row.choice), row.stock])
      : [[NO_CHOICE, stock]],
  )

/** The counts of an entry by ids, without its other fields, for a save to say what its editor saw. */
export const pickCounts = ({ stock, options, variants }: Counted) => ({
  stock,
  ...(variants && {
    variants: variants.map(({ choice, stock }) => ({
      choice: toChoiceIds(options, choice),
      stock,
    })),
  }),
})

/** The entry with other counts. @param toCount gets a choice with the count that the entry has. */
export function withCounts<Entry extends Counted>(
  entry: Entry,
  toCount: (choice: string, own: number) => number,
): Entry {
  if (!entry.variants) return { ...entry, stock: toCount(NO_CHOICE, entry.stock) }
  const variants = entry.variants.map((row) => ({
    ...row,
    stock: toCount(toChoiceText(entry.options, row.choice), row.stock),
  }))
  return { ...entry, variants, stock: variants.reduce((sum, { stock }) => sum + stock, 0) }
}

/** A variant that a product is offered in. */
export interface OfferedVariant {
  /** By ids; `NO_CHOICE` of the product without a choice. */
  choice: string
  /** The values that a shopper chooses, e.g. `M Ivory`. */
  label: string
  /** Whether it has no count of its own: the variant without a choice is counted for it. */
  sharesStock: boolean
}

/**
 * The variants that a product is offered in: one for each choice. Where the choices share a stock, that without a choice is
 * counted, and comes first.
 */
export function listOffered({
  options,
  variants,
}: Pick<Counted, 'variants'> & { options: readonly OptionIds[] }): OfferedVariant[] {
  const chosen = listChoices(options)
  const named = chosen.length > 0 ? chosen : options
  const toOffered = (choice: Variant): OfferedVariant => ({
    choice: toChoiceText(options, choice),
    label: named.map(({ name }) => choice[name] ?? '').join(' '),
    sharesStock: variants === undefined,
  })
  if (variants) return variants.map(({ choice }) => toOffered(choice))
  const own = { choice: NO_CHOICE, label: '', sharesStock: false }
  return options.length > 0 ? [own, ...listCombinations(options).map(toOffered)] : [own]
}

/** A variant that a save offers, or no longer. */
export interface VariantChange extends OfferedVariant {
  isOffered: boolean
}

export function listVariantChanges(
  before: readonly OfferedVariant[],
  after: readonly OfferedVariant[],
): VariantChange[] {
  const known = new Map(before.map((variant) => [variant.choice, variant]))
  const added = after.filter(
    ({ choice, sharesStock }) => known.get(choice)?.sharesStock !== sharesStock,
  )
  const offered = new Set(after.map(({ choice }) => choice))
  const removed = before.filter(({ choice }) => !offered.has(choice))
  return [
    ...added.map((variant) => ({ ...variant, isOffered: true })),
    ...removed.map((variant) => ({ ...variant, isOffered: false })),
  ]
}

/** What a save changes of a count; null stands for a choice that it adds or removes. */
export interface CountChange {
  choice: string
  from: number | null
  to: number | null
}

export function listCountChanges(before: Counts, after: Counts): CountChange[] {
  const choices = new Set([...before.keys(), ...after.keys()])
  return [...choices].flatMap((choice) => {
    const change = { choice, from: before.get(choice) ?? null, to: after.get(choice) ?? null }
    return change.from === change.to ? [] : [change]
  })
}
