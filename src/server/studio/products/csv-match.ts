import type { ImportMatch } from '#src/contract/editor.ts'
import { type EntryVariant, toCodeKey } from '#src/contract/entry.ts'
import { getOptionId, getValueId, type OptionIds } from '#src/rules/product/choice-ids.ts'
import type { LoadedProduct } from '../save/change.ts'
import { getRowId, VARIANT_ID, type VariantDraft } from './csv-variants.ts'

/** Columns that identify a saved variant, in order of precedence. */
const IDENTIFIERS = [VARIANT_ID, 'sku', 'barcode'] as const
type Name = (typeof IDENTIFIERS)[number]

const toKey = (name: Name, text: string): string =>
  `${name} ${name === VARIANT_ID ? text : toCodeKey(name, text)}`

/** The saved variant that a row identifies. */
export interface NamedVariant {
  saved: EntryVariant
  /** Its index in the saved entry. */
  index: number
  rule: ImportMatch
}

/** Finds saved variants by the id, SKU or barcode of a row. */
export function createVariantFinder(
  before: LoadedProduct | undefined,
): (read: VariantDraft) => NamedVariant | undefined {
  const byKey = new Map<string, Omit<NamedVariant, 'rule'>>()
  const { options = [], variants = [] } = before?.entry ?? {}
  for (const [index, saved] of variants.entries()) {
    const own = { ...saved, [VARIANT_ID]: getRowId(saved, { id: before?.row.id, options }) }
    for (const name of IDENTIFIERS)
      if (own[name]) byKey.set(toKey(name, own[name]), { saved, index })
  }
  return (read) => {
    for (const name of IDENTIFIERS) {
      const text = read[name]
      const found = typeof text === 'string' && text !== '' && byKey.get(toKey(name, text))
      if (found) return { ...found, rule: name === VARIANT_ID ? 'id' : name }
    }
    return undefined
  }
}

/** The choices of a variant in the shop and in the file. */
interface Pair {
  saved: EntryVariant['choice']
  read: EntryVariant['choice']
}

/**
 * Returns the saved option with the same name. Otherwise it returns the option at the same index,
 * if both are renamed.
 */
function findSavedOption(options: OptionIds[], index: number, before: readonly OptionIds[]) {
  const name = options[index]?.name
  const same = before.find((option) => option.name === name)
  const inPlace = before[index]
  const isKept = options.some((option) => option.name === inPlace?.name)
  return same ?? (isKept ? undefined : inPlace)
}

/** Gives options of a file the ids of the saved values whose variants the rows identify. */
export function identifyByRows(
  options: OptionIds[],
  before: readonly OptionIds[],
  pairs: readonly Pair[],
): OptionIds[] {
  if (pairs.length === 0) return options
  return options.map((option, index) => {
    const saved = findSavedOption(options, index, before)
    // If no name has changed, a moved code is a correction of the code, not a rename.
    if (!saved || option.values.every((value) => saved.values.includes(value))) return option
    const toParts = (pair: Pair) => [pair.saved[saved.name] ?? '', pair.read[option.name] ?? '']
    const parts = pairs.map(toParts)
    const ids = option.values.flatMap((value): [string, string][] => {
      const [former, ...others] = new Set(parts.flatMap(([was, is]) => (is === value ? was : [])))
      const isOne = parts.every(([was, is]) => (was === former) === (is === value))
      return former && others.length === 0 && isOne ? [[value, getValueId(saved, former)]] : []
    })
    if (ids.length === 0) return option
    return { ...option, id: getOptionId(saved), ids: Object.fromEntries(ids) }
  })
}
