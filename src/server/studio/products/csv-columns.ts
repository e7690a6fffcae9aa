import { z } from 'zod'
import { normalizeHeader } from '#src/rules/csv-header.ts'
import { HttpError } from '../../core/errors.ts'
import { COMPUTED_COLUMNS, CSV_FIELDS, type CsvField } from './csv-fields.ts'
import type { ImportError } from './parse-csv.ts'

export interface Column {
  header: string
  field: CsvField | undefined
  /** Has no header, and an editor has not left it out. */
  isNameless: boolean
}

const columnNames = z.record(z.string(), z.string())

export function parseColumnNames(text: string | undefined): Record<string, string> {
  if (text === undefined) return {}
  const invalidFile = () =>
    new HttpError(400, 'columns must be a JSON object of headers and fields.', { field: 'columns' })
  try {
    const parsed = columnNames.safeParse(JSON.parse(text))
    if (parsed.success) return parsed.data
  } catch {
    throw invalidFile()
  }
  throw invalidFile()
}

const fieldsByName = new Map(
  CSV_FIELDS.flatMap((field) => [
    ...(field.formLabel ? [[normalizeHeader(field.formLabel), field] as const] : []),
    [normalizeHeader(field.label), field],
    [normalizeHeader(field.name), field],
  ]),
)

/** Headers of fields, and those that an editor has named, as `normalizeHeader` writes them. */
export const listKnownHeaders = (names: Record<string, string>): string[] => [
  ...fieldsByName.keys(),
  ...COMPUTED_COLUMNS,
  ...Object.keys(names).map(normalizeHeader),
]

export const isSlug = ({ field }: Column): boolean => field?.name === 'slug'

export const headerOf = (columns: Column[], name: string): string =>
  columns.find(({ field }) => field?.name === name)?.header ?? name

export const isComputed = (name: string): boolean =>
  COMPUTED_COLUMNS.includes(normalizeHeader(name))

export function toColumns(
  headers: string[],
  names: Record<string, string>,
  errors: ImportError[],
): Column[] {
  const used = new Set<CsvField>()
  const columns = headers.map((header): Column => {
    const name = Object.hasOwn(names, header) ? (names[header] ?? '') : header
    const isNameless = header === '' && !Object.hasOwn(names, '')
    if (name === '' || isComputed(name)) return { header, field: undefined, isNameless }
    const field = fieldsByName.get(normalizeHeader(name))
    const error = (message: string) => errors.push({ line: 1, column: header, message })
    if (!field) error(`There is no field "${name}".`)
    else if (used.has(field)) error(`Two columns are for the field "${field.label}".`)
    else used.add(field)
    return { header, field, isNameless }
  })
  if (!columns.some(isSlug))
    errors.push({ line: 1, column: 'slug', message: 'A column with the slug is missing.' })
  return columns
}
