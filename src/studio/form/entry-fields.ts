import type { CatalogueEntry } from '#src/contract/entry.ts'
import { formatRupees } from '#src/rules/money.ts'
import { formatDateTime } from '../time.ts'

export type EntryField = keyof CatalogueEntry

/** The fields of an entry as editors know them, in the order of the form. */
export const FIELD_LABELS: Record<EntryField, string> = {
  title: 'Title',
  subtitle: 'Subtitle',
  tagline: 'Tagline',
  slug: 'Address',
  category: 'Category',
  price: 'Price',
  listPrice: 'List price',
  stock: 'Stock',
  options: 'Options',
  variant: 'Default choice and traits',
  pictures: 'Pictures',
  highlights: 'Highlights',
  description: 'Sections',
  technicalDetails: 'Technical details',
  offers: 'Offers',
  warranty: 'Warranty',
  related: 'Related products',
  countryOfOrigin: 'Country of origin',
  rating: 'Rating',
  reviewCount: 'Reviews',
  publishedAt: 'On sale since',
}

const ENTRY_FIELDS = Object.keys(FIELD_LABELS) as EntryField[]

/** JSON in which the order of keys does not count, except of those whose order is shown. */
const toComparable = (value: unknown): string => JSON.stringify(value) ?? ''

const isSameValue = (a: unknown, b: unknown): boolean => toComparable(a) === toComparable(b)

/** Fields in which two entries differ. */
export const listChangedFields = (a: CatalogueEntry, b: CatalogueEntry): EntryField[] =>
  ENTRY_FIELDS.filter((field) => !isSameValue(a[field], b[field]))

const lines = (values: string[]): string => values.join('\n') || 'None'

/** A field as text, to compare two versions. */
export function formatField(entry: CatalogueEntry, field: EntryField): string {
  switch (field) {
    case 'price':
      return formatRupees(entry.price)
    case 'listPrice':
      return entry.listPrice === undefined ? 'None' : formatRupees(entry.listPrice)
    case 'publishedAt':
      return formatDateTime(entry.publishedAt)
    case 'options':
      return lines(entry.options.map(({ name, values }) => `${name}: ${values.join(', ')}`))
    case 'variant':
    case 'technicalDetails':
      return lines(Object.entries(entry[field]).map(([name, value]) => `${name}: ${value}`))
    case 'description':
      return lines(entry.description.map(({ title, content }) => `${title}\n${content}`))
    case 'offers':
      return lines(
        entry.offers.map(
          ({ title, detail, field }) =>
            `${title}: ${detail}${field ? ` (${field.name}, at most ${field.maxLength})` : ''}`,
        ),
      )
    case 'warranty':
      return `${entry.warranty.duration}, ${entry.warranty.type}`
    case 'pictures':
      return lines(entry.pictures.map(({ alt }, index) => `${index + 1}. ${alt || 'No alt text'}`))
    case 'highlights':
    case 'related':
      return lines(entry[field])
    default:
      return String(entry[field] ?? 'None')
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
  base: CatalogueEntry,
  mine: CatalogueEntry,
  theirs: CatalogueEntry,
): Merge {
  const merge: Merge = { theirs: [], mine: [], clashes: [] }
  for (const field of ENTRY_FIELDS) {
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
  mine: CatalogueEntry,
  theirs: CatalogueEntry,
  choices: Partial<Record<EntryField, Side>>,
): CatalogueEntry {
  const taken = [...merge.mine, ...merge.clashes.filter((field) => choices[field] === 'mine')]
  const merged: Partial<CatalogueEntry> = { ...theirs }
  for (const field of taken)
    if (mine[field] === undefined) delete merged[field]
    else Object.assign(merged, { [field]: mine[field] })
  return merged as CatalogueEntry
}
