import type { Option, Variant } from '#src/contract/catalog.ts'
import { toCompareKey } from '#src/contract/normal-text.ts'
import { isNearName } from '../near-category.ts'

// A value of an option that is called otherwise stays the same value: its variant, stock, cart lines and orders follow.

interface CodedRow {
  choice: Variant
  sku?: string | undefined
  barcode?: string | undefined
  price?: number | undefined
  listPrice?: number | undefined
  stock?: number | undefined
}

/** What renames are found in: an entry, or its options with its rows. */
export interface WithChoices {
  options: readonly Option[]
  variants?: readonly CodedRow[] | undefined
}

/** An option with the name that it had, and what is called otherwise. */
export interface OptionRename {
  from: string
  to: string
  /** The new values, by the former ones. */
  values: ReadonlyMap<string, string>
}

type Codes = ReadonlySet<string>

const listCodes = ({ sku, barcode }: CodedRow): string[] =>
  [sku, barcode].flatMap((code) => (code ? toCompareKey(code) : []))

/** The codes of the rows of each value of an option. */
function readCodes(rows: readonly CodedRow[], option: string): Map<string, Codes> {
  const byValue = Map.groupBy(rows, ({ choice }) => choice[option] ?? '')
  return new Map([...byValue].map(([value, own]) => [value, new Set(own.flatMap(listCodes))]))
}

const shareCode = (some: Codes = new Set(), others: Codes = new Set()): boolean =>
  !some.isDisjointFrom(others)

/**
 * The option of now: that of the same name, else a new one with a value of it. Of several, and where its values are
 * known by the codes of their rows alone, it is the one in its place.
 */
function findOption(before: WithChoices, after: WithChoices, index: number): Option | undefined {
  const own = before.options[index]
  const same = after.options.find(({ name }) => name === own?.name)
  if (same || !own) return same
  const isNew = ({ name }: Option) => !before.options.some((option) => option.name === name)
  const hasValueOf = ({ values }: Option) =>
    values.some((value) => own.values.some((former) => isNearName(former, value)))
  const inPlace = before.options.length === after.options.length ? after.options[index] : undefined
  if (
    inPlace &&
    isNew(inPlace) &&
    (hasValueOf(inPlace) || shareCode(allCodes(before), allCodes(after)))
  )
    return inPlace
  const [found, ...others] = after.options.filter((option) => isNew(option) && hasValueOf(option))
  return others.length === 0 ? found : undefined
}

const allCodes = ({ variants = [] }: WithChoices): Codes => new Set(variants.flatMap(listCodes))

/** What the rows of each value have beside their codes. */
function readFigures(rows: readonly CodedRow[], option: string): Map<string, string> {
  const byValue = Map.groupBy(rows, ({ choice }) => choice[option] ?? '')
  const toText = ({ choice: { [option]: _, ...others }, price, listPrice, stock }: CodedRow) =>
    JSON.stringify([Object.entries(others).toSorted(), price, listPrice, stock])
  return new Map([...byValue].map(([value, own]) => [value, own.map(toText).toSorted().join()]))
}

/**
 * The values whose codes are those of another value now, e.g. of two that are swapped. Where the prices and the stock
 * stay, only the codes are corrected.
 */
function findMoved(
  from: Option,
  to: Option,
  before: readonly CodedRow[],
  after: readonly CodedRow[],
): Map<string, string> {
  const [codesBefore, codesAfter] = [readCodes(before, from.name), readCodes(after, to.name)]
  const [was, is] = [readFigures(before, from.name), readFigures(after, to.name)]
  const moved = new Map<string, string>()
  for (const value of from.values) {
    const own = codesBefore.get(value)
    if (shareCode(own, codesAfter.get(value))) continue
    const taken = new Set(moved.values())
    const next = to.values.find((name) => !taken.has(name) && shareCode(own, codesAfter.get(name)))
    if (next === undefined) continue
    const areCodesCorrected = was.get(value) === is.get(value) && was.get(value) !== is.get(next)
    if (!areCodesCorrected) moved.set(value, next)
  }
  // A name is free where its own value has another one now.
  const findBlocked = () =>
    [...moved].find(([, next]) => from.values.includes(next) && !moved.has(next))
  for (let blocked = findBlocked(); blocked; blocked = findBlocked()) moved.delete(blocked[0])
  return moved
}

function findValues(
  from: Option,
  to: Option,
  before: readonly CodedRow[],
  after: readonly CodedRow[],
): Map<string, string> {
  const gone = from.values.filter((value) => !to.values.includes(value))
  const added = new Set(to.values.filter((value) => !from.values.includes(value)))
  const codesBefore = readCodes(before, from.name)
  const codesAfter = readCodes(after, to.name)
  const renamed = findMoved(from, to, before, after)
  for (const next of renamed.values()) added.delete(next)
  const take = (value: string, find: (candidate: string) => boolean) => {
    const found = renamed.has(value) ? undefined : [...added].find(find)
    if (found === undefined) return
    renamed.set(value, found)
    added.delete(found)
  }
  for (const value of gone) take(value, (next) => toCompareKey(next) === toCompareKey(value))
  // A row with another code is another piece.
  const mayBe = (value: string, next: string) => {
    const [own, others] = [codesBefore.get(value), codesAfter.get(next)]
    return !own?.size || !others?.size || shareCode(own, others)
  }
  for (const value of gone) take(value, (next) => isNearName(value, next) && mayBe(value, next))
  if (from.values.length !== to.values.length) return renamed
  for (const [index, value] of from.values.entries())
    if (gone.includes(value)) take(value, (next) => next === to.values[index] && mayBe(value, next))
  return renamed
}

/**
 * The options and values that are called otherwise than before: a value is the one with the same SKU or barcode; one
 * that has gone is the new one that is written nearly so, or the new one in its place. Where all rows of variants were added or removed, none is.
 */
export function findRenames(before: WithChoices, after: WithChoices): OptionRename[] {
  if ((before.variants === undefined) !== (after.variants === undefined)) return []
  return before.options.flatMap((from, index) => {
    const to = findOption(before, after, index)
    if (!to) return []
    const values = findValues(from, to, before.variants ?? [], after.variants ?? [])
    return values.size > 0 || from.name !== to.name
      ? [{ from: from.name, to: to.name, values }]
      : []
  })
}

/** The name of a part of a stored choice that was an option, and is a trait with another value by now. */
const toFormerName = (option: string): string => `Former ${option.toLowerCase()}`

/** What becomes of the names of stored choices. */
export interface NameChanges {
  /** Traits that the product does not have any more: nobody has chosen them. */
  dropped: readonly string[]
  /** Options that are traits now, with their value: another one that was chosen does not become it. */
  fixed: ReadonlyMap<string, string>
  /** The names of options that are options again, by their former names. */
  returned: ReadonlyMap<string, string>
}

type Named = Pick<Renamable, 'options' | 'variant'>

export function findNameChanges(before: Named, after: Named): NameChanges {
  const was = new Set(before.options.map(({ name }) => name))
  const is = new Set(after.options.map(({ name }) => name))
  const traits = Object.keys(before.variant).filter((name) => !was.has(name))
  return {
    dropped: traits.filter((name) => !is.has(name) && !Object.hasOwn(after.variant, name)),
    fixed: new Map(
      Object.entries(after.variant).filter(([name]) => was.has(name) && !is.has(name)),
    ),
    returned: new Map([...is.difference(was)].map((name) => [toFormerName(name), name])),
  }
}

/** A stored choice after these changes. */
export const changeNames = (choice: Variant, { dropped, fixed, returned }: NameChanges): Variant =>
  Object.fromEntries(
    Object.entries(choice).flatMap(([name, value]) => {
      if (dropped.includes(name)) return []
      const isOther = fixed.has(name) && fixed.get(name) !== value
      return [[isOther ? toFormerName(name) : (returned.get(name) ?? name), value]]
    }),
  )

/** A choice as it is called now. Names that are no option, e.g. the text of an engraving, stay. */
export function renameChoice(choice: Variant, renames: readonly OptionRename[]): Variant {
  const byName = new Map(renames.map((rename) => [rename.from, rename]))
  return Object.fromEntries(
    Object.entries(choice).map(([name, value]) => {
      const rename = byName.get(name)
      return [rename?.to ?? name, rename?.values.get(value) ?? value]
    }),
  )
}

interface Counted {
  variants?: readonly { choice: Variant; stock: number }[] | undefined
}

/** Counts by the names that their choices have now. */
export const renameCounted = <Counts extends Counted>(
  { variants, ...counted }: Counts,
  renames: readonly OptionRename[],
) => ({
  ...counted,
  ...(variants && {
    variants: variants.map(({ choice, stock }) => ({
      choice: renameChoice(choice, renames),
      stock,
    })),
  }),
})

interface Renamable extends WithChoices {
  variant: Variant
}

/** The entry with what is called otherwise now in its options, default choice and rows. */
export function renameChoices<Entry extends Renamable>(
  entry: Entry,
  renames: readonly OptionRename[],
): Entry {
  if (renames.length === 0) return entry
  const byName = new Map(renames.map((rename) => [rename.from, rename]))
  return {
    ...entry,
    options: entry.options.map(({ name, values }) => {
      const rename = byName.get(name)
      return {
        name: rename?.to ?? name,
        values: [...new Set(values.map((value) => rename?.values.get(value) ?? value))],
      }
    }),
    variant: renameChoice(entry.variant, renames),
    ...(entry.variants && {
      variants: entry.variants.map((row) => ({
        ...row,
        choice: renameChoice(row.choice, renames),
      })),
    }),
  }
}

/** Renames of things that no other list renames. */
const without = (renames: OptionRename[], others: readonly OptionRename[]): OptionRename[] =>
  renames.flatMap((rename) => {
    const other = others.find(({ from }) => from === rename.from)
    if (!other) return rename
    const to = other.to === rename.from ? rename.to : rename.from
    const values = new Map([...rename.values].filter(([value]) => !other.values.has(value)))
    return values.size > 0 || to !== rename.from ? { ...rename, to, values } : []
  })

/** Three versions with the same names. */
export interface AlignedChoices<Entry> {
  base: Entry
  mine: Entry
  theirs: Entry
  /** What a choice of the base is called in them. */
  renameOfBase: (choice: Variant) => Variant
}

/**
 * A version that two others are based on, and those, with the names of all three: what one of them only calls
 * otherwise is no change of its rows.
 */
export function alignChoices<Entry extends Renamable>(
  base: Entry,
  mine: Entry,
  theirs: Entry,
): AlignedChoices<Entry> {
  const byThem = findRenames(base, theirs)
  const byMe = without(findRenames(base, mine), byThem).map((rename) => ({
    ...rename,
    from: byThem.find(({ from }) => from === rename.from)?.to ?? rename.from,
  }))
  return {
    base: renameChoices(renameChoices(base, byThem), byMe),
    mine: renameChoices(mine, byThem),
    theirs: renameChoices(theirs, byMe),
    renameOfBase: (choice) => renameChoice(renameChoice(choice, byThem), byMe),
  }
}

/** E.g. `“S” is “Small” now`. */
export const describeRenames = (renames: readonly OptionRename[]): string[] =>
  renames.flatMap(({ from, to, values }) => [
    ...(from === to ? [] : [`“${from}” is “${to}” now`]),
    ...[...values].map(([value, next]) => `“${value}” is “${next}” now`),
  ])
