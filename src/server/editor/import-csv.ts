import { setImmediate as nextTurn } from 'node:timers/promises'
import type { z } from 'zod'
import type { ImportResult, importQuery } from '#src/contract/editor.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { checkDraftCount } from '../launches/drafts.ts'
import { getLaunchRow, lockWaiting } from '../launches/launch-row.ts'
import { listItems, saveItem } from '../launches/queries.ts'
import { ConflictError } from '../retry-conflicts.ts'
import { loadAllForEdit, runChange, toAction } from './change.ts'
import { isComputed, isSlug, listKnownHeaders, parseColumnNames, toColumns } from './csv-columns.ts'
import { CSV_FIELDS, formatRows } from './csv-fields.ts'
import { type Fault, readCsv } from './csv-file.ts'
import { groupRows, type Items, type PlannedSave, planSaves, ROWS_PER_TURN } from './csv-plan.ts'
import { CHOICE } from './csv-variants.ts'
import { insertEntry, saveEntry } from './save-entry.ts'

const MAX_FAULTS = 500
/** Rows whose changes are shown before an import, and letters of a cell. */
const MAX_SHOWN_ROWS = 200
const MAX_SHOWN_LETTERS = 300

const CHOICE_AT = CSV_FIELDS.findIndex(({ name }) => name === CHOICE)

/** What a save changes, for the editor to look at before the import: the rows of an export that differ. */
function listChangedRows(save: PlannedSave): ImportResult['changes'] {
  const { line, variantLines, before, entry, archived } = save
  const rowsBefore = before ? formatRows(before.entry, before.row.archived_at !== null) : []
  const byChoice = new Map(rowsBefore.map((cells) => [cells[CHOICE_AT], cells]))
  return formatRows(entry, archived).flatMap((row, index) => {
    const known = byChoice.get(row[CHOICE_AT])
    const cells = CSV_FIELDS.flatMap(({ name }, at) => {
      const [cell = '', after = ''] = [known?.[at], row[at]]
      return cell === after ? [] : { column: name, before: shorten(cell), after: shorten(after) }
    })
    if (cells.length === 0) return []
    const place = { line: variantLines.get(index - 1) ?? line, slug: entry.slug }
    return { ...place, choice: row[CHOICE_AT] ?? '', isNew: !known, cells }
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
  { dryRun, columns: names, launch }: z.output<typeof importQuery>,
  editorId: string,
): Promise<ImportResult> {
  if (launch !== undefined) await getLaunchRow(deps.db, launch)
  const items: Items = new Map(
    (launch === undefined ? [] : await listItems(deps.db, launch)).map((item) => [
      item.record_id,
      item,
    ]),
  )
  const fieldByHeader = parseColumnNames(names)
  const file = await readCsv(bytes, listKnownHeaders(fieldByHeader))
  const faults: Fault[] = [...file.faults]
  const columns = toColumns(file.headers, fieldByHeader, faults)
  const isHeaderRead = faults.length === file.faults.length
  const products = columns.some(isSlug) ? groupRows(file.rows, columns, faults) : []
  const saves = await planSaves(deps, products, columns, isHeaderRead, faults, items)
  faults.sort((a, b) => a.line - b.line)
  const created = saves.filter(({ before }) => !before).length
  const isApplied = dryRun === 'false' && faults.length === 0
  if (isApplied && launch !== undefined) await draft(deps, saves, launch, items, editorId)
  const batch = isApplied && launch === undefined ? await apply(deps, saves, editorId) : null
  return {
    applied: isApplied,
    encoding: file.encoding,
    rows: file.rows.length,
    created,
    updated: saves.length - created,
    unchanged: faults.length > 0 ? 0 : products.length - saves.length,
    faults: faults.slice(0, MAX_FAULTS),
    faultCount: faults.length,
    columns: columns.map(({ header, field }) => ({ header, field: field?.name ?? null })),
    computed: columns.flatMap(({ header, field }) => (!field && isComputed(header) ? header : [])),
    fields: CSV_FIELDS.map(({ name }) => name),
    batch,
    changes: saves.slice(0, MAX_SHOWN_ROWS).flatMap(listChangedRows).slice(0, MAX_SHOWN_ROWS),
  }
}

function apply(deps: Deps, saves: PlannedSave[], editorId: string): Promise<string | null> {
  const batch = `Imported ${saves.length === 1 ? '1 product' : `${saves.length} products`} from CSV`
  return runChange(deps, { editorId, batch }, async (change) => {
    change.checkedTogether = new Set()
    for (const [index, { line, before, entry, archived }] of saves.entries()) {
      if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn()
      const archivedAt = archived ? (before?.row.archived_at ?? change.now) : null
      if (!before) await insertEntry(change, entry, archivedAt)
      else
        await saveEntry(deps, change, before, entry, {
          action: toAction(before.row.archived_at !== null, archived),
          archivedAt,
        }).catch((error: unknown) => {
          if (!(error instanceof ConflictError)) throw error
          throw new HttpError(
            409,
            `The product of line ${line} was saved by somebody else meanwhile. Please import the file again.`,
          )
        })
    }
    return change.saved.length > 0 ? change.batchId : null
  })
}

/** Makes a draft of each save. A product that is new has the same one for each file. */
const draft = (
  deps: Deps,
  saves: PlannedSave[],
  launch: string,
  items: Items,
  editorId: string,
): Promise<void> =>
  deps.db.transaction().execute(async (db) => {
    await lockWaiting(db, launch)
    const live = await loadAllForEdit(
      db,
      saves.flatMap(({ before }) => before?.row.id ?? []),
    )
    const archivedIds = new Set(live.flatMap(({ row }) => (row.archived_at === null ? [] : row.id)))
    for (const [index, { line, before, entry, archived }] of saves.entries()) {
      if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn()
      const id = before?.row.id ?? `new-${entry.slug}`
      const item = items.get(id)
      const isSaved = await saveItem(db, {
        ...{ launch_id: launch, record_id: id, body: JSON.stringify(entry), editor_id: editorId },
        action: archivedIds.has(id) === archived ? 'update' : archived ? 'archive' : 'restore',
        based_on: item?.based_on ?? before?.row.revision ?? 0,
        ...{ revision: (item?.revision ?? 0) + 1, saved_at: deps.now() },
      })
      if (!isSaved)
        throw new HttpError(
          409,
          `The draft of line ${line} was saved by somebody else meanwhile. Please import the file again.`,
        )
    }
    await checkDraftCount(db, launch)
  })
