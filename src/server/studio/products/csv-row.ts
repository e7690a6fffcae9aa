import {
  type CatalogEntry,
  catalogEntry,
  findEntryErrors,
  toChoiceKey,
  toEntryName,
  withOwnSpelling,
} from '#src/contract/entry.ts'
import { normalizeText } from '#src/contract/normal-text.ts'
import {
  findRenames,
  type OptionRename,
  renameChoice,
  renameChoices,
} from '#src/rules/product/renamed-choices.ts'
import { findVariant, withTotalStock } from '#src/rules/product/variants.ts'
import { toSentence } from '../../core/http/body.ts'
import type { LoadedProduct } from '../save/change.ts'
import { CellError } from './csv-cells.ts'
import { type Column, headerOf } from './csv-columns.ts'
import type { CsvEntry, CsvField } from './csv-fields.ts'
import { CHOICE, findVariantCell, STOCK_SEEN, type VariantDraft } from './csv-variants.ts'
import type { CsvRow, ImportError } from './parse-csv.ts'

/** What a spreadsheet shows in place of a value, in the languages of Excel that write it in their own words. */
const FORMULA_ERROR =
  /^(?:#(?:N\/A|NV|N\/D|REF!|BEZUG!|¡REF!|RIF!|VALUE!|WERT!|VALEUR!|¡VALOR!|VALORE!|NAME\?|NOM\?|¿NOMBRE\?|NOME\?|¡?DIV\/0!|NUM!|ZAHL!|NOMBRE!|¡NUM!|NULL!|NUL!|NULO!|SPILL!|CALC!|ERROR!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA)|Err:\d{3}|Loading\.{3})$/

/** What programs and editors write where there is no value. */
const NO_VALUE = /^(?:NULL|\\N|NaN|undefined|\[object Object\]|n\/a|N\.A\.|TB[AD]|[-–—?]+)$/i

/** What spreadsheets make of a code such as `1-3`. */
const DATE =
  /^(?:\d{1,2}-(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-\d\d)$/i

/** A number whose digits a spreadsheet has left out, e.g. of a barcode. */
const SHORTENED = /^\d(?:[.,]\d+)?E[+-]\d+$/i

/** Letters of UTF-8 that were read as Windows-1252, e.g. `CafÃ©` and `Itâ€™s`, and those that were not read at all. */
const WRONGLY_READ =
  /\ufffd|Ã[\u00a1-\u00bf\u20ac\u2018-\u2030]|â€[\u0098-\u009f\u0153\u02dc\u201c-\u2122]|à[¤¥][\u00a1-\u00bf\u2018-\u203a]/

/** How web pages write letters and line breaks, e.g. `Bags &amp; belts`: the shop would show it as it is. */
const MARKUP =
  /&(?:amp|lt|gt|quot|apos|nbsp|#\d{2,5});|<\/?(?:br|p|div|span|ul|li|strong)\b[^<>]*>/i

/** Why a cell says something else than its maker meant; completes the sentence that begins with its column. */
function findCellDoubt(cell: string): string | undefined {
  const shown = `“${cell.slice(0, 60)}”`
  if (FORMULA_ERROR.test(cell)) return `has the error ${cell} of a formula`
  if (/^#{3,}$/.test(cell)) return `has ${shown}, which a column shows that is too narrow: widen it`
  if (NO_VALUE.test(cell)) return `has ${shown} in place of a value: leave the cell empty`
  if (DATE.test(cell))
    return `has the date ${shown}, of a code perhaps: give the column the format of a text`
  if (SHORTENED.test(cell))
    return `has ${shown}, of which the spreadsheet has left digits out: give the column the format of a text`
  if (WRONGLY_READ.test(cell))
    return `has letters that were read wrongly, ${shown}: save the file as “CSV UTF-8”`
  const [markup] = MARKUP.exec(cell) ?? []
  if (markup)
    return `has “${markup}”, which is the markup of a web page: write the letters themselves`
  return undefined
}

/** The rows of a file with one slug. */
export interface ProductRows {
  slug: string
  /** The line of the first row. */
  line: number
  /** The row without a choice. */
  own: CsvRow | undefined
  ofVariants: CsvRow[]
}

/**
 * The columns that a row does not reach, where the product has something: whether it is to be emptied, or the row was
 * cut off, is not known.
 */
function listMissing(
  { cells }: CsvRow,
  columns: Column[],
  before: LoadedProduct | undefined,
  isVariant: boolean,
): { header: string; field: CsvField }[] {
  if (!before) return []
  const { entry, row } = before
  const isFilled = (field: CsvField) =>
    isVariant
      ? findVariantCell(field.name) !== undefined
      : field.format(entry, row.archived_at !== null) !== ''
  return columns
    .slice(cells.length)
    .flatMap(({ header, field }) => (field && isFilled(field) ? [{ header, field }] : []))
}

/** Calls `read`, which may throw a CellError, with each cell that has a field. */
function readCells(
  { line, cells }: CsvRow,
  columns: Column[],
  [missing]: ReturnType<typeof listMissing>,
  errors: ImportError[],
  read: (field: CsvField, cell: string) => void,
): void {
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    errors.push({ line, column: '', message: 'The row has more cells than the header.' })
  const nameless = cells.find((cell, index) => columns[index]?.isNameless && cell.trim() !== '')
  if (nameless !== undefined)
    errors.push({
      line,
      column: '',
      message: `“${nameless.trim().slice(0, 60)}” stands in a column without a name.`,
    })
  if (missing)
    errors.push({
      line,
      column: missing.header,
      message: `The row has fewer cells than the header: ${missing.field.label} is missing. Write an empty cell to empty it.`,
    })
  for (const [index, { header, field }] of columns.entries()) {
    // A cell that is not there empties nothing.
    if (!field || (missing && index >= cells.length)) continue
    const cell = normalizeText(cells[index] ?? '')
    try {
      const doubt = findCellDoubt(cell)
      if (doubt) throw new CellError(doubt)
      read(field, cell)
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      errors.push({ line, column: header, message: `${field.label} ${error.message}.` })
    }
  }
}

export interface ReadProduct {
  draft: CsvEntry
  variants: readonly VariantDraft[]
  /** Lines of the variants that have a row, by their index. */
  variantLines: ReadonlyMap<number, number>
}

/** The fields of the rows of a product, over those that it has. */
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
    readCells(own, columns, listMissing(own, columns, before, false), errors, (field, cell) => {
      const isSumLeftOut = hasVariants && field.name === 'stock' && cell === ''
      if (!isSumLeftOut) field.parse(draft, cell)
    })
  else if (!before)
    errors.push({ line, column: '', message: 'No row without a choice creates the product.' })
  const fail = (message: string) =>
    errors.push({ line, column: headerOf(columns, 'stock'), message })
  resolveCount(draft, hasVariants ? undefined : before?.entry.stock, before?.entry.stock, fail)
  if (!hasVariants) {
    renameDefault(draft, findRowRenames(before?.entry, draft))
    return { draft, variants: [], variantLines: new Map() }
  }
  const rows = readVariantRows(ofVariants, columns, before, errors)
  const renames = findRowRenames(before?.entry, draft, rows)
  renameDefault(draft, renames)
  const { variants, variantLines } = mergeVariants(
    rows,
    columns,
    before && renameChoices(before.entry, renames).variants,
    errors,
  )
  draft['variants'] = variants
  if (draft['stock'] === undefined || draft['stock'] === before?.entry.stock)
    draft['stock'] = variants.reduce((sum, { stock }) => sum + (Number(stock) || 0), 0)
  return { draft, variants, variantLines }
}

/**
 * Takes the exported stock out of what a row says. A stock that the file does not change stays as it is now.
 * @param current the stock that may have changed since the export; undefined for one that is new, or a sum.
 * @param unchanged the stock that stands for no change.
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

/** What a row says of a variant. */
interface VariantRow {
  line: number
  read: VariantDraft
}

function readVariantRows(
  rows: CsvRow[],
  columns: Column[],
  before: LoadedProduct | undefined,
  errors: ImportError[],
): VariantRow[] {
  return rows.flatMap((row) => {
    const read: VariantDraft = { choice: {} }
    const missing = listMissing(row, columns, before, true)
    readCells(row, columns, missing, errors, ({ name }, cell) => {
      const variantCell = findVariantCell(name)
      if (variantCell) variantCell.parse(read, cell)
      else if (cell !== '') throw new CellError('must be empty in a row with a choice')
    })
    // A choice that cannot be read has an error already.
    return Object.keys(read.choice).length === 0 ? [] : { line: row.line, read }
  })
}

const toText = (part: unknown): string | undefined => (typeof part === 'string' ? part : undefined)

const FIGURES = ['price', 'listPrice', 'stock'] as const

/** The figures of a row; what the file does not say is that of the choice of the same name. */
function readFigures(read: VariantDraft, rows: CatalogEntry['variants']) {
  const named = findVariant(rows, read.choice)
  return Object.fromEntries(
    FIGURES.map((name) => {
      const figure: unknown = name in read ? read[name] : named?.[name]
      return [name, typeof figure === 'number' ? figure : undefined]
    }),
  )
}

/** The choices that the rows call otherwise than the product does. */
function findRowRenames(
  before: CatalogEntry | undefined,
  draft: CsvEntry,
  rows?: VariantRow[],
): OptionRename[] {
  const options = comparedFields.shape.options.safeParse(draft['options']).data
  if (!before || !options) return []
  const variants = rows?.map(({ read }) => ({
    choice: read.choice,
    sku: toText(read['sku']),
    barcode: toText(read['barcode']),
    ...readFigures(read, before.variants),
  }))
  return findRenames(before, { options, variants })
}

/** The default choice of a file that does not name it. */
function renameDefault(draft: CsvEntry, renames: OptionRename[]): void {
  const { data } = comparedFields.shape.variant.safeParse(draft['variant'])
  if (data) draft['variant'] = renameChoice(data, renames)
}

/** Variants of a product with what their rows say, and those that the rows add. */
function mergeVariants(
  rows: VariantRow[],
  columns: Column[],
  before: VariantDraft[] = [],
  errors: ImportError[],
): { variants: VariantDraft[]; variantLines: Map<number, number> } {
  const variants = [...before]
  const variantLines = new Map<number, number>()
  const indexes = new Map(before.map(({ choice }, index) => [toChoiceKey(choice), index]))
  for (const { line, read } of rows) {
    const index = indexes.get(toChoiceKey(read.choice)) ?? variants.length
    const first = variantLines.get(index)
    if (first !== undefined) {
      const message = `The choice stands in line ${first} already.`
      errors.push({ line, column: headerOf(columns, CHOICE), message })
    }
    const known = variants[index]
    resolveCount(read, known?.['stock'], known?.['stock'], (message) =>
      errors.push({ line, column: headerOf(columns, 'stock'), message }),
    )
    variants[index] = { ...known, ...read, choice: known?.choice ?? read.choice }
    indexes.set(toChoiceKey(read.choice), index)
    variantLines.set(index, line)
  }
  return { variants, variantLines }
}

/** What `findEntryErrors` looks at. */
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

/** Checks an entry as a save by the form does, and finds every error with the path of its field. */
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
