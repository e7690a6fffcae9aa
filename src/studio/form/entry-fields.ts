import {
  type CatalogEntry,
  ENTRY_FIELD_NAMES,
  ENTRY_FIELDS,
  type EntryField,
} from '#src/contract/entry.ts'
import { formatRupees } from '#src/rules/money.ts'
import { formatDateTime } from '../time.ts'

/** JSON in which the order of keys does not count, except of those whose order is shown. */
const toComparable = (value: unknown): string => JSON.stringify(value) ?? ''

const isSameValue = (a: unknown, b: unknown): boolean => toComparable(a) === toComparable(b)

/** Fields in which two entries differ. */
export const listChangedFields = (a: CatalogEntry, b: CatalogEntry): EntryField[] =>
  ENTRY_FIELD_NAMES.filter((field) => !isSameValue(a[field], b[field]))

const lines = (values: string[]): string => values.join('\n') || 'None'

/** Fields whose text is not that of their type. */
const FORMATS: { [Name in EntryField]?: (value: NonNullable<CatalogEntry[Name]>) => string } = {
  options: (options) => lines(options.map(({ name, values }) => `${name}: ${values.join(', ')}`)),
  description: (all) => lines(all.map(({ title, content }) => `${title}\n${content}`)),
  offers: (offers) =>
    lines(
      offers.map(
        ({ title, detail, field }) =>
          `${title}: ${detail}${field ? ` (${field.name}, at most ${field.maxLength})` : ''}`,
      ),
    ),
  pictures: (pictures) =>
    lines(pictures.map(({ alt }, index) => `${index + 1}. ${alt || 'No alt text'}`)),
}

/** A field as text, to compare two versions. */
export function formatField(entry: CatalogEntry, name: EntryField): string {
  const value = entry[name]
  if (value === undefined) return 'None'
  const format = FORMATS[name] as ((given: typeof value) => string) | undefined
  if (format) return format(value)
  switch (ENTRY_FIELDS[name].type) {
    case 'rupees':
      return formatRupees(value as number)
    case 'time':
      return formatDateTime(value as string)
    case 'lines':
      return lines(value as string[])
    case 'pairs':
      return lines(Object.entries(value).map(([key, text]) => `${key}: ${text}`))
    case 'parts':
      return Object.values(value).join(', ')
    default:
      return String(value)
  }
}

export type Side = 'mine' | 'theirs'

export interface Merge {
  /** Fields that only the other editor changed: taken over. */
  theirs: EntryField[]
  /** Fields that only this editor changed. */
  mine: EntryField[]
  /** Fields that both changed, in different ways: one has to be chosen. */
  clashes: EntryField[]
}

/** Compares two versions with the one that both are based on. */
export function compareVersions(
  base: CatalogEntry,
  mine: CatalogEntry,
  theirs: CatalogEntry,
): Merge {
  const merge: Merge = { theirs: [], mine: [], clashes: [] }
  for (const field of ENTRY_FIELD_NAMES) {
    const isMine = !isSameValue(mine[field], base[field])
    const isTheirs = !isSameValue(theirs[field], base[field])
    if (isMine && isTheirs) {
      if (!isSameValue(mine[field], theirs[field])) merge.clashes.push(field)
    } else if (isMine) merge.mine.push(field)
    else if (isTheirs) merge.theirs.push(field)
  }
  return merge
}

/** `theirs` with this editor's changes, and with the chosen side of each clash. */
export function mergeVersions(
  merge: Merge,
  mine: CatalogEntry,
  theirs: CatalogEntry,
  choices: Partial<Record<EntryField, Side>>,
): CatalogEntry {
  const taken = [...merge.mine, ...merge.clashes.filter((field) => choices[field] === 'mine')]
  const merged: Partial<CatalogEntry> = { ...theirs }
  for (const field of taken)
    if (mine[field] === undefined) delete merged[field]
    else Object.assign(merged, { [field]: mine[field] })
  return merged as CatalogEntry
}
