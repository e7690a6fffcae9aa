import { randomUUID } from 'node:crypto'
import type { ScheduledChange } from '#src/contract/editor-publish.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { formatIst, toIso } from '#src/rules/dates.ts'
import type { Deps } from '../deps.ts'
import { HttpError, isTransient } from '../errors.ts'
import { applyDueLaunches } from '../launches/service.ts'
import {
  type Change,
  getRow,
  type LoadedProduct,
  loadAllForEdit,
  runChange,
  VersionConflict,
} from './change.ts'
import * as queries from './publish-queries.ts'
import { saveEntry } from './save-entry.ts'
import { applyPatch } from './service.ts'

const POLL_INTERVAL_MS = 1_000
const BATCH_SIZE = 20
const MAX_AHEAD_MS = 366 * DAY_MS
/** Applied changes that the list shows. */
const LISTED = 50

type Row = Awaited<ReturnType<typeof queries.listScheduledChanges>>[number]

const toScheduled = (row: Row) => ({
  id: row.id,
  productId: row.product_id,
  title: row.title,
  change: JSON.parse(row.change) as ScheduledChange,
  at: toIso(row.due_at),
  atIst: formatIst(row.due_at),
  by: row.display_name ?? '',
  state:
    row.applied_at === null
      ? ('waiting' as const)
      : row.error
        ? ('failed' as const)
        : ('applied' as const),
  message: row.error,
})

export async function listScheduled({ db }: Deps) {
  return (await queries.listScheduledChanges(db, LISTED)).map(toScheduled)
}

/** @throws HttpError 404 for the product, 400 for a time that is past or a change that breaks a rule. */
export async function schedule(
  deps: Deps,
  productId: string,
  { at, change }: { at: string; change: ScheduledChange },
  editorId: string,
) {
  const now = deps.now()
  const dueAt = Date.parse(at)
  await getRow(deps.db, productId)
  if (dueAt <= now) throw new HttpError(400, 'The time must be in the future.', { field: 'at' })
  if (dueAt > now + MAX_AHEAD_MS)
    throw new HttpError(400, 'The time may be a year ahead at most.', { field: 'at' })
  if (change.kind === 'price' && change.listPrice && change.listPrice <= change.price)
    throw new HttpError(400, 'The list price must be above the price.', {
      field: 'change.listPrice',
    })
  const id = randomUUID()
  await queries.insertScheduledChange(deps.db, {
    id,
    product_id: productId,
    change: JSON.stringify(change),
    due_at: dueAt,
    created_at: now,
    editor_id: editorId,
    applied_at: null,
    error: '',
  })
  const row = await queries.findScheduledChange(deps.db, id)
  if (!row) throw new HttpError(404, 'There is no such product.')
  return toScheduled(row)
}

export async function cancelScheduled({ db }: Deps, id: string): Promise<void> {
  if (!(await queries.deleteScheduledChange(db, id)))
    throw new HttpError(404, 'There is no such change, or its time has come already.')
}

/** The price of the entry changes; a list price that is not above it goes. */
function withPrice(
  entry: CatalogEntry,
  { price, listPrice }: Extract<ScheduledChange, { kind: 'price' }>,
): CatalogEntry {
  const kept = listPrice === undefined ? entry.listPrice : listPrice
  return applyPatch(entry, { price, listPrice: kept && kept > price ? kept : null })
}

async function applyChange(
  deps: Deps,
  change: Change,
  before: LoadedProduct,
  scheduled: ScheduledChange,
  dueAt: number,
): Promise<void> {
  const isArchived = before.row.archived_at !== null
  switch (scheduled.kind) {
    case 'price':
      await saveEntry(deps, change, before, withPrice(before.entry, scheduled))
      return
    case 'launch': {
      const entry = { ...before.entry, publishedAt: toIso(dueAt) }
      const action = isArchived ? 'restore' : 'update'
      await saveEntry(deps, change, before, entry, { action, archivedAt: null })
      return
    }
    case 'archive':
      if (!isArchived)
        await saveEntry(deps, change, before, before.entry, {
          action: 'archive',
          archivedAt: change.now,
        })
  }
}

/**
 * Applies every change whose time has come. The row is marked in the transaction of the change, so
 * that it takes effect once, with several processes and after a kill at any point.
 */
export async function applyDueChanges(deps: Deps): Promise<void> {
  for (const row of await queries.listDueChanges(deps.db, deps.now(), BATCH_SIZE)) {
    try {
      await runChange(deps, { editorId: row.editor_id }, async (change) => {
        const { db, now } = change
        if (!(await queries.claimScheduledChange(db, row.id, { now, error: '' }))) return
        const [before] = await loadAllForEdit(db, [row.product_id])
        const scheduled = JSON.parse(row.change) as ScheduledChange
        if (before) await applyChange(deps, change, before, scheduled, row.due_at)
      })
    } catch (error) {
      // Tried again a second later.
      if (isTransient(error) || error instanceof VersionConflict) throw error
      const message =
        error instanceof HttpError ? error.message : 'Something unexpected went wrong.'
      deps.log('error', 'scheduled change failed', { id: row.id, error: String(error) })
      await queries.claimScheduledChange(deps.db, row.id, { now: deps.now(), error: message })
    }
  }
}

/** Applies scheduled changes and launches until stopped. */
export function startSchedule(deps: Deps): { stop(): Promise<void> } {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= Promise.allSettled([applyDueChanges(deps), applyDueLaunches(deps)]).then(
      (results) => {
        running = undefined
        for (const result of results)
          if (result.status === 'rejected')
            deps.log('warn', 'scheduled changes wait', { error: String(result.reason) })
      },
    )
  }, POLL_INTERVAL_MS)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
