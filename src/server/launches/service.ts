import { randomUUID } from 'node:crypto'
import { parseContentId } from '#src/contract/content.ts'
import { type CatalogEntry, catalogEntry, findEntryFaults } from '#src/contract/entry.ts'
import type { Launch, LaunchDetail, LaunchDraft, LaunchItem } from '#src/contract/launches.ts'
import { MAX_LAUNCH_ITEMS } from '#src/contract/values.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { toIso } from '#src/rules/dates.ts'
import { getAtPath } from '#src/rules/merge-versions.ts'
import { insertAuditEntry } from '../admin/audit-queries.ts'
import { createToken, hashToken } from '../auth/token.ts'
import { listContentVersions } from '../content/queries.ts'
import { listUploadedPictures } from '../content/read-content.ts'
import { type Body, parseContentBody, toRenamed } from '../content/service.ts'
import type { LaunchRow } from '../db/studio-schema.ts'
import type { Db, Deps } from '../deps.ts'
import { claimBatch } from '../editor/batch-queries.ts'
import { runChange, VersionConflict } from '../editor/change.ts'
import { listProductVersions } from '../editor/queries.ts'
import { isContent, type LiveRecord } from '../editor/records.ts'
import { restoreBatch, type UndoneBatch } from '../editor/undo-batch.ts'
import { HttpError, isTransient } from '../errors.ts'
import { validate } from '../http/body.ts'
import { type CheckedDraft, checkDrafts, getTitle, saveDrafts } from './apply-drafts.ts'
import * as queries from './queries.ts'

const MAX_AHEAD_MS = 366 * DAY_MS
const LISTED = 200

const notFound = () => new HttpError(404, 'There is no such launch.')
const noDraft = () => new HttpError(404, 'This launch has no draft of it.')
const isLiveNow = () =>
  new HttpError(409, 'This launch is live. Undo it first, and its drafts can be changed.')

export const toState = (
  row: Pick<LaunchRow, 'starts_at' | 'ends_at' | 'published_at' | 'undone_at'>,
): Launch['state'] => {
  if (row.undone_at !== null)
    return row.ends_at !== null && row.undone_at >= row.ends_at ? 'ended' : 'undone'
  if (row.published_at !== null) return 'live'
  return row.starts_at === null ? 'draft' : 'scheduled'
}

const toTime = (time: number | null): string | null => (time === null ? null : toIso(time))

const toLaunch = (row: queries.LaunchRowWithCount): Launch => ({
  ...{ id: row.id, name: row.name, state: toState(row), message: row.message },
  startsAt: toTime(row.starts_at),
  endsAt: toTime(row.ends_at),
  publishedAt: toTime(row.published_at),
  undoneAt: toTime(row.undone_at),
  itemCount: Number(row.items),
})

async function getLaunchRow(db: Db, id: string): Promise<queries.LaunchRowWithCount> {
  const row = await queries.findLaunch(db, id)
  if (!row) throw notFound()
  return row
}

export const listLaunches = async ({ db }: Deps): Promise<{ launches: Launch[] }> => ({
  launches: (await queries.listLaunches(db, LISTED)).map(toLaunch),
})

/** Who saved the live record last, where that was after the draft was made from it. */
async function findChange(
  db: Db,
  record: LiveRecord | undefined,
  basedOn: number,
): Promise<LaunchItem['changed']> {
  if (!record || record.revision === basedOn) return null
  const [latest] = isContent(record.id)
    ? await listContentVersions(db, record.id)
    : await listProductVersions(db, record.id)
  return latest ? { by: latest.display_name ?? '', at: toIso(latest.saved_at) } : null
}

/** The parts of a body that hold these fields. */
const pickFields = (body: Body | undefined, fields: string[]): Body =>
  Object.fromEntries(
    fields.map((field) => field.split('.')[0] ?? '').map((name) => [name, getAtPath(body, name)]),
  )

async function toItem(
  db: Db,
  draft: CheckedDraft<queries.LaunchItemWithEditor>,
  isLive: boolean,
): Promise<LaunchItem> {
  const { item, record, body, fields, clashes, faults } = draft
  return {
    recordId: item.record_id,
    kind: isContent(item.record_id) ? 'content' : 'product',
    title: getTitle(draft),
    isNew: record === undefined,
    savedBy: item.display_name ?? '',
    savedAt: toIso(item.saved_at),
    fields,
    before: pickFields(record?.body, fields),
    after: pickFields(body, fields),
    // Of a live launch it is the launch itself.
    changed: isLive ? null : await findChange(db, record, item.based_on),
    ...(isLive ? { clashes: [], faults: [] } : { clashes, faults }),
  }
}

export async function getLaunch(deps: Deps, id: string): Promise<LaunchDetail> {
  const { db } = deps
  const row = await getLaunchRow(db, id)
  const drafts = await checkDrafts(deps, db, await queries.listItems(db, id))
  const items: LaunchItem[] = []
  for (const draft of drafts) items.push(await toItem(db, draft, toState(row) === 'live'))
  const link = await queries.findLinkOfLaunch(db, id, deps.now())
  return { ...toLaunch(row), items, link: link ? { expiresAt: toIso(link.expires_at) } : null }
}

export async function createLaunch(
  deps: Deps,
  { name }: { name: string },
  editorId: string,
): Promise<LaunchDetail> {
  const id = randomUUID()
  await queries.insertLaunch(deps.db, {
    ...{ id, name, starts_at: null, ends_at: null, published_at: null, undone_at: null },
    ...{ batch_id: null, message: '', revision: 1, created_at: deps.now(), editor_id: editorId },
  })
  return getLaunch(deps, id)
}

const assertAhead = (now: number, time: number, field: string): void => {
  if (time <= now) throw new HttpError(400, 'The time must be in the future.', { field })
  if (time > now + MAX_AHEAD_MS)
    throw new HttpError(400, 'The time may be a year ahead at most.', { field })
}

/** Names a launch, or sets its times. One that was undone and gets a start is scheduled again. */
export async function changeLaunch(
  deps: Deps,
  id: string,
  given: {
    name?: string | undefined
    startsAt?: string | null | undefined
    endsAt?: string | null | undefined
  },
): Promise<LaunchDetail> {
  const now = deps.now()
  await deps.db.transaction().execute(async (db) => {
    const row = await getLaunchRow(db, id)
    const state = toState(row)
    const change: Partial<LaunchRow> = { message: '' }
    if (given.name !== undefined) change.name = given.name
    if (given.startsAt !== undefined) {
      if (state === 'live') throw isLiveNow()
      change.starts_at = given.startsAt === null ? null : Date.parse(given.startsAt)
      if (change.starts_at !== null) {
        assertAhead(now, change.starts_at, 'startsAt')
        Object.assign(change, { published_at: null, undone_at: null })
      }
    }
    if (given.endsAt !== undefined) {
      change.ends_at = given.endsAt === null ? null : Date.parse(given.endsAt)
      if (change.ends_at !== null) assertAhead(now, change.ends_at, 'endsAt')
    }
    const { starts_at, ends_at } = { ...row, ...change }
    if (state !== 'live' && starts_at && ends_at && ends_at <= starts_at)
      throw new HttpError(400, 'The end must be after the start.', { field: 'endsAt' })
    await queries.updateLaunch(db, id, change)
  })
  return getLaunch(deps, id)
}

export async function deleteLaunch({ db: database, now }: Deps, id: string): Promise<void> {
  await database.transaction().execute(async (db) => {
    await getLaunchRow(db, id)
    if (!(await queries.touchWaiting(db, id))) throw isLiveNow()
    await queries.endLinks(db, id, now())
    await queries.deleteLaunch(db, id)
  })
}

const count = (number: number): string => (number === 1 ? '1 draft' : `${number} drafts`)

/** @throws HttpError 409 that names the drafts which cannot go live. */
function assertReady(drafts: CheckedDraft[]): void {
  if (drafts.length === 0) throw new HttpError(409, 'This launch has no drafts.')
  const refused = drafts.filter(({ clashes, faults }) => clashes.length + faults.length > 0)
  if (refused.length === 0) return
  const names = refused.slice(0, 5).map(getTitle).join(', ')
  const more = refused.length > 5 ? ` and ${refused.length - 5} more` : ''
  throw new HttpError(
    409,
    `${count(refused.length)} cannot go live as saved: ${names}${more}. Nothing has changed on the shop.`,
  )
}

/** A save of somebody else that comes between the reads and writes of a change. */
async function retryConflicts<T>(dueAt: number | undefined, job: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await job()
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error
      if (attempt < 3) continue
      if (dueAt !== undefined) throw error
      throw new HttpError(409, 'Its records are being saved just now. Please try again.')
    }
}

/**
 * Saves all drafts in one transaction with one publish.
 * @param dueAt only when its start has come by then.
 */
async function publish(
  deps: Deps,
  id: string,
  editorId: string | null,
  dueAt?: number,
): Promise<void> {
  const { name, ends_at } = await getLaunchRow(deps.db, id)
  if (ends_at !== null && ends_at <= deps.now())
    throw new HttpError(409, 'The end of this launch has passed. Set another one, or none.')
  await retryConflicts(dueAt, () =>
    runChange(
      deps,
      { editorId, batch: `Launched ${name}`, subject: 'launches' },
      async (change) => {
        const { db, now, batchId } = change
        if (!(await queries.claimLaunch(db, id, { now, batchId, dueAt }))) {
          if (dueAt !== undefined) return
          throw new HttpError(409, 'This launch is live already.')
        }
        const drafts = await checkDrafts(deps, db, await queries.listItems(db, id))
        assertReady(drafts)
        const created = await saveDrafts(deps, change, drafts)
        for (const [draftId, recordId] of created)
          await queries.rebaseItem(db, id, draftId, { record_id: recordId, based_on: 1 })
      },
    ),
  )
}

export async function publishLaunch(
  deps: Deps,
  id: string,
  editorId: string,
): Promise<LaunchDetail> {
  await publish(deps, id, editorId)
  return getLaunch(deps, id)
}

/** @param dueAt only when its end has come by then. */
async function undo(
  deps: Deps,
  id: string,
  editorId: string | null,
  dueAt?: number,
): Promise<UndoneBatch['kept']> {
  const { name } = await getLaunchRow(deps.db, id)
  const batch = dueAt === undefined ? `Undid the launch ${name}` : `Ended the launch ${name}`
  return retryConflicts(dueAt, () =>
    runChange(deps, { editorId, batch, subject: 'launches' }, async (change) => {
      const { db, now } = change
      const row = await queries.claimUndo(db, id, { now, dueAt })
      if (!row) {
        if (dueAt !== undefined) return []
        throw new HttpError(409, 'This launch is not live.')
      }
      await claimBatch(db, row.batch_id ?? '', now)
      const { restored, kept } = await restoreBatch(deps, change, row.batch_id ?? '')
      // Drafts of records without later saves are based on the restored version, if they go live again.
      for (const { id: recordId, revision, isUntouched } of restored)
        if (isUntouched) await queries.rebaseItem(db, id, recordId, { based_on: revision })
      return kept
    }),
  )
}

export async function undoLaunch(
  deps: Deps,
  id: string,
  editorId: string,
): Promise<{ launch: LaunchDetail; kept: UndoneBatch['kept'] }> {
  const kept = await undo(deps, id, editorId)
  return { launch: await getLaunch(deps, id), kept }
}

/**
 * Starts and ends the launches whose time has come. Each is marked in the transaction of its saves, so that it
 * takes effect once, with several processes and after a kill at any point.
 */
export async function applyDueLaunches(deps: Deps): Promise<void> {
  const now = deps.now()
  const { starts, ends } = await queries.listDueLaunches(deps.db, now)
  const run = async (id: string, job: () => Promise<unknown>, stop: 'starts_at' | 'ends_at') => {
    try {
      await job()
    } catch (error) {
      // Tried again a second later.
      if (isTransient(error) || error instanceof VersionConflict) throw error
      const reason = error instanceof HttpError ? error.message : 'Something unexpected went wrong.'
      deps.log('error', 'launch failed', { id, error: String(error) })
      const message = `It did not ${stop === 'starts_at' ? 'start' : 'end'} by itself: ${reason}`
      await queries.updateLaunch(deps.db, id, { [stop]: null, message })
    }
  }
  for (const { id, editor_id } of starts)
    await run(id, () => publish(deps, id, editor_id, now), 'starts_at')
  for (const { id, editor_id } of ends) {
    const end = async () => {
      const kept = await undo(deps, id, editor_id, now)
      if (kept.length === 0) return
      const names = kept.map(({ title }) => title).join(', ')
      await queries.updateLaunch(deps.db, id, {
        message: `It ended. Fields that were changed since stay in ${names}.`.slice(0, 500),
      })
    }
    await run(id, end, 'ends_at')
  }
}

/** Hours for which a link works. */
const HOUR_MS = 60 * 60_000

export async function createLink(
  { db: database, now }: Deps,
  id: string,
  hours: number,
  editorId: string,
): Promise<{ path: string; expiresAt: string }> {
  const token = createToken()
  const expiresAt = now() + hours * HOUR_MS
  await database.transaction().execute(async (db) => {
    const { name } = await getLaunchRow(db, id)
    await queries.endLinks(db, id, now())
    const link = { token_hash: hashToken(token), launch_id: id, expires_at: expiresAt }
    await queries.insertLink(db, link)
    const subject = `Made a preview link of ${name} that works until ${toIso(expiresAt)}`
    await insertAuditEntry(db, { at: now(), actor_id: editorId, action: 'launches', subject })
  })
  return { path: `/preview/${token}/`, expiresAt: toIso(expiresAt) }
}

export const endLink = ({ db: database, now }: Deps, id: string, editorId: string): Promise<void> =>
  database.transaction().execute(async (db) => {
    const { name } = await getLaunchRow(db, id)
    if (!(await queries.endLinks(db, id, now())))
      throw new HttpError(404, 'This launch has no link that works.')
    const subject = `Ended the preview link of ${name}`
    await insertAuditEntry(db, { at: now(), actor_id: editorId, action: 'launches', subject })
  })

/** The pictures of the body, by `file`. */
const readPictures = async (deps: Deps, body: Body) =>
  Object.fromEntries(await listUploadedPictures(deps, deps.db, [body]))

export async function getDraft(deps: Deps, id: string, recordId: string): Promise<LaunchDraft> {
  const { db } = deps
  await getLaunchRow(db, id)
  const item = await queries.findItem(db, id, recordId)
  if (!item) throw noDraft()
  const [draft] = await checkDrafts(deps, db, [item])
  if (!draft) throw noDraft()
  const { record, body, clashes } = draft
  return {
    ...{
      recordId,
      revision: item.revision,
      body,
      clashes,
      live: pickFields(record?.body, clashes),
    },
    updatedAt: toIso(item.saved_at),
    savedBy: item.display_name ?? '',
    basedOn: record?.revision ?? 0,
    pictures: await readPictures(deps, body),
    changed: await findChange(db, record, item.based_on),
  }
}

/** @throws HttpError 400 that names the field. */
function parseProduct(given: Body): CatalogEntry {
  const entry = validate(catalogEntry, given)
  const [fault] = findEntryFaults(entry)
  if (!fault) return entry
  const field = fault.path.join('.')
  throw new HttpError(400, `${field} ${fault.message}.`, { field })
}

interface GivenDraft {
  record: string
  revision: number
  basedOn: number
  body: Body
}

/** Another editor's version of a draft, in the answer to a save over it. */
class DraftConflict extends HttpError {
  override name = 'DraftConflict'
}

export async function saveDraft(
  deps: Deps,
  id: string,
  { record: recordId, revision, basedOn, body: given }: GivenDraft,
  editorId: string,
): Promise<LaunchDraft> {
  const { kind } = parseContentId(recordId) ?? {}
  if (toRenamed(recordId, given))
    throw new HttpError(400, 'A category is renamed by saving it, not by a draft.', {
      field: 'name',
    })
  await deps.db.transaction().execute(async (db) => {
    const { items } = await getLaunchRow(db, id)
    if (!(await queries.touchWaiting(db, id))) throw isLiveNow()
    const before = await queries.findItem(db, id, recordId)
    if (revision === 0 && Number(items) >= MAX_LAUNCH_ITEMS)
      throw new HttpError(409, `A launch has ${MAX_LAUNCH_ITEMS} drafts at most.`)
    if ((before?.revision ?? 0) !== revision) throw new DraftConflict(409, DRAFT_CONFLICT)
    const row = {
      ...{ launch_id: id, record_id: recordId, based_on: basedOn, revision: revision + 1 },
      ...{ saved_at: deps.now(), editor_id: editorId },
    }
    const body = kind ? await parseContentBody(db, kind, given) : parseProduct(given)
    const item = { ...row, body: JSON.stringify(body) }
    const [draft] = await checkDrafts(deps, db, [{ ...item, display_name: null }])
    const isKnown = kind !== undefined || recordId.startsWith('new-') || draft?.record
    if (!isKnown || (draft?.record && basedOn > draft.record.revision))
      throw new HttpError(404, 'There is no such record.')
    if (!(await queries.saveItem(db, item))) throw new DraftConflict(409, DRAFT_CONFLICT)
  })
  return getDraft(deps, id, recordId)
}

const DRAFT_CONFLICT = 'Another version of this draft was saved meanwhile.'

export const isDraftConflict = (error: unknown): boolean => error instanceof DraftConflict

export async function removeDraft(deps: Deps, id: string, recordId: string): Promise<LaunchDetail> {
  await deps.db.transaction().execute(async (db) => {
    await getLaunchRow(db, id)
    if (!(await queries.touchWaiting(db, id))) throw isLiveNow()
    if (!(await queries.deleteItem(db, id, recordId))) throw noDraft()
  })
  return getLaunch(deps, id)
}

export async function listDrafts({ db }: Deps, recordId: string) {
  const rows = await queries.listItemsOfRecord(db, recordId)
  return {
    drafts: rows.map((row) => ({
      launch: { id: row.launch_id, name: row.name, state: toState(row) },
      savedBy: row.display_name ?? '',
      savedAt: toIso(row.saved_at),
    })),
  }
}
