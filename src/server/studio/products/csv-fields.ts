import { z } from 'zod'
import {
  type CatalogEntry,
  ENTRY_FIELD_NAMES,
  ENTRY_FIELDS,
  type EntryField,
  type EntryFieldSpec,
} from '#src/contract/entry.ts'
import { CellError, formatCell, parseCell } from './csv-cells.ts'
import {
  findVariantCell,
  parseStockSeen,
  STOCK_SEEN,
  toVariantColumn,
  type VariantColumn,
} from './csv-variants.ts'

/** What the rows of a CSV file say of a product; checked by the schema of an entry afterwards. */
export type CsvEntry = Record<string, unknown> & { archived?: boolean }

export interface CsvField {
  name: string
  /** What a header may say in place of the name. */
  label: string
  /** The same as the form calls it. */
  formLabel?: string | undefined
  /** The cell of a product. */
  format(entry: CatalogEntry, archived: boolean): string
  /**
   * Sets the field by a cell.
   * @throws CellError when the cell has another form than the field.
   */
  parse(draft: CsvEntry, cell: string): void
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const isOptional = ({ rule }: EntryFieldSpec): boolean => rule.safeParse(undefined).success

function listParts({ rule }: EntryFieldSpec): string[] {
  const { shape } = (rule instanceof z.ZodOptional ? rule.unwrap() : rule) as z.ZodObject
  return Object.keys(shape)
}

/** The column of a path in an entry. */
export function toColumn([first = '', second, third]: PropertyKey[]): string {
  if (first === 'variants') return toVariantColumn(String(third))
  const field: EntryFieldSpec | undefined = ENTRY_FIELDS[first as EntryField]
  if (field?.type !== 'parts') return String(first)
  return String(first) + capitalize(String(second ?? listParts(field)[0]))
}

function toCsvFields(name: EntryField): CsvField[] {
  const field: EntryFieldSpec = ENTRY_FIELDS[name]
  if (field.type !== 'parts')
    return [
      {
        name,
        label: field.label,
        formLabel: field.formLabel,
        format: (entry) => formatCell(name, field, entry[name]),
        parse(draft, cell) {
          draft[name] = parseCell(name, field, cell)
        },
      },
    ]
  return listParts(field).map((part) => ({
    name: toColumn([name, part]),
    label: `${field.label} ${part}`,
    format: (entry) => (entry[name] as Record<string, string> | undefined)?.[part] ?? '',
    parse(draft, cell) {
      const parts = { ...(draft[name] as Record<string, string> | undefined), [part]: cell }
      const isEmpty = Object.values(parts).every((text) => text === '')
      draft[name] = isEmpty && isOptional(field) ? undefined : parts
    },
  }))
}

/** A column that only rows of variants fill. */
const toVariantField = (name: VariantColumn, label: string): CsvField => ({
  name,
  label,
  format: () => '',
  parse(_draft, cell) {
    if (cell !== '') throw new CellError('must be empty in a row without a choice')
  },
})

const stockSeen: CsvField = {
  name: STOCK_SEEN,
  label: 'Stock at export',
  format: ({ stock }) => String(stock),
  parse(draft, cell) {
    draft[STOCK_SEEN] = parseStockSeen(cell)
  },
}

/** Columns of files of earlier releases: the shop computes these figures from reviews. */
export const COMPUTED_COLUMNS: readonly string[] = ['rating', 'reviewcount']

/** Every column of an export, in its order. An import may leave out any but `slug`. */
export const CSV_FIELDS: CsvField[] = [
  ...ENTRY_FIELD_NAMES.filter((name) => name !== 'variants')
    .toSorted((a, b) => ENTRY_FIELDS[a].column - ENTRY_FIELDS[b].column)
    .flatMap((name) => (name === 'stock' ? [...toCsvFields(name), stockSeen] : toCsvFields(name)))
    .toSpliced(1, 0, toVariantField('choice', 'Choice')),
  toVariantField('sku', 'SKU'),
  toVariantField('barcode', 'Barcode'),
  toVariantField('variantPicture', 'Picture of the variant'),
  {
    name: 'archived',
    label: 'Archived',
    format: (_entry, archived) => (archived ? 'yes' : 'no'),
    parse(draft, cell) {
      if (!/^(?:yes|no|true|false)$/i.test(cell)) throw new CellError('must be yes or no')
      draft.archived = /^[yt]/i.test(cell)
    },
  },
]

/** The cells of a product's row, then those of the rows of its variants. */
export const formatRows = (entry: CatalogEntry, archived: boolean): string[][] => [
  CSV_FIELDS.map((field) => field.format(entry, archived)),
  ...(entry.variants ?? []).map((variant) =>
    CSV_FIELDS.map(({ name }) => findVariantCell(name)?.format(variant, entry) ?? ''),
  ),
]
