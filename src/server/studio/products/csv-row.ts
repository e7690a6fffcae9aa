import type { ImportMatch } from '#src/contract/editor.ts'
import {
  type CatalogEntry,
  catalogEntry,
  findEntryErrors,
  toChoiceKey,
  toEntryName,
  withOwnSpelling,
} from '#src/contract/entry.ts'
import { normalizeText } from '#src/contract/normal-text.ts'
import { identifyOptions, type OptionIds, withNamesOf } from '#src/rules/product/choice-ids.ts'
import { withTotalStock } from '#src/rules/product/variants.ts'
import { toSentence } from '../../core/http/body.ts'
import type { LoadedProduct } from '../save/change.ts'
import { CellError } from './csv-cells.ts'
import { type Column, getHeader } from './csv-columns.ts'
import type { CsvEntry, CsvField } from './csv-fields.ts'
import { createVariantFinder, identifyByRows, type NamedVariant } from './csv-match.ts'
import {
  CHOICE,
  findVariantCell,
  formatChoice,
  STOCK_SEEN,
  VARIANT_ID,
  type VariantDraft,
} from './csv-variants.ts'
import type { CsvRow, ImportError } from './parse-csv.ts'

/** Cells that a spreadsheet or an encoding has damaged, each with the end of a sentence. */
const DAMAGED: [RegExp, message: string][] = [
  [
    /^(?:#(?:#+|N\/?[ADV]|GETTING_DATA|[\p{L}¡¿]\S*[!?])|Err:\d{3})$/u,
    'is an error of a formula or of a narrow column: write the value',
  ],
  [/^\d(?:[.,]\d+)?E[+-]\d+$/i, 'lacks digits: give the column the format of a text'],
  // Bytes that are not UTF-8, and UTF-8 that was decoded as Windows-1252.
  [
    /\ufffd|Ã[\u00a1-\u00bf\u20ac\u2018-\u2030]|â€|à[¤¥]/,
    'has letters of another encoding: save the file as “CSV UTF-8”',
  ],
]

function findDamage(cell: string): string | undefined {
  const damage = DAMAGED.find(([pattern]) => pattern.test(cell))
  return damage && `has “${cell.slice(0, 60)}”, which ${damage[1]}`
}

/** The rows of a file with one slug. */
export interface ProductRows {
  slug: string
  /** The line of the first row. */
  line: number
  /** The row without a choice. */
  own: CsvRow | undefined
  ofVariants: CsvRow[]
  /** The error of a first row that is not a product. It is ignored if a product has its slug. */
  fault: string | undefined
}

/** Calls `read`, which may throw a CellError, for each cell that has a field. */
function readCells(
  { line, cells }: CsvRow,
  columns: Column[],
  errors: ImportError[],
  read: (field: CsvField, cell: string) => void,
): void {
  const fail = (column: string, message: string) => errors.push({ line, column, message })
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    fail('', 'The row has more cells than the header.')
  const nameless = cells.find((cell, index) => columns[index]?.isNameless && cell.trim() !== '')
  if (nameless !== undefined)
    fail('', `“${nameless.trim().slice(0, 60)}” is in a column without a name.`)
  // A missing cell clears nothing, because the row may be cut off.
  const missing = columns.slice(cells.length).find(({ field }) => field)
  if (missing)
    fail(
      missing.header,
      `The row has fewer cells than the header: ${missing.field?.label} is missing. Write an empty cell to empty it.`,
    )
  for (const [index, cell] of cells.slice(0, columns.length).entries()) {
    const { header, field } = columns[index] as Column
    if (!field) continue
    try {
      const text = normalizeText(cell)
      const damage = findDamage(cell)
      if (damage) throw new CellError(damage)
      read(field, text)
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      fail(header, `${field.label} ${error.message}.`)
    }
  }
}

export interface ReadProduct {
  draft: CsvEntry
  variants: readonly VariantDraft[]
  variantRows: ReadonlyMap<number, MatchedRow>
}

export interface MatchedRow {
  line: number
  /** How its variant was found. */
  match: ImportMatch
}

/** Reads the rows of a product over its current fields. */
export function readProduct(
  { line, own, ofVariants }: ProductRows,
  columns: Column[],
  before: LoadedProduct | undefined,
  errors: ImportError[],
): ReadProduct {
  const draft: CsvEntry = { ...before?.entry }
  if (before) draft.archived = before.row.archived_at !== null
  const hasVariants = before?.entry.variants !== undefined || ofVariants.length > 0
  if (own)
    readCells(own, columns, errors, (field, cell) => {
      const isSumLeftOut = hasVariants && field.name === 'stock' && cell === ''
      if (!isSumLeftOut) field.parse(draft, cell)
    })
  else if (!before)
    errors.push({
      line,
      column: '',
      message: 'The product has no row without a choice. Add one, which creates it.',
    })
  const fail = (message: string) =>
    errors.push({ line, column: getHeader(columns, 'stock'), message })
  resolveCount(draft, hasVariants ? undefined : before?.entry.stock, before?.entry.stock, fail)
  const findNamed = createVariantFinder(before)
  const rows = hasVariants ? readVariantRows(ofVariants, columns, errors, findNamed) : []
  const options = identifyDraft(draft, before?.entry, rows)
  if (!hasVariants) return { draft, variants: [], variantRows: new Map() }
  const { variants, variantRows } = mergeVariants(
    rows,
    columns,
    before && (options ? withNamesOf(before.entry, options) : before.entry).variants,
    errors,
  )
  draft['variants'] = variants
  if (draft['stock'] === undefined || draft['stock'] === before?.entry.stock)
    draft['stock'] = variants.reduce((sum, { stock }) => sum + (Number(stock) || 0), 0)
  return { draft, variants, variantRows }
}

/**
 * Removes the exported stock from a row. If the file does not change the stock, the current stock stays.
 * @param current the current stock; undefined for a new variant or a sum.
 * @param unchanged the stock to use if the row does not change it.
 */
function resolveCount(
  read: Record<string, unknown>,
  current: unknown,
  unchanged: unknown,
  fail: (message: string) => void,
): void {
  const { [STOCK_SEEN]: seen, stock } = read
  delete read[STOCK_SEEN]
  if (seen === undefined) return
  if (stock === seen || !('stock' in read)) {
    if (unchanged !== undefined) read['stock'] = unchanged
  } else if (current !== undefined && current !== seen && current !== stock)
    fail(
      `stock was ${seen} when the file was exported, and is ${current} now: count again, and write ${current} as the stock at export.`,
    )
}

interface VariantRow {
  line: number
  read: VariantDraft
  named: NamedVariant | undefined
}

function readVariantRows(
  rows: CsvRow[],
  columns: Column[],
  errors: ImportError[],
  findNamed: (read: VariantDraft) => NamedVariant | undefined,
): VariantRow[] {
  return rows.flatMap((row) => {
    const read: VariantDraft = { choice: {} }
    readCells(row, columns, errors, ({ name }, cell) => {
      const variantCell = findVariantCell(name)
      if (variantCell) variantCell.parse(read, cell)
      else if (cell !== '') throw new CellError('must be empty in a row with a choice')
    })
    const named = findNamed(read)
    delete read[VARIANT_ID]
    // An unreadable choice already has an error.
    return Object.keys(read.choice).length === 0 ? [] : { line: row.line, read, named }
  })
}

/**
 * Gives the options of a file their ids. A row with the id, SKU or barcode of a saved variant
 * renames the values of that variant. Other values are matched by name, or are new.
 * @returns undefined if the cell of the options is invalid.
 */
function identifyDraft(
  draft: CsvEntry,
  before: CatalogEntry | undefined,
  rows: VariantRow[],
): OptionIds[] | undefined {
  const read = comparedFields.shape.options.safeParse(draft['options']).data
  if (!read) return undefined
  const pairs = rows.flatMap(({ read, named }) =>
    named ? { saved: named.saved.choice, read: read.choice } : [],
  )
  const options = identifyOptions(
    before ? identifyByRows(read, before.options, pairs) : read,
    before?.options,
  )
  draft['options'] = options
  const { data: variant } = comparedFields.shape.variant.safeParse(draft['variant'])
  // The default choice, which the file does not contain.
  if (before && variant)
    draft['variant'] = withNamesOf({ options: before.options, variant }, options).variant
  return options
}

/** Merges rows into the variants of a product, and adds new variants. */
function mergeVariants(
  rows: VariantRow[],
  columns: Column[],
  before: VariantDraft[] = [],
  errors: ImportError[],
): { variants: VariantDraft[]; variantRows: Map<number, MatchedRow> } {
  const variants = [...before]
  const variantRows = new Map<number, MatchedRow>()
  const indexes = new Map(before.map(({ choice }, index) => [toChoiceKey(choice), index]))
  for (const { line, read, named } of rows) {
    const index = indexes.get(toChoiceKey(read.choice)) ?? variants.length
    const first = variantRows.get(index)
    if (first !== undefined) {
      const message = `The choice is already in line ${first.line}.`
      errors.push({ line, column: getHeader(columns, CHOICE), message })
    }
    const isNamed = named?.index === index
    if (named?.rule === 'id' && !isNamed)
      errors.push({ line, column: getHeader(columns, VARIANT_ID), message: describeOther(named) })
    const existing = variants[index]
    resolveCount(read, existing?.['stock'], existing?.['stock'], (message) =>
      errors.push({ line, column: getHeader(columns, 'stock'), message }),
    )
    variants[index] = { ...existing, ...read, choice: existing?.choice ?? read.choice }
    indexes.set(toChoiceKey(read.choice), index)
    variantRows.set(index, { line, match: isNamed ? named.rule : existing ? 'choice' : 'new' })
  }
  return { variants, variantRows }
}

const describeOther = ({ saved }: NamedVariant): string =>
  `The variant id is that of “${formatChoice(saved.choice)}”. Empty the cell for another choice. To rename the choice, rename it in the column of the options, too.`

/** The fields that `findEntryErrors` reads. */
const comparedFields = catalogEntry.pick({
  price: true,
  listPrice: true,
  options: true,
  variant: true,
  technicalDetails: true,
  offers: true,
  pictures: true,
  variants: true,
})

/** Validates an entry like a save by the form, and returns each error with the path of its field. */
export function checkEntry(draft: CsvEntry): {
  entry: CatalogEntry | undefined
  found: { path: PropertyKey[]; message: string }[]
} {
  const { archived: _, ...fields } = draft
  const toEntry = (input: CatalogEntry) => catalogEntry.parse(withTotalStock(input))
  const { data: parsed, error } = catalogEntry.safeParse(fields, { reportInput: true })
  const data = parsed && withOwnSpelling(parsed)
  const compared = data ?? comparedFields.safeParse(fields).data
  const found = [
    ...(error?.issues ?? []).map((issue) => ({
      path: issue.path,
      message: toSentence(issue, issue.path.length > 0 ? toEntryName(issue.path) : 'The row'),
    })),
    ...(compared ? findEntryErrors(compared) : []).map(({ path, message }) => ({
      path,
      message: `${toEntryName(path)} ${message}.`,
    })),
  ]
  const entry = data?.variants && found.length === 0 ? toEntry(data) : data
  if (data && entry && data.stock !== entry.stock)
    found.push({
      path: ['stock'],
      message: `Stock must be the sum of the variants, ${entry.stock}, which have rows of their own.`,
    })
  return { entry, found }
}
