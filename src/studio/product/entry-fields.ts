import {
  type CatalogEntry,
  ENTRY_FIELD_NAMES,
  ENTRY_FIELDS,
  type EntryField,
} from '#src/contract/entry.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { formatRupees } from '#src/rules/money.ts'
import { alignNames } from '#src/rules/product/choice-ids.ts'
import type { RecordFields } from '../record/record-fields.ts'

const lines = (values: string[]): string => values.join('\n') || 'None'

/** Fields whose text is not that of their type. */
const FORMATS: { [Name in EntryField]?: (value: NonNullable<CatalogEntry[Name]>) => string } = {
  options: (options) => lines(options.map(({ name, values }) => `${name}: ${values.join(', ')}`)),
  variants: (all) =>
    lines(
      all.map((row) =>
        [
          Object.values(row.choice).join(', ') || 'The piece',
          `stock ${row.stock}`,
          row.price !== undefined && formatRupees(row.price),
          row.listPrice !== undefined && `list price ${formatRupees(row.listPrice)}`,
          row.sku && `SKU ${row.sku}`,
          row.barcode && `barcode ${row.barcode}`,
          row.picture && 'own picture',
        ]
          .filter(Boolean)
          .join(' · '),
      ),
    ),
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

function formatField(entry: CatalogEntry, name: EntryField): string {
  const value = entry[name]
  if (value === undefined) return 'None'
  const format = FORMATS[name] as ((input: typeof value) => string) | undefined
  if (format) return format(value)
  switch (ENTRY_FIELDS[name].type) {
    case 'rupees':
      return formatRupees(value as number)
    case 'time':
      return formatInstant(value as string)
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

export const entryFields: RecordFields<CatalogEntry> = {
  names: ENTRY_FIELD_NAMES,
  getLabel: (name) => ENTRY_FIELDS[name as EntryField].label,
  isDerived: (name, mine, theirs) =>
    name === 'stock' && mine.variants !== undefined && theirs.variants !== undefined,
  align: ({ base, mine, theirs }) => alignNames(base, mine, theirs),
  format: (entry, name) => formatField(entry, name as EntryField),
}
