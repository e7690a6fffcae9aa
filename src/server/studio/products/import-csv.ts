import type { z } from 'zod'
import type { ImportResult, importQuery } from '#src/contract/editor.ts'
import { ENTRY_FIELDS, type EntryField, type EntryFieldSpec } from '#src/contract/entry.ts'
import { listFarPrices } from '#src/editing/typed-price.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { withNamesOf } from '#src/rules/product/choice-ids.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { snapshot } from '../../shop/catalog/service.ts'
import { listItems } from '../launches/draft-queries.ts'
import { type NewDraft, toPatches } from '../launches/drafts.ts'
import { getLaunchRow, toStart } from '../launches/launch-row.ts'
import { saveDrafts } from '../launches/live-drafts.ts'
import { listUnknownCategories } from '../save/categories.ts'
import { type ProductCache, toAction } from '../save/change.ts'
import { runPlannedChange } from '../save/planned-change.ts'
import { prepareSaves, type SaveInput } from '../save/prepare-saves.ts'
import { writeSaves } from '../save/write-saves.ts'
import { isComputed, isSlug, listSlugHeaders, parseColumnNames, toColumns } from './csv-columns.ts'
import { CSV_FIELDS, formatRows } from './csv-fields.ts'
import { readCsv } from './csv-file.ts'
import { groupRows, type Items, type PlannedSave, planSaves } from './csv-plan.ts'
import { CHOICE, STOCK_SEEN, VARIANT_ID } from './csv-variants.ts'
import type { ImportError } from './parse-csv.ts'

const MAX_ERRORS = 500
/** Limits of the changes that a dry run shows: rows, and characters of a cell. */
const MAX_SHOWN_ROWS = 200
const MAX_SHOWN_LETTERS = 300

const CHOICE_AT = CSV_FIELDS.findIndex(({ name }) => name === CHOICE)

/** Lists the rows that a save changes, for the editor to confirm. */
function listChangedRows(save: PlannedSave): ImportResult['changes'] {
  const { line, variantRows, before, entry, archived } = save
  const id = before?.row.id
  const rowsBefore = before ? formatRows(before.entry, before.row.archived_at !== null, id) : []
  const renamed = before && withNamesOf(before.entry, entry.options)
  const names = renamed ? formatRows(renamed, false, id).map((cells) => cells[CHOICE_AT]) : []
  const byChoice = new Map(rowsBefore.map((cells, index) => [names[index], cells]))
  return formatRows(entry, archived, id).flatMap((row, index) => {
    const previous = byChoice.get(row[CHOICE_AT])
    const cells = CSV_FIELDS.flatMap(({ name }, index) => {
      const [cell = '', after = ''] = [previous?.[index], row[index]]
      return cell === after || name === STOCK_SEEN || name === VARIANT_ID
        ? []
        : { column: name, before: formatCell(name, cell), after: formatCell(name, after) }
    })
    if (cells.length === 0) return []
    const own = variantRows.get(index - 1)
    const place = { line: own?.line ?? line, slug: entry.slug }
    const choice = row[CHOICE_AT] ?? ''
    return { ...place, choice, isNew: !previous, ...(own && { match: own.match }), cells }
  })
}

function listChanges(saves: PlannedSave[]): ImportResult['changes'] {
  const changes: ImportResult['changes'] = []
  for (const save of saves) {
    if (changes.length >= MAX_SHOWN_ROWS) break
    changes.push(...listChangedRows(save))
  }
  return changes.slice(0, MAX_SHOWN_ROWS)
}

function listFarPriceChanges(saves: PlannedSave[]): ImportResult['farPrices'] {
  const changes: ImportResult['farPrices'] = []
  for (const { before, entry } of saves) {
    if (changes.length >= MAX_SHOWN_ROWS) break
    if (!before) continue
    for (const change of listFarPrices(before.entry, entry))
      changes.push({ ...change, title: entry.title })
  }
  return changes.slice(0, MAX_SHOWN_ROWS)
}

/** Shows a time with the name of the month, so that the editor sees which number was read as the month. */
const formatCell = (name: string, cell: string): string => {
  const { type }: Partial<EntryFieldSpec> = ENTRY_FIELDS[name as EntryField] ?? {}
  return type === 'time' && cell !== ''
    ? formatInstant(`${cell.replace(' ', 'T').replace(' IST', '')}+05:30`)
    : shorten(cell)
}

const shorten = (cell: string): string =>
  cell.length > MAX_SHOWN_LETTERS ? `${cell.slice(0, MAX_SHOWN_LETTERS - 1)}…` : cell

/**
 * Imports a CSV file: validates all of it, then saves all of it in one transaction, or nothing.
 * @throws HttpError 400 if the file is invalid, 409 if a product was saved meanwhile.
 */
export async function importCsv(
  deps: Deps,
  bytes: Uint8Array<ArrayBuffer>,
  { dryRun, columns: names, launch }: z.output<typeof importQuery>,
  editorId: string,
): Promise<ImportResult> {
  const now = deps.now()
  const liveAt = launch === undefined ? now : toStart(await getLaunchRow(deps.db, launch), now)
  const fieldByHeader = parseColumnNames(names)
  const file = await readCsv(bytes, listSlugHeaders(fieldByHeader))
  const headerErrors: ImportError[] = [...file.errors]
  const columns = file.rows.length > 0 ? toColumns(file, fieldByHeader, headerErrors) : []
  const isHeaderRead = headerErrors.length === file.errors.length
  const products = columns.some(isSlug) ? groupRows(file.rows, columns, headerErrors) : []
  const plan = async (db: Db, known?: ProductCache) => {
    const errors = [...headerErrors]
    const drafts = launch === undefined ? [] : await listItems(db, launch)
    const items: Items = new Map(drafts.map((item) => [item.record_id, item]))
    const target = { liveAt, items, known }
    const planned = await planSaves(db, target, products, { columns, isHeaderRead }, errors)
    return { ...planned, items, errors: errors.toSorted((a, b) => a.line - b.line) }
  }
  const planWrites = async (db: Db, now: number, known: ProductCache) => {
    const planned = await plan(db, known)
    const { saves, errors } = planned
    const inputs = errors.length > 0 ? [] : saves.map((save) => toSaveInput(save, now))
    return { ...planned, prepared: await prepareSaves(db, now, inputs) }
  }
  const planDrafts = async (db: Db, _now: number, known: ProductCache) => {
    const planned = await plan(db, known)
    const { saves, items, errors } = planned
    const drafts = errors.length > 0 ? [] : await toDrafts(db, saves, items)
    return { ...planned, drafts, summary: `${summarize(saves)} into` }
  }
  const write = async () => {
    if (launch !== undefined)
      return { ...(await saveDrafts(deps, launch, editorId, planDrafts)).plan, batch: null }
    return runPlannedChange(
      deps,
      ({ saves }) => ({ editorId, batch: summarize(saves) }),
      planWrites,
      async (change, { prepared, ...planned }) => {
        await writeSaves(change, prepared)
        return { ...planned, batch: change.saved.length > 0 ? change.batchId : null }
      },
    )
  }
  const isWritten = dryRun === 'false'
  const { saves, matched, errors, batch } = isWritten
    ? await write()
    : { ...(await snapshot(deps, (db) => plan(db))), batch: null }
  const created = saves.filter(({ before }) => !before).length
  return {
    applied: isWritten && errors.length === 0,
    rows: file.rows.length,
    created,
    updated: saves.length - created,
    unchanged: errors.length > 0 ? 0 : products.length - saves.length,
    errors: errors.slice(0, MAX_ERRORS),
    errorCount: errors.length,
    newCategories:
      errors.length === 0
        ? []
        : await listUnknownCategories(
            deps.db,
            saves.map(({ entry }) => entry.category),
          ),
    columns: columns.map(({ header, field }) => ({ header, field: field?.name ?? null })),
    computed: columns.flatMap(({ header, field }) => (!field && isComputed(header) ? header : [])),
    fields: CSV_FIELDS.map(({ name }) => name),
    batch,
    matched,
    changes: listChanges(saves),
    farPrices: listFarPriceChanges(saves),
  }
}

const summarize = ({ length }: PlannedSave[]): string =>
  `Imported ${length === 1 ? '1 product' : `${length} products`} from CSV`

const toSaveInput = ({ before, entry, archived }: PlannedSave, now: number): SaveInput => ({
  before,
  entry,
  action: before ? toAction(before.row.archived_at !== null, archived) : 'create',
  archivedAt: archived ? (before?.row.archived_at ?? now) : null,
})

/** Returns saves as drafts. A new product gets an id from its slug, so that a second file changes the same draft. */
async function toDrafts(db: Db, saves: PlannedSave[], items: Items): Promise<NewDraft[]> {
  const drafts = saves.map(({ before, product, entry, archived }) => {
    const recordId = before?.row.id ?? `new-${entry.slug}`
    return { recordId, product, former: items.get(recordId), entry, archived }
  })
  const patches = await toPatches(db, drafts)
  return drafts.map(({ recordId, former }, index) => ({
    recordId,
    former,
    patch: patches[index] ?? {},
  }))
}
