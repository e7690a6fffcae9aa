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
  VARIANT_ID,
  type VariantColumn,
} from './csv-variants.ts'

/** Values of a product from CSV rows, before validation by the schema of an entry. */
export type CsvEntry = Record<string, unknown> & { archived?: boolean }

export interface CsvField {
  name: string
  /** A header that an import accepts instead of the name. */
  label: string
  /** The label of the form, which an import accepts too. */
  formLabel?: string | undefined
  format(entry: CatalogEntry, archived: boolean): string
  /**
   * Sets the field from a cell.
   * @throws CellError if the cell does not have the format of the field.
   */
  parse(draft: CsvEntry, cell: string): void
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const isOptional = ({ schema }: EntryFieldSpec): boolean => schema.safeParse(undefined).success

function listParts({ schema }: EntryFieldSpec): string[] {
  const { shape } = (schema instanceof z.ZodOptional ? schema.unwrap() : schema) as z.ZodObject
  return Object.keys(shape)
}

/** Returns the column for a path in an entry. */
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

/** Creates a column that only rows of variants fill. */
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

/** Columns that an import ignores, because the shop computes them from reviews. */
export const COMPUTED_COLUMNS: readonly string[] = ['rating', 'reviewcount']

/** All columns of an export, in order. An import needs only `slug`. */
export const CSV_FIELDS: CsvField[] = [
  ...ENTRY_FIELD_NAMES.filter((name) => name !== 'variants')
    .toSorted((a, b) => ENTRY_FIELDS[a].column - ENTRY_FIELDS[b].column)
    .flatMap((name) => (name === 'stock' ? [...toCsvFields(name), stockSeen] : toCsvFields(name)))
    .toSpliced(1, 0, toVariantField('choice', 'Choice'), toVariantField(VARIANT_ID, 'Variant id')),
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

/**
 * Formats the row of a product and the rows of its variants.
 * @param id of the product, if it has one.
 */
export function formatRows(
  entry: CatalogEntry,
  archived: boolean,
  id: string | undefined,
): string[][] {
  const product = { id, slug: entry.slug, options: entry.options }
  return [
    CSV_FIELDS.map((field) => field.format(entry, archived)),
    ...(entry.variants ?? []).map((variant) =>
      CSV_FIELDS.map(({ name }) => findVariantCell(name)?.format(variant, product) ?? ''),
    ),
  ]
}
