import type { ImportResult } from '#src/contract/editor.ts'
import { type CatalogEntry, catalogEntry, findEntryFaults } from '#src/contract/entry.ts'
import { toSentence } from '../http/body.ts'
import type { LoadedProduct } from './change.ts'
import { CellError, type CsvField, type Draft } from './csv-fields.ts'
import type { CsvRow } from './csv-file.ts'

export type Fault = ImportResult['faults'][number]

export interface Column {
  header: string
  field: CsvField | undefined
}

/** The fields of a row, over those that the product has. */
export function toDraft(
  { line, cells }: CsvRow,
  columns: Column[],
  before: LoadedProduct | undefined,
  faults: Fault[],
): Draft {
  const draft: Draft = { ...before?.entry }
  if (before) draft.archived = before.row.archived_at !== null
  if (cells.length > columns.length)
    faults.push({ line, column: '', message: 'The row has more cells than the header.' })
  for (const [index, { header, field }] of columns.entries()) {
    if (!field) continue
    const cell = (cells[index] ?? '').trim()
    try {
      field.parse(draft, cell)
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      faults.push({ line, column: header, message: `${field.name} ${error.message}.` })
    }
  }
  return draft
}

/** What `findEntryFaults` looks at. */
const comparedFields = catalogEntry.pick({
  price: true,
  listPrice: true,
  options: true,
  variant: true,
  offers: true,
})

/** Checks an entry as a save by the form does, and finds every fault with the path of its field. */
export function checkEntry(draft: Draft): {
  entry: CatalogEntry | undefined
  found: { path: PropertyKey[]; message: string }[]
} {
  const { archived: _, ...fields } = draft
  const { data: entry, error } = catalogEntry.safeParse(fields, { reportInput: true })
  const compared = entry ?? comparedFields.safeParse(fields).data
  const found = [
    ...(error?.issues ?? []).map((issue) => ({
      path: issue.path,
      message: toSentence(issue, issue.path.map(String).join('.') || 'The row'),
    })),
    ...(compared ? findEntryFaults(compared) : []).map(({ path, message }) => ({
      path,
      message: `${path.join('.')} ${message}.`,
    })),
  ]
  return { entry, found }
}
