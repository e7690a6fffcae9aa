import type { z } from 'zod'
import type { ImportResult, importQuery } from '#src/contract/editor.ts'
import {
  type CatalogEntry,
  ENTRY_FIELDS,
  type EntryField,
  type EntryFieldSpec,
} from '#src/contract/entry.ts'
import { formatIst } from '#src/rules/dates.ts'
import { findRenames, renameChoices, renameCounted } from '#src/rules/product/renamed-choices.ts'
import { withCounts } from '#src/rules/product/stock-counts.ts'
import { listFarPrices } from '#src/rules/product/typed-price.ts'
import { inParts } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { getCatalogRevision } from '../../core/publish-requests/queries.ts'
import { createTurns } from '../../core/turns.ts'
import { listRenamed } from '../../shop/catalog/queries.ts'
import { snapshot } from '../../shop/catalog/service.ts'
import { toCounted } from '../../shop/stock/stock-count.ts'
import { listItems, saveItems } from '../launches/draft-queries.ts'
import { checkDraftCount, recordDrafts } from '../launches/drafts.ts'
import { getLaunchRow, lockNotLive, toStart } from '../launches/launch-row.ts'
import type { LaunchItemRow } from '../launches/tables.ts'
import { type LoadedProduct, loadAllForEdit, runChange, toAction } from '../save/change.ts'
import { listArchivedIds } from '../save/queries.ts'
import { ProductConflict, prepareSaves, type WantedSave, writeSaves } from '../save/write-saves.ts'
import { isComputed, isSlug, listKnownHeaders, parseColumnNames, toColumns } from './csv-columns.ts'
import { CSV_FIELDS, formatRows } from './csv-fields.ts'
import { readCsv } from './csv-file.ts'
import { groupRows, type Items, type PlannedSave, planSaves } from './csv-plan.ts'
import { CHOICE, STOCK_SEEN } from './csv-variants.ts'
import type { ImportError } from './parse-csv.ts'

const MAX_ERRORS = 500
/** Rows whose changes are shown before an import, and letters of a cell. */
const MAX_SHOWN_ROWS = 200
const MAX_SHOWN_LETTERS = 300

const CHOICE_AT = CSV_FIELDS.findIndex(({ name }) => name === CHOICE)

/** What a save changes, for the editor to look at before the import: the rows of an export that differ. */
function listChangedRows(save: PlannedSave): ImportResult['changes'] {
  const { line, variantLines, before, entry, archived } = save
  const rowsBefore = before ? formatRows(before.entry, before.row.archived_at !== null) : []
  const renamed = before && renameChoices(before.entry, findRenames(before.entry, entry))
  const names = renamed ? formatRows(renamed, false).map((cells) => cells[CHOICE_AT]) : []
  const byChoice = new Map(rowsBefore.map((cells, index) => [names[index], cells]))
  return formatRows(entry, archived).flatMap((row, index) => {
    const known = byChoice.get(row[CHOICE_AT])
    const cells = CSV_FIELDS.flatMap(({ name }, index) => {
      const [cell = '', after = ''] = [known?.[index], row[index]]
      return cell === after || name === STOCK_SEEN
        ? []
        : { column: name, before: toShown(name, cell), after: toShown(name, after) }
    })
    if (cells.length === 0) return []
    const place = { line: variantLines.get(index - 1) ?? line, slug: entry.slug }
    return { ...place, choice: row[CHOICE_AT] ?? '', isNew: !known, cells }
  })
}

async function listChanges(saves: PlannedSave[]): Promise<ImportResult['changes']> {
  const turn = createTurns()
  const changes: ImportResult['changes'] = []
  for (const save of saves) {
    await turn()
    if (changes.length >= MAX_SHOWN_ROWS) break
    changes.push(...listChangedRows(save))
  }
  return changes.slice(0, MAX_SHOWN_ROWS)
}

async function listChangedFar(saves: PlannedSave[]): Promise<ImportResult['farPrices']> {
  const turn = createTurns()
  const changes: ImportResult['farPrices'] = []
  for (const { before, entry } of saves) {
    await turn()
    if (changes.length >= MAX_SHOWN_ROWS) break
    if (!before) continue
    for (const change of listFarPrices(before.entry, entry))
      changes.push({ ...change, title: entry.title })
  }
  return changes.slice(0, MAX_SHOWN_ROWS)
}

/** A day with the name of its month, so that it is seen which of its figures was read as the month. */
const toShown = (name: string, cell: string): string => {
  const { type }: Partial<EntryFieldSpec> = ENTRY_FIELDS[name as EntryField] ?? {}
  return type === 'time' && cell !== ''
    ? formatIst(`${cell.replace(' ', 'T').replace(' IST', '')}+05:30`)
    : shorten(cell)
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
  const now = deps.now()
  const liveAt = launch === undefined ? now : toStart(await getLaunchRow(deps.db, launch), now)
  const items: Items = new Map(
    (launch === undefined ? [] : await listItems(deps.db, launch)).map((item) => [
      item.record_id,
      item,
    ]),
  )
  const fieldByHeader = parseColumnNames(names)
  const file = await readCsv(bytes, listKnownHeaders(fieldByHeader))
  const errors: ImportError[] = [...file.errors]
  const columns = toColumns(file.headers, fieldByHeader, errors)
  const isHeaderRead = errors.length === file.errors.length
  const products = columns.some(isSlug) ? groupRows(file.rows, columns, errors) : []
  const { revision, saves } = await snapshot(deps, async (db) => ({
    revision: await getCatalogRevision(db),
    saves: await planSaves(db, liveAt, products, columns, isHeaderRead, errors, items),
  }))
  errors.sort((a, b) => a.line - b.line)
  const created = saves.filter(({ before }) => !before).length
  const isApplied = dryRun === 'false' && errors.length === 0
  if (isApplied && launch !== undefined) await draft(deps, saves, launch, items, editorId)
  const batch =
    isApplied && launch === undefined ? await apply(deps, { revision, saves }, editorId) : null
  return {
    applied: isApplied,
    encoding: file.encoding,
    rows: file.rows.length,
    created,
    updated: saves.length - created,
    unchanged: errors.length > 0 ? 0 : products.length - saves.length,
    errors: errors.slice(0, MAX_ERRORS),
    errorCount: errors.length,
    columns: columns.map(({ header, field }) => ({ header, field: field?.name ?? null })),
    computed: columns.flatMap(({ header, field }) => (!field && isComputed(header) ? header : [])),
    fields: CSV_FIELDS.map(({ name }) => name),
    batch,
    changes: await listChanges(saves),
    farPrices: await listChangedFar(saves),
  }
}

const savedMeanwhile = (what: string, line: number) =>
  new HttpError(
    409,
    `The ${what} of line ${line} was saved by somebody else meanwhile. Please import the file again.`,
  )

const summarize = ({ length }: PlannedSave[]): string =>
  `Imported ${length === 1 ? '1 product' : `${length} products`} from CSV`

/** @param planned what was read and checked, at a revision of the catalogue. */
async function apply(
  deps: Deps,
  { revision, saves }: { revision: number; saves: PlannedSave[] },
  editorId: string,
): Promise<string | null> {
  const now = deps.now()
  const wanted = saves.map(
    ({ before, entry, archived }): WantedSave => ({
      before,
      entry,
      action: before ? toAction(before.row.archived_at !== null, archived) : 'create',
      archivedAt: archived ? (before?.row.archived_at ?? now) : null,
    }),
  )
  const prepared = await prepareSaves(deps.db, now, wanted)
  return runChange(deps, { editorId, batch: summarize(saves) }, async (change) => {
    if ((await getCatalogRevision(change.db)) !== revision) await assertCurrent(change.db, saves)
    await writeSaves(change, prepared).catch((error: unknown) => {
      const conflict = error instanceof ProductConflict ? error.id : undefined
      const save = saves.find(({ before }) => before && before.row.id === conflict)
      throw save ? savedMeanwhile('product', save.line) : error
    })
    return change.saved.length > 0 ? change.batchId : null
  })
}

/** Counts are compared where they are written: a sale changes some without a save. */
const toUncounted = (entry: CatalogEntry): string => JSON.stringify(withCounts(entry, () => 0))

/** Compares a catalogue that was changed since it was read. @throws HttpError 409 where a save would lose that. */
async function assertCurrent(db: Db, saves: PlannedSave[]): Promise<void> {
  const known = new Map(saves.flatMap(({ before }) => (before ? [[before.row.id, before]] : [])))
  const current = new Map(
    (await loadAllForEdit(db, [...known.keys()], new Map(known))).map((product) => [
      product.row.id,
      product,
    ]),
  )
  const isSame = (product: LoadedProduct): boolean => {
    const now = current.get(product.row.id)
    return (
      now === product ||
      (now?.row.revision === product.row.revision &&
        toUncounted(now.entry) === toUncounted(product.entry))
    )
  }
  const renamed = await listRenamed(db, [...new Set(saves.flatMap(({ entry }) => entry.related))])
  const former = new Set(renamed.map(({ former }) => former))
  const other = saves.find(
    ({ before, entry }) =>
      (before && !isSame(before)) || entry.related.some((slug) => former.has(slug)),
  )
  if (other) throw savedMeanwhile('product', other.line)
}

/** Makes a draft of each save. A product that is new has the same one for each file. */
async function draft(
  deps: Deps,
  saves: PlannedSave[],
  launch: string,
  items: Items,
  editorId: string,
): Promise<void> {
  const ids = saves.flatMap(({ before }) => before?.row.id ?? [])
  const archivedIds = new Set(await listArchivedIds(deps.db, ids))
  const turn = createTurns()
  const lines = new Map<string, number>()
  const drafts: LaunchItemRow[] = []
  for (const { line, before, entry, archived } of saves) {
    await turn()
    const id = before?.row.id ?? `new-${entry.slug}`
    const item = items.get(id)
    lines.set(id, line)
    drafts.push({
      launch_id: launch,
      record_id: id,
      body: JSON.stringify(entry),
      seen_counts: before
        ? JSON.stringify(renameCounted(toCounted(before.row), findRenames(before.entry, entry)))
        : null,
      editor_id: editorId,
      action: archivedIds.has(id) === archived ? 'update' : archived ? 'archive' : 'restore',
      based_on: item?.based_on ?? before?.row.revision ?? 0,
      revision: (item?.revision ?? 0) + 1,
      saved_at: deps.now(),
    })
  }
  await deps.db.transaction().execute(async (db) => {
    await lockNotLive(db, launch)
    for await (const part of inParts(drafts, ({ body }) => body.length)) {
      const other = await saveItems(db, part)
      if (other) throw savedMeanwhile('draft', lines.get(other.record_id) ?? 0)
    }
    await checkDraftCount(db, launch)
    if (saves.length > 0) await recordDrafts(deps, db, launch, editorId, `${summarize(saves)} into`)
  })
}
