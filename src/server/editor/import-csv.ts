import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { ImportResult } from '#src/contract/editor.ts'
import { type CatalogEntry, catalogEntry, findEntryFaults } from '#src/contract/entry.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { toSentence } from '../http/body.ts'
import {
  type LoadedProduct,
  loadAllForEdit,
  runChange,
  toAction,
  VersionConflict,
} from './change.ts'
import { CellError, CSV_FIELDS, type CsvField, type Draft, toColumn } from './csv-fields.ts'
import { type CsvRow, readCsv } from './csv-file.ts'
import * as queries from './queries.ts'
import { insertEntry, saveEntry } from './save-entry.ts'

const MAX_FAULTS = 500
/** Rows checked or saved before other requests get a turn. */
const ROWS_PER_TURN = 50

type Fault = ImportResult['faults'][number]

interface Column {
  header: string
  field: CsvField | undefined
}

/** A product that the file creates or changes. */
interface PlannedSave {
  line: number
  before: LoadedProduct | undefined
  entry: CatalogEntry
  archived: boolean
  /** Saving it would change nothing. */
  isUnchanged: boolean
}

const columnNames = z.record(z.string(), z.string())

function parseColumnNames(text: string | undefined): Record<string, string> {
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

const fieldsByName = new Map(CSV_FIELDS.map((field) => [field.name.toLowerCase(), field]))

function toColumns(headers: string[], names: Record<string, string>, faults: Fault[]): Column[] {
  const used = new Set<CsvField>()
  const columns = headers.map((header): Column => {
    const name = Object.hasOwn(names, header) ? (names[header] ?? '') : header
    if (name === '') return { header, field: undefined }
    const field = fieldsByName.get(name.toLowerCase())
    const fault = (message: string) => faults.push({ line: 1, column: header, message })
    if (!field) fault(`There is no field "${name}".`)
    else if (used.has(field)) fault(`Two columns are for the field "${field.name}".`)
    else used.add(field)
    return { header, field }
  })
  if (![...used].some(({ name }) => name === 'slug'))
    faults.push({ line: 1, column: 'slug', message: 'A column with the slug is missing.' })
  return columns
}

/** The fields of a row, over those that the product has. */
function toDraft(
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

/** Checks an entry as a save by the form does, and names every fault. */
function checkEntry(
  line: number,
  draft: Draft,
  columns: Column[],
  faults: Fault[],
): CatalogEntry | undefined {
  const { archived: _, ...fields } = draft
  const headerOf = (path: PropertyKey[]) => {
    const name = toColumn(path)
    return columns.find(({ field }) => field?.name === name)?.header ?? name
  }
  const result = catalogEntry.safeParse(fields, { reportInput: true })
  const found = result.success
    ? findEntryFaults(result.data).map(({ path, message }) => ({
        path,
        message: `${path.join('.')} ${message}.`,
      }))
    : result.error.issues.map((issue) => ({
        path: issue.path,
        message: toSentence(issue, issue.path.map(String).join('.') || 'The row'),
      }))
  for (const { path, message } of found) faults.push({ line, column: headerOf(path), message })
  return result.success && found.length === 0 ? result.data : undefined
}

const isUnchanged = (
  before: LoadedProduct | undefined,
  entry: CatalogEntry,
  archived: boolean,
): boolean =>
  before !== undefined &&
  archived === (before.row.archived_at !== null) &&
  JSON.stringify(catalogEntry.parse(before.entry)) === JSON.stringify(entry)

/** Reads what the file would save, without changing anything. */
async function plan(
  deps: Deps,
  rows: CsvRow[],
  columns: Column[],
  faults: Fault[],
): Promise<PlannedSave[]> {
  const slugAt = columns.findIndex(({ field }) => field?.name === 'slug')
  const slugs = rows.map(({ cells }) => (cells[slugAt] ?? '').trim())
  const beforeBySlug = await readBefore(deps, slugs)
  const lineBySlug = new Map<string, number>()
  const saves: PlannedSave[] = []
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn()
    const slug = slugs[index] ?? ''
    const { line } = row
    const first = lineBySlug.get(slug)
    if (first !== undefined) {
      const message = `The slug "${slug}" stands in line ${first} already.`
      faults.push({ line, column: columns[slugAt]?.header ?? 'slug', message })
      continue
    }
    lineBySlug.set(slug, line)
    const before = beforeBySlug.get(slug)
    const known = faults.length
    const draft = toDraft(row, columns, before, faults)
    if (!before) addDefaults(draft, deps.now())
    if (faults.length > known) continue
    const entry = checkEntry(line, draft, columns, faults)
    if (!entry) continue
    const archived = draft.archived ?? false
    saves.push({ line, before, entry, archived, isUnchanged: isUnchanged(before, entry, archived) })
  }
  await checkReferences(deps, saves, new Set(lineBySlug.keys()), columns, faults)
  return saves.filter((save) => !save.isUnchanged)
}

/** What a new product may leave out. */
function addDefaults(draft: Draft, now: number): void {
  for (const [name, value] of Object.entries({
    reviewCount: 0,
    options: [],
    variant: {},
    technicalDetails: {},
    offers: [],
    related: [],
    pictures: [],
    publishedAt: new Date(now).toISOString(),
  }))
    draft[name] ??= value
}

async function readBefore({ db }: Deps, slugs: string[]): Promise<Map<string, LoadedProduct>> {
  const known = await queries.listIdsBySlug(db, [...new Set(slugs)])
  const found = await loadAllForEdit(
    db,
    known.map(({ id }) => id),
  )
  return new Map(found.map((before) => [before.entry.slug, before]))
}

/** Related products and pictures must exist, or be created by the same file. */
async function checkReferences(
  { db }: Deps,
  saves: PlannedSave[],
  inFile: Set<string>,
  columns: Column[],
  faults: Fault[],
): Promise<void> {
  const headerOf = (name: string) =>
    columns.find(({ field }) => field?.name === name)?.header ?? name
  const unknown = saves.flatMap(({ entry }) => entry.related.filter((slug) => !inFile.has(slug)))
  const existing = await queries.listIdsBySlug(db, [...new Set(unknown)])
  const slugs = new Set([...inFile, ...existing.map(({ slug }) => slug)])
  const files = saves.flatMap(({ entry }) => entry.pictures.map(({ file }) => file))
  const pictures = new Set(
    (await queries.listExistingPictures(db, [...new Set(files)])).map(({ hash }) => hash),
  )
  for (const { line, entry } of saves) {
    for (const slug of entry.related)
      if (slug === entry.slug || !slugs.has(slug))
        faults.push({
          line,
          column: headerOf('related'),
          message: `"${slug}" must be the slug of another product.`,
        })
    for (const { file } of entry.pictures)
      if (!pictures.has(file))
        faults.push({
          line,
          column: headerOf('pictures'),
          message: `"${file.slice(0, 60)}" is not an uploaded picture.`,
        })
  }
}

/**
 * Imports a CSV file: checks all of it, then saves all of it in one transaction, or nothing.
 * @throws HttpError 400 for a file that cannot be read, 409 when a product was saved meanwhile.
 */
export async function importCsv(
  deps: Deps,
  bytes: Uint8Array<ArrayBuffer>,
  { dryRun, columns: names }: { dryRun: 'true' | 'false'; columns?: string | undefined },
  editorId: string,
): Promise<ImportResult> {
  const file = await readCsv(bytes)
  const faults: Fault[] = [...file.faults]
  const columns = toColumns(file.headers, parseColumnNames(names), faults)
  const saves = faults.length > 0 ? [] : await plan(deps, file.rows, columns, faults)
  const created = saves.filter(({ before }) => !before).length
  const isApplied = dryRun === 'false' && faults.length === 0
  const batch = isApplied ? await apply(deps, saves, editorId) : null
  return {
    applied: isApplied,
    rows: file.rows.length,
    created,
    updated: saves.length - created,
    unchanged: faults.length > 0 ? 0 : file.rows.length - saves.length,
    faults: faults.slice(0, MAX_FAULTS),
    faultCount: faults.length,
    columns: columns.map(({ header, field }) => ({ header, field: field?.name ?? null })),
    fields: CSV_FIELDS.map(({ name }) => name),
    batch,
  }
}

function apply(deps: Deps, saves: PlannedSave[], editorId: string): Promise<string | null> {
  const batch = `Imported ${saves.length === 1 ? '1 product' : `${saves.length} products`} from CSV`
  return runChange(deps, { editorId, batch }, async (change) => {
    change.referencesChecked = true
    for (const [index, { line, before, entry, archived }] of saves.entries()) {
      if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn()
      const archivedAt = archived ? (before?.row.archived_at ?? change.now) : null
      if (!before) await insertEntry(change, entry, archivedAt)
      else
        await saveEntry(deps, change, before, entry, {
          action: toAction(before.row.archived_at !== null, archived),
          archivedAt,
        }).catch((error: unknown) => {
          if (!(error instanceof VersionConflict)) throw error
          throw new HttpError(
            409,
            `The product of line ${line} was saved by somebody else meanwhile. Please import the file again.`,
          )
        })
    }
    return change.saved.length > 0 ? change.batchId : null
  })
}
