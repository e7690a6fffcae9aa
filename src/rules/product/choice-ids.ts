import type { Option, Variant } from '#src/contract/catalog.ts'
import { findAlike } from '#src/contract/normal-text.ts'

// Options and their values have ids that never change (docs/decisions/0110-ids-of-variants.md). An id is the name that
// an option or a value was created with, unless another one has it.

/** An option with the ids that differ from its names. */
export interface OptionIds extends Option {
  id?: string | undefined
  /** The ids of values by their names. */
  ids?: Record<string, string> | undefined
  /** The last names of values that were renamed and then removed, by their ids: no new value gets one of these ids. */
  retired?: Record<string, string> | undefined
}

const lookUp = (names: Record<string, string> | undefined, key: string): string | undefined =>
  names && Object.hasOwn(names, key) ? names[key] : undefined

export const getOptionId = ({ id, name }: OptionIds): string => id ?? name

export const getValueId = ({ ids }: OptionIds, value: string): string => lookUp(ids, value) ?? value

/** Sorts the names by code unit, so that equal variants are equal texts. */
export const toCanonicalJson = (variant: Variant): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(variant).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  )

/** A choice by the ids of its options and values. A name that is no option stays. */
export const toChoiceIds = (options: readonly OptionIds[] | undefined, choice: Variant): Variant =>
  Object.fromEntries(
    Object.entries(choice).map(([name, value]) => {
      const option = options?.find((known) => known.name === name)
      return option ? [getOptionId(option), getValueId(option, value)] : [name, value]
    }),
  )

/** The text that identifies a variant of a product. */
export const toChoiceText = (options: readonly OptionIds[] | undefined, choice: Variant): string =>
  toCanonicalJson(toChoiceIds(options, choice))

/** Returns a choice with the current names for its ids. A removed part has its last name. */
export function toChoiceNames(options: readonly OptionIds[], ids: Variant) {
  let isOffered = true
  const names = Object.entries(ids).map(([optionId, valueId]) => {
    const option = options.find((known) => getOptionId(known) === optionId)
    if (!option) return [optionId, valueId]
    const value = option.values.find((name) => getValueId(option, name) === valueId)
    if (value === undefined) isOffered = false
    return [option.name, value ?? lookUp(option.retired, valueId) ?? valueId]
  })
  return { names: Object.fromEntries(names) as Variant, isOffered }
}

/** An id for a new name: the name itself, unless something else has or had it. */
export function createId(name: string, taken: ReadonlySet<string>): string {
  let id = name
  for (let number = 2; taken.has(id); number++) id = `${name}#${number}`
  return id
}

/** The id of a value that was renamed and then removed, by its last name. */
export const findRetiredId = ({ retired = {} }: OptionIds, name: string): string | undefined =>
  Object.entries(retired).findLast(([, last]) => last === name)?.[0]

const withoutEmpty = (record: Record<string, string>) =>
  Object.keys(record).length > 0 ? record : undefined

function identifyOption(
  { name, values, ids: givenIds }: OptionIds,
  former: OptionIds | undefined,
  id: string,
): OptionIds {
  const ids: Record<string, string> = {}
  const given = new Set(values.flatMap((value) => lookUp(givenIds, value) ?? []))
  const taken = new Set([
    ...given,
    ...(former ? [...Object.values(listIds(former)), ...Object.keys(former.retired ?? {})] : []),
  ])
  for (const value of values) {
    const same = former && findAlike(value, former.values)
    const formerId = former && same !== undefined ? getValueId(former, same) : undefined
    // Another value may have been given the id.
    const keptId = formerId !== undefined && given.has(formerId) ? undefined : formerId
    const retiredId = former && findRetiredId(former, value)
    const isFree = retiredId !== undefined && !given.has(retiredId)
    const own = lookUp(givenIds, value) ?? keptId ?? (isFree ? retiredId : createId(value, taken))
    taken.add(own)
    ids[value] = own
  }
  const live = new Set(Object.values(ids))
  const retired = { ...former?.retired }
  for (const [value, valueId] of Object.entries(former?.ids ?? {}))
    if (former?.values.includes(value)) retired[valueId] = value
  const differing = Object.entries(ids).filter(([value, own]) => own !== value)
  const left = Object.entries(retired).filter(([valueId]) => !live.has(valueId))
  const parts = {
    id: id === name ? undefined : id,
    ids: withoutEmpty(Object.fromEntries(differing)),
    retired: withoutEmpty(Object.fromEntries(left)),
  }
  return {
    name,
    values,
    ...Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)),
  }
}

/**
 * Returns the options of an editor or a file with the ids of the saved product. A given id means a rename. A name
 * without an id gets the id of a saved value with that name, or of a removed one. Otherwise it is new.
 */
export function identifyOptions(
  options: readonly OptionIds[],
  before: readonly OptionIds[] = [],
): OptionIds[] {
  const find = ({ id, name }: OptionIds) => {
    const same = findAlike(
      name,
      before.map((option) => option.name),
    )
    return before.find((known) =>
      id === undefined ? known.name === same : getOptionId(known) === id,
    )
  }
  const taken = new Set([
    ...before.map(getOptionId),
    ...options.flatMap((option) => option.id ?? []),
  ])
  return options.map((option) => {
    const former = find(option)
    const id = option.id ?? (former ? getOptionId(former) : createId(option.name, taken))
    taken.add(id)
    return identifyOption(option, former, id)
  })
}

/** An entry of an editor or a file, with ids (`identifyOptions`). @param before the saved one. */
export const identify = <Entry extends { options: OptionIds[] }>(
  entry: Entry,
  before?: Entry,
): Entry => ({ ...entry, options: identifyOptions(entry.options, before?.options) })

/** The ids of all values of an option, by their names. */
export const listIds = (option: OptionIds): Record<string, string> =>
  Object.fromEntries(option.values.map((value) => [value, getValueId(option, value)]))

/** An entry with all its ids: a save tells a rename from a name that is typed anew. */
export const withAllIds = <Entry extends { options: OptionIds[] }>(entry: Entry): Entry => ({
  ...entry,
  options: entry.options.map((option) => ({
    ...option,
    id: getOptionId(option),
    ids: listIds(option),
  })),
})

interface Chosen {
  options: readonly OptionIds[]
  variant: Variant
  variants?: readonly { choice: Variant }[] | undefined
}

type Names = ReadonlyMap<string, string>

const toKey = (...ids: string[]): string => JSON.stringify(ids)

/** The names of options and values, by their ids. */
const listNames = (options: readonly OptionIds[]): [string, string][] =>
  options.flatMap((option) => {
    const id = getOptionId(option)
    return [
      [toKey(id), option.name] as [string, string],
      ...option.values.map((value): [string, string] => [
        toKey(id, getValueId(option, value)),
        value,
      ]),
    ]
  })

/** A version with other names for its options and values. */
function withNames<Entry extends Chosen>(entry: Entry, names: Names): Entry {
  const rename = (choice: Variant): Variant =>
    Object.fromEntries(
      Object.entries(choice).map(([name, value]) => {
        const option = entry.options.find((known) => known.name === name)
        if (!option) return [name, value]
        const id = getOptionId(option)
        return [
          names.get(toKey(id)) ?? name,
          names.get(toKey(id, getValueId(option, value))) ?? value,
        ]
      }),
    )
  const options = entry.options.map((option) => {
    const id = getOptionId(option)
    const values = option.values.map((value) => {
      const valueId = getValueId(option, value)
      return { valueId, value: names.get(toKey(id, valueId)) ?? value }
    })
    const { id: _, ids: _ids, ...rest } = option
    const name = names.get(toKey(id)) ?? option.name
    const ids = Object.fromEntries(
      values.flatMap(({ valueId, value }) => (valueId === value ? [] : [[value, valueId]])),
    )
    return {
      ...rest,
      name,
      values: values.map(({ value }) => value),
      ...(id === name ? {} : { id }),
      ...(Object.keys(ids).length > 0 ? { ids } : {}),
    }
  })
  return {
    ...entry,
    options,
    variant: rename(entry.variant),
    ...(entry.variants && {
      variants: entry.variants.map((row) => ({ ...row, choice: rename(row.choice) })),
    }),
  }
}

/** A version with the names that options have for the same ids. */
export const withNamesOf = <Entry extends Chosen>(
  entry: Entry,
  options: readonly OptionIds[],
): Entry => withNames(entry, new Map(listNames(options)))

/** A version that two others are based on, and those, with the same names for the same ids: a rename is no other change. */
export function alignNames<Entry extends Chosen>(
  base: Entry,
  mine: Entry,
  theirs: Entry,
): { base: Entry; mine: Entry; theirs: Entry } {
  const before = new Map(listNames(base.options))
  const byThem = listNames(theirs.options).filter(([id, name]) => before.get(id) !== name)
  const names = new Map([...before, ...listNames(mine.options), ...byThem])
  const rename = (entry: Entry) => withNames(entry, names)
  return { base: rename(base), mine: rename(mine), theirs: rename(theirs) }
}
