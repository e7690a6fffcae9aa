import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { ImportResult } from '#src/contract/editor.ts'
import { type CatalogEntry, catalogEntry } from '#src/contract/entry.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import {
  type LoadedProduct,
  loadAllForEdit,
  runChange,
  toAction,
  VersionConflict,
} from './change.ts'
import { COMPUTED_COLUMNS, CSV_FIELDS, type CsvField, type Draft, toColumn } from './csv-fields.ts'
import { type CsvRow, readCsv } from './csv-file.ts'
import { type Column, checkEntry, type Fault, toDraft } from './csv-row.ts'
import * as queries from './queries.ts'
import { insertEntry, saveEntry } from './save-entry.ts'

const MAX_FAULTS = 500
/** Products whose changes are shown before an import, and letters of a cell. */
const MAX_SHOWN_PRODUCTS = 200
const MAX_SHOWN_LETTERS = 300
/** Rows checked or saved before other requests get a turn. */
const ROWS_PER_TURN = 50

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

/** Of `List price`, `list_price` and `listPrice`: the same. */
const normalize = (header: string): string => header.toLowerCase().replace(/[\s_-]/g, '')

const fieldsByName = new Map(
  CSV_FIELDS.flatMap((field) => [
    [normalize(field.label), field],
    [normalize(field.name), field],
  ]),
)

const isSlug = ({ field }: Column): boolean => field?.name === 'slug'

const isComputed = (name: string): boolean => COMPUTED_COLUMNS.includes(normalize(name))

function toColumns(headers: string[], names: Record<string, string>, faults: Fault[]): Column[] {
  const used = new Set<CsvField>()
  const columns = headers.map((header): Column => {
    const name = Object.hasOwn(names, header) ? (names[header] ?? '') : header
    if (name === '' || isComputed(name)) return { header, field: undefined }
    const field = fieldsByName.get(normalize(name))
    const fault = (message: string) => faults.push({ line: 1, column: header, message })
    if (!field) fault(`There is no field "${name}".`)
    else if (used.has(field)) fault(`Two columns are for the field "${field.name}".`)
    else used.add(field)
    return { header, field }
  })
  if (!columns.some(isSlug))
    faults.push({ line: 1, column: 'slug', message: 'A column with the slug is missing.' })
  return columns
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
  isHeaderRead: boolean,
  faults: Fault[],
): Promise<PlannedSave[]> {
  const slugAt = columns.findIndex(isSlug)
  // What a column that is not known yet may fill is not missing.
  const isAsked = (header: string) =>
    isHeaderRead || columns.some((column) => column.header === header)
  const slugs = rows.map(({ cells }) => (cells[slugAt] ?? '').trim())
  const beforeBySlug = await readBefore(deps, slugs)
  const lineBySlug = new Map<string, number>()
  const saves: PlannedSave[] = []
  const references: { line: number; draft: Draft }[] = []
  const headerOf = (name: string) =>
    columns.find(({ field }) => field?.name === name)?.header ?? name
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
    const rowFaults: Fault[] = []
    const draft = toDraft(row, columns, before, rowFaults)
    if (!before) addDefaults(draft, deps.now())
    // What a cell that cannot be read leaves out is no fault of its own.
    const unreadable = new Set(rowFaults.map(({ column }) => column))
    const { entry, found } = checkEntry(draft, before?.entry)
    for (const { path, message } of found) {
      const column = headerOf(toColumn(path))
      if (!unreadable.has(column) && isAsked(column)) rowFaults.push({ line, column, message })
    }
    faults.push(...rowFaults)
    references.push({ line, draft })
    if (!entry || rowFaults.length > 0) continue
    const archived = draft.archived ?? false
    saves.push({ line, before, entry, archived, isUnchanged: isUnchanged(before, entry, archived) })
  }
  await checkReferences(deps, references, new Set(lineBySlug.keys()), headerOf, faults)
  return saves.filter((save) => !save.isUnchanged)
}

/** What a new product may leave out. */
function addDefaults(draft: Draft, now: number): void {
  for (const [name, value] of Object.entries({
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
  rows: { line: number; draft: Draft }[],
  inFile: Set<string>,
  headerOf: (name: string) => string,
  faults: Fault[],
): Promise<void> {
  const named = rows.map(({ line, draft: { slug, related, pictures } }) => ({
    line,
    slug,
    related: catalogEntry.shape.related.safeParse(related).data ?? [],
    files: (catalogEntry.shape.pictures.safeParse(pictures).data ?? []).map(({ file }) => file),
  }))
  const unknown = named.flatMap(({ related }) => related.filter((slug) => !inFile.has(slug)))
  const existing = await queries.listIdsBySlug(db, [...new Set(unknown)])
  const slugs = new Set([...inFile, ...existing.map(({ slug }) => slug)])
  const files = new Set(named.flatMap((row) => row.files))
  const pictures = new Set(
    (await queries.listExistingPictures(db, [...files])).map(({ hash }) => hash),
  )
  for (const row of named) {
    const { line } = row
    for (const slug of row.related)
      if (slug === row.slug || !slugs.has(slug))
        faults.push({
          line,
          column: headerOf('related'),
          message: `"${slug}" must be the slug of another product.`,
        })
    for (const file of row.files)
      if (!pictures.has(file))
        faults.push({
          line,
          column: headerOf('pictures'),
          message: `"${file.slice(0, 60)}" is not an uploaded picture.`,
        })
  }
}

/** The cells that a save changes, for the editor to look at before the import. */
function listChangedCells({ before, entry, archived }: PlannedSave) {
  const wasArchived = before?.row.archived_at != null
  return CSV_FIELDS.flatMap(({ name, format }) => {
    const cell = before ? format(before.entry, wasArchived) : ''
    const after = format(entry, archived)
    return cell === after ? [] : [{ column: name, before: shorten(cell), after: shorten(after) }]
  })
}

const shorten = (cell: string): string =>
  cell.length > MAX_SHOWN_LETTERS ? `${cell.slice(0, MAX_SHOWN_LETTERS - 1)}…` : cell

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
  const isHeaderRead = faults.length === file.faults.length
  const saves = columns.some(isSlug)
    ? await plan(deps, file.rows, columns, isHeaderRead, faults)
    : []
  faults.sort((a, b) => a.line - b.line)
  const created = saves.filter(({ before }) => !before).length
  const isApplied = dryRun === 'false' && faults.length === 0
  const batch = isApplied ? await apply(deps, saves, editorId) : null
  return {
    applied: isApplied,
    encoding: file.encoding,
    rows: file.rows.length,
    created,
    updated: saves.length - created,
    unchanged: faults.length > 0 ? 0 : file.rows.length - saves.length,
    faults: faults.slice(0, MAX_FAULTS),
    faultCount: faults.length,
    columns: columns.map(({ header, field }) => ({ header, field: field?.name ?? null })),
    computed: columns.flatMap(({ header, field }) => (!field && isComputed(header) ? header : [])),
    fields: CSV_FIELDS.map(({ name }) => name),
    batch,
    changes: saves.slice(0, MAX_SHOWN_PRODUCTS).map((save) => ({
      line: save.line,
      slug: save.entry.slug,
      isNew: !save.before,
      cells: listChangedCells(save),
    })),
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
