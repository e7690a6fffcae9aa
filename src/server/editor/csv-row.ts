import type { ImportResult } from '#src/contract/editor.ts'
import { type CatalogEntry, catalogEntry, findEntryFaults } from '#src/contract/entry.ts'
import { withVariantTotals } from '#src/rules/variants.ts'
import { toSentence } from '../http/body.ts'
import type { LoadedProduct } from './change.ts'
import { CellError } from './csv-cells.ts'
import type { CsvField, Draft } from './csv-fields.ts'
import type { CsvRow } from './csv-file.ts'

export type Fault = ImportResult['faults'][number]

export interface Column {
  header: string
  field: CsvField | undefined
}

/** What a spreadsheet shows in place of a value. */
const FORMULA_ERROR = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|ERROR!)$/

/** The fields of a row, over those that the product has. */
export function toDraft(
  { line, cells }: CsvRow,
  columns: Column[],
  before: LoadedProduct | undefined,
  faults: Fault[],
): Draft {
  const draft: Draft = { ...before?.entry }
  if (before) draft.archived = before.row.archived_at !== null
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    faults.push({ line, column: '', message: 'The row has more cells than the header.' })
  for (const [index, { header, field }] of columns.entries()) {
    if (!field) continue
    const cell = (cells[index] ?? '').trim()
    try {
      if (FORMULA_ERROR.test(cell)) throw new CellError(`has the error ${cell} of a formula`)
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
  pictures: true,
  variants: true,
})

/** E.g. `offers 2 icon`: rows of a list count from 1. */
const toName = (path: PropertyKey[]): string =>
  path.map((part) => (typeof part === 'number' ? part + 1 : String(part))).join(' ')

/** Checks an entry as a save by the form does, and finds every fault with the path of its field. */
export function checkEntry(
  draft: Draft,
  before?: CatalogEntry,
): {
  entry: CatalogEntry | undefined
  found: { path: PropertyKey[]; message: string }[]
} {
  const { archived: _, ...fields } = draft
  const toEntry = (given: CatalogEntry) => catalogEntry.parse(withVariantTotals(given))
  const { data, error } = catalogEntry.safeParse(fields, { reportInput: true })
  const compared = data ?? comparedFields.safeParse(fields).data
  const found = [
    ...(error?.issues ?? []).map((issue) => ({
      path: issue.path,
      message: toSentence(issue, toName(issue.path) || 'The row'),
    })),
    ...(compared ? findEntryFaults(compared) : []).map(({ path, message }) => ({
      path,
      message: `${toName(path)} ${message}.`,
    })),
  ]
  const isSumGiven = !data?.variants || data.stock === before?.stock
  const entry = data?.variants && found.length === 0 ? toEntry(data) : data
  if (entry && !isSumGiven && data.stock !== entry.stock)
    found.push({
      path: ['stock'],
      message: `stock must be the sum of the variants, ${entry.stock}.`,
    })
  return { entry, found }
}
