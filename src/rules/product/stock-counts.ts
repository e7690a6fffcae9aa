import type { Variant } from '#src/contract/catalog.ts'

// Counts of an entry: the pieces on the shelf that an editor counts, by choice.

/** What has counts: an entry, or the counts alone. */
export interface Counted {
  /** With variants, the sum of theirs. */
  stock: number
  variants?: readonly { choice: Variant; stock: number }[] | undefined
}

export type Counts = ReadonlyMap<string, number>

/** The choice of a product without variants. */
export const NO_CHOICE = ''

/** Sorts the names by code unit, so that equal variants are equal texts. */
export const toCanonicalJson = (variant: Variant): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(variant).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  )

export const readCounts = ({ stock, variants }: Counted): Counts =>
  new Map(
    variants
      ? variants.map((row) => [toCanonicalJson(row.choice), row.stock])
      : [[NO_CHOICE, stock]],
  )

/** The counts of an entry without its other fields, for a save to say what its editor saw. */
export const pickCounts = ({ stock, variants }: Counted) => ({
  stock,
  ...(variants && { variants: variants.map(({ choice, stock }) => ({ choice, stock })) }),
})

/** The entry with other counts. @param toCount gets a choice with the count that the entry has. */
export function withCounts<Entry extends Counted>(
  entry: Entry,
  toCount: (choice: string, own: number) => number,
): Entry {
  if (!entry.variants) return { ...entry, stock: toCount(NO_CHOICE, entry.stock) }
  const variants = entry.variants.map((row) => ({
    ...row,
    stock: toCount(toCanonicalJson(row.choice), row.stock),
  }))
  return { ...entry, variants, stock: variants.reduce((sum, { stock }) => sum + stock, 0) }
}

/**
 * The entry with the counts of now, and the differences that it makes to those that were seen: what was sold meanwhile
 * stays sold. A choice that is new has the count of the entry.
 */
export const rebaseCounts = <Entry extends Counted>(
  entry: Entry,
  seen: Counts,
  now: Counts,
): Entry =>
  withCounts(entry, (choice, own) => {
    const was = seen.get(choice)
    const is = now.get(choice)
    return was === undefined || is === undefined ? own : Math.max(0, is + own - was)
  })

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
