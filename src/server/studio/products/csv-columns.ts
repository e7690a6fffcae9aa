import { z } from 'zod'
import { normalizeHeader } from '#src/editing/csv-header.ts'
import { HttpError } from '../../core/errors.ts'
import { COMPUTED_COLUMNS, CSV_FIELDS, type CsvField } from './csv-fields.ts'
import type { CsvFile, ImportError } from './parse-csv.ts'

export interface Column {
  header: string
  field: CsvField | undefined
  /** Has no header, and the editor has not chosen to skip it. */
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

/** Returns the normalised headers of the slug column, including those that the editor mapped to it. */
export const listSlugHeaders = (names: Record<string, string>): string[] => [
  ...[...fieldsByName].flatMap(([header, { name }]) => (name === 'slug' ? header : [])),
  ...Object.entries(names).flatMap(([header, name]) =>
    name === 'slug' ? normalizeHeader(header) : [],
  ),
]

export const isSlug = ({ field }: Column): boolean => field?.name === 'slug'

export const getHeader = (columns: Column[], name: string): string =>
  columns.find(({ field }) => field?.name === name)?.header ?? name

export const isComputed = (name: string): boolean =>
  COMPUTED_COLUMNS.includes(normalizeHeader(name))

export function toColumns(
  { headers, line }: Pick<CsvFile, 'headers' | 'line'>,
  names: Record<string, string>,
  errors: ImportError[],
): Column[] {
  const used = new Set<CsvField>()
  const columns = headers.map((header): Column => {
    const name = Object.hasOwn(names, header) ? (names[header] ?? '') : header
    const isNameless = header === '' && !Object.hasOwn(names, '')
    if (name === '' || isComputed(name)) return { header, field: undefined, isNameless }
    const field = fieldsByName.get(normalizeHeader(name))
    const error = (message: string) => errors.push({ line, column: header, message })
    if (!field) error(`There is no field "${name}".`)
    else if (used.has(field)) error(`Two columns are for the field "${field.label}".`)
    else used.add(field)
    return { header, field, isNameless }
  })
  if (!columns.some(isSlug))
    errors.push({ line, column: 'slug', message: 'A column with the slug is missing.' })
  return columns
}
