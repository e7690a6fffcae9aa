import type { CatalogEntry } from '#src/contract/entry.ts'
import { ARCHIVED, applyPatch, listActive, type Patch } from '#src/editing/overlay.ts'
import { type Categories, readCategories } from '../../core/content/categories.ts'
import { toShown } from '../../core/content/record-ids.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError, isTransient } from '../../core/errors.ts'
import type { Job } from '../../core/job.ts'
import { describeError } from '../../core/log.ts'
import { ConflictError } from '../../core/retry-conflicts.ts'
import { listSlugs, releaseSlugs } from '../../core/slugs/queries.ts'
import { listCounts } from '../../shop/stock/queries.ts'
import type { Change, ProductCache } from '../save/change.ts'
import type { LiveOverlay } from '../save/overlays.ts'
import { runPlannedChange } from '../save/planned-change.ts'
import { isContent, type LiveRecord, loadRecords } from '../save/records.ts'
import { findFreeSlug } from '../save/save-entry.ts'
import {
  type PreparedRecords,
  prepareRecords,
  type RecordChange,
  writeRecords,
} from '../save/save-records.ts'
import type { OverlayRow } from '../save/tables.ts'
import { findOverlayError, overlay } from '../save/write-saves.ts'
import { type CheckedDraft, checkDrafts, getTitle, parsePatch } from './check-drafts.ts'
import * as draftQueries from './draft-queries.ts'
import { getLaunchRow, toState } from './launch-row.ts'
import { type LeftOut, mailLeftOut } from './left-out-mail.ts'
import * as queries from './queries.ts'
import type { LaunchRow } from './tables.ts'

/** What a start or an end writes. */
interface BoundaryPlan {
  name: string
  revision: number
  records: PreparedRecords
  /** Drafts that lie over their records from now on. */
  started: CheckedDraft[]
  leftOut: LeftOut[]
  /** The overlays that are left out although their own launch is live, by the ids of launch and record. */
  dropped: (Pick<OverlayRow, 'launch_id' | 'record_id'> & { problem: string })[]
}

const MAX_MESSAGE = 500

const toMessage = (what: string, leftOut: LeftOut[]): string =>
  leftOut.length === 0
    ? ''
    : `${what} ${leftOut.map(({ title, reason }) => `${title}: ${reason}`).join(' ')}`.slice(
        0,
        MAX_MESSAGE,
      )

interface At {
  /** Time of the boundary. */
  at: number
  /** Whether it comes by itself, at its time. */
  isDue: boolean
}

/**
 * Starts a launch: it lies over its records from now on. Records that would break a rule keep their own values, and
 * the message of the launch names them.
 * @throws HttpError 409 if it is live, or no record can start.
 */
export const startLaunch = (
  deps: Deps,
  id: string,
  editorId: string | null,
  { at, isDue }: At = { at: deps.now(), isDue: false },
): Promise<void> =>
  runPlannedChange(
    deps,
    ({ name }: BoundaryPlan) => ({
      editorId,
      title: `Launched ${name}`,
      subject: 'launches' as const,
      movesLaunches: true,
    }),
    (db, now, known) => planStart(db, now, id, { at, isDue, known }),
    async (change, plan) => {
      const { db } = change
      const message = toMessage('Not in the launch:', plan.leftOut)
      const claimed = await queries.claimStart(db, id, { at, isDue, message })
      if (!claimed) {
        if (isDue) return
        throw new HttpError(409, 'This launch is live already.')
      }
      await writeBoundary(change, plan, claimed.revision, at)
      await writeStarted(change, claimed, plan, at)
      const { leftOut } = plan
      await mailLeftOut(deps, db, claimed, 'has started', {
        leftOut,
        editorId: isDue ? null : editorId,
      })
    },
  )

/**
 * Shows records under drafts from now on.
 * @returns the ids of new records by those of their drafts.
 */
export async function writeStarted(
  change: Change,
  { id, name }: Pick<LaunchRow, 'id' | 'name'>,
  plan: Pick<BoundaryPlan, 'records' | 'started'>,
  at: number,
): Promise<Map<string, string>> {
  const { db } = change
  await releaseSlugs(db, id)
  const created = await writeRecords(change, plan.records)
  await keepCreated(db, plan, created)
  await draftQueries.insertEffects(
    db,
    plan.started.map(({ item, patch }) => ({
      record_id: created.get(item.record_id) ?? item.record_id,
      launch_id: id,
      name,
      patch: JSON.stringify(patch),
      from_at: at,
      to_at: null,
    })),
  )
  return created
}

async function writeBoundary(
  change: Change,
  { revision, dropped }: BoundaryPlan,
  claimed: number,
  at: number,
): Promise<void> {
  change.isLogged = true
  // The claim itself raises the revision by one.
  if (claimed !== revision + 1) throw new ConflictError('This launch')
  await queries.setProjectedUntil(change.db, at)
  for (const { problem, ...item } of dropped)
    await draftQueries.updateItem(change.db, item, { problem })
}

/** Plans the start of a launch. If it is due, it may have nothing to start. */
export async function planStart(
  db: Db,
  now: number,
  id: string,
  { at, isDue, known }: At & { known: ProductCache },
): Promise<BoundaryPlan> {
  const launch = await getLaunchRow(db, id)
  if (!isDue && launch.ends_at !== null && launch.ends_at <= at)
    throw new HttpError(409, 'The end of this launch has passed. Set another one, or none.')
  const { name, revision } = launch
  const items = await draftQueries.listItems(db, id)
  if (items.length === 0 && !isDue) throw new HttpError(409, 'This launch has no drafts.')
  const leftOut: LeftOut[] = []
  const dropped: BoundaryPlan['dropped'] = []
  let rest = items
  for (;;) {
    const drafts = await checkDrafts(db, rest, { launchId: id, liveAt: at, known })
    // A slug that a draft leaves free is not free if that draft does not start.
    const refused = drafts.filter(({ errors }) => errors.length > 0)
    for (const draft of refused) {
      const { record_id } = draft.item
      leftOut.push({ title: getTitle(draft), reason: draft.errors.join(' ') })
      dropped.push({ launch_id: id, record_id, problem: draft.errors.join(' ') })
    }
    if (refused.length > 0) {
      const ids = new Set(refused.map(({ item }) => item.record_id))
      rest = rest.filter(({ record_id }) => !ids.has(record_id))
      continue
    }
    if (drafts.length === 0 && !isDue)
      throw new HttpError(
        409,
        `${toMessage('Nothing can go live.', leftOut)} Nothing has changed on the shop.`,
      )
    const records = await planStarted(db, now, launch, drafts, at)
    return { name, revision, leftOut, dropped, started: drafts, records }
  }
}

/** Plans records under drafts of a launch. @param startsAt when the launch starts, or has started. */
export async function planStarted(
  db: Db,
  now: number,
  { id, name, ends_at, created_at }: LaunchRow,
  drafts: CheckedDraft[],
  startsAt: number,
): Promise<PreparedRecords> {
  const own = { launchId: id, launchName: name, startsAt, endsAt: ends_at, createdAt: created_at }
  const changes: RecordChange[] = []
  for (const draft of drafts) {
    const { record, patch } = draft
    const lying = { ...own, patch }
    const others = record?.overlays.filter(({ launchId }) => launchId !== id) ?? []
    changes.push(
      record ? toProjection(record, [...others, lying]) : await toCreation(db, draft, lying),
    )
  }
  return prepareRecords(db, now, changes)
}

const toProjection = (record: LiveRecord, overlays: LiveOverlay[]): RecordChange => {
  const { id, body, archived } = record
  return { id, record, body, archived, overlays, isProjection: true }
}

/** Creates a record that is archived but for its launch. It has another slug if its own is free only in the launch. */
async function toCreation(
  db: Db,
  { item, body, patch }: CheckedDraft,
  lying: LiveOverlay,
): Promise<RecordChange> {
  const slug = String(body['slug'])
  const isProduct = !isContent(item.record_id)
  const [taken] = isProduct ? await listSlugs(db, 'product', [slug]) : []
  const isTaken = taken !== undefined && taken.launch_id === null
  const kept: Patch = {
    [ARCHIVED]: patch[ARCHIVED] ?? { set: false },
    ...(isTaken && { slug: { set: slug } }),
  }
  return {
    id: item.record_id,
    record: undefined,
    body: isTaken ? { ...body, slug: await findFreeSlug(db, slug) } : body,
    archived: true,
    overlays: [{ ...lying, patch: kept }],
  }
}

/** Turns the drafts of new records into drafts of the created ones: their fields are those of the records now. */
async function keepCreated(
  db: Db,
  { records, started }: Pick<BoundaryPlan, 'records' | 'started'>,
  created: ReadonlyMap<string, string>,
): Promise<void> {
  const bySlug = new Map<unknown, string>()
  for (const { item, record, body } of started) {
    if (record) continue
    const recordId = created.get(item.record_id) ?? item.record_id
    bySlug.set(body['slug'], recordId)
    const save = records.products.saves.find(({ draftId }) => draftId === item.record_id)
    const own = save && (JSON.parse(save.entry) as CatalogEntry)
    const patch: Patch = {
      [ARCHIVED]: { set: false },
      ...(own && own.slug !== body['slug'] && { slug: { set: body['slug'] } }),
    }
    await draftQueries.updateItem(db, item, {
      record_id: recordId,
      patch: JSON.stringify(patch),
    })
  }
  // Related products that were created, too, are named by their ids from now on.
  for (const { item, record, patch } of started) {
    const related = patch['related']
    if (!record || !related || !('set' in related)) continue
    const ids = (related.set as string[]).map((name) => bySlug.get(name) ?? name)
    if (ids.join() === (related.set as string[]).join()) continue
    const next = { ...patch, related: { set: ids } }
    await draftQueries.updateItem(db, item, { patch: JSON.stringify(next) })
  }
}

/**
 * Ends a launch: its records are as they are without it.
 * @param then runs in the same transaction.
 * @throws HttpError 409 if it is not live.
 */
export const endLaunch = (
  deps: Deps,
  id: string,
  editorId: string | null,
  { at, isDue }: At = { at: deps.now(), isDue: false },
  then: (db: Db) => Promise<void> = async () => {},
): Promise<void> =>
  runPlannedChange(
    deps,
    ({ name }: BoundaryPlan) => ({
      editorId,
      title: `Ended the launch ${name}`,
      subject: 'launches' as const,
      movesLaunches: true,
    }),
    (db, now, known) => planEnd(db, now, id, known),
    async (change, plan) => {
      const { db } = change
      const message = toMessage('Not as before the launch:', plan.leftOut)
      const claimed = await queries.claimEnd(db, id, { at, isDue, message })
      if (!claimed) {
        if (isDue) return
        throw new HttpError(409, 'This launch is not live.')
      }
      await writeBoundary(change, plan, claimed.revision, at)
      await draftQueries.endEffects(db, id, at)
      await draftQueries.clearProblems(db, id)
      await writeRecords(change, plan.records)
      const { leftOut } = plan
      await mailLeftOut(deps, db, claimed, 'has ended', {
        leftOut,
        editorId: isDue ? null : editorId,
      })
      await then(db)
    },
  )

async function planEnd(
  db: Db,
  now: number,
  id: string,
  known: ProductCache,
): Promise<BoundaryPlan> {
  const launch = await getLaunchRow(db, id)
  const plan = { name: launch.name, revision: launch.revision, started: [] }
  const isLive = toState(launch) === 'live'
  const items = isLive ? await draftQueries.listItems(db, id) : []
  const records = await loadRecords(
    db,
    items.map(({ record_id }) => record_id),
    known,
  )
  return { ...plan, ...(await planWithout(db, now, [...records.values()], new Set([id]))) }
}

/** Plans records without some of the launches over them. */
export async function planWithout(
  db: Db,
  now: number,
  records: LiveRecord[],
  ended: ReadonlySet<string>,
): Promise<Pick<BoundaryPlan, 'records' | 'leftOut' | 'dropped'>> {
  const find = await createRest(db, records)
  const changes: RecordChange[] = []
  const leftOut: LeftOut[] = []
  const dropped: BoundaryPlan['dropped'] = []
  for (const record of records) {
    const others = record.overlays.filter(({ launchId }) => !ended.has(launchId))
    const { overlays, problems } = find(record, others)
    for (const { launchId, launchName, reason } of problems) {
      dropped.push({ launch_id: launchId, record_id: record.id, problem: reason })
      leftOut.push({
        title: record.title,
        reason: `${reason} The launch “${launchName}” leaves it out.`,
      })
    }
    changes.push(toProjection(record, overlays))
  }
  return {
    records: await prepareRecords(db, now, await keepSlugs(db, changes, leftOut)),
    leftOut,
    dropped,
  }
}

/** Returns a function that leaves out launches under which a record would break a rule, the last one first. */
async function createRest(db: Db, records: LiveRecord[]) {
  const categories = await readCategories(db)
  const ids = records.flatMap(({ product, overlays }) =>
    product && overlays.length > 1 ? product.row.id : [],
  )
  const counts = Map.groupBy(
    ids.length > 0 ? await listCounts(db, ids) : [],
    (row) => row.product_id,
  )
  return (record: LiveRecord, lying: LiveOverlay[]) => {
    const own = new Map(counts.get(record.id)?.map((count) => [count.choice, count]))
    const overlays = listActive(lying)
    const problems: { launchId: string; launchName: string; reason: string }[] = []
    for (;;) {
      const last = overlays.at(-1)
      const reason = last && findRuleError(record, overlays, own, categories)
      if (!last || reason === undefined) return { overlays, problems }
      problems.push({ launchId: last.launchId, launchName: last.launchName, reason })
      overlays.pop()
    }
  }
}

function findRuleError(
  { product, archived }: LiveRecord,
  overlays: LiveOverlay[],
  counts: Parameters<typeof overlay>[2],
  categories: Categories,
): string | undefined {
  if (!product) return undefined
  return findOverlayError(
    overlay({ entry: product.stored, archived }, overlays, counts, categories),
  )
}

/** A product whose own slug another one has taken meanwhile keeps the one that it has. */
async function keepSlugs(
  db: Db,
  changes: RecordChange[],
  leftOut: LeftOut[],
): Promise<RecordChange[]> {
  const renamed = changes.filter(
    ({ record }) => record?.product && record.product.live.row.slug !== record.product.row.slug,
  )
  if (renamed.length === 0) return changes
  const freed = new Set(renamed.map(({ record }) => record?.product?.live.row.slug))
  const rows = await listSlugs(
    db,
    'product',
    renamed.flatMap(({ record }) => record?.product?.row.slug ?? []),
  )
  const owners = new Map(
    rows.flatMap(({ slug, record_id, is_current }) =>
      is_current === 1 ? [[slug, record_id] as const] : [],
    ),
  )
  return changes.map((change) => {
    const { record } = change
    const product = record?.product
    if (!product || !renamed.includes(change)) return change
    const owner = owners.get(product.row.slug)
    if (owner === undefined || owner === record.id || freed.has(product.row.slug)) return change
    const keptSlug = product.live.row.slug
    leftOut.push({
      title: record.title,
      reason: `Another product has the address ${product.row.slug} now. It stays at ${keptSlug}.`,
    })
    return { ...change, keptSlug }
  })
}

/** Lists the live launches that started after a time. */
export const listLaunchesSince = queries.listStartedSince

/**
 * Plans records without launches that end.
 * @param restored ids of records that are planned by the caller.
 */
export async function planEnds(
  db: Db,
  now: number,
  launches: readonly { id: string }[],
  { known, restored }: { known: ProductCache; restored: ReadonlySet<string> },
): Promise<PreparedRecords> {
  const items = []
  for (const { id } of launches) items.push(...(await draftQueries.listItems(db, id)))
  const ids = new Set(items.map(({ record_id }) => record_id)).difference(restored)
  const records = [...(await loadRecords(db, [...ids], known)).values()]
  const ended = new Set(launches.map(({ id }) => id))
  return (await planWithout(db, now, records, ended)).records
}

/** Marks launches as ended whose records are planned by `planEnds`. */
export async function endLaunchesSince(
  { db, now }: Change,
  launches: readonly { id: string; revision: number }[],
): Promise<void> {
  for (const { id, revision } of launches) {
    const claimed = await queries.claimEnd(db, id, { at: now, isDue: false, message: '' })
    if (claimed?.revision !== revision + 1) throw new ConflictError('A launch')
    await draftQueries.endEffects(db, id, now)
    await draftQueries.clearProblems(db, id)
  }
}

/**
 * Saves what a live launch changes into its records, as one batch that can be undone, and ends the launch.
 * @throws HttpError 409 if it is not live, or a record would break a rule without the other launches over it.
 */
export const keepLaunch = (deps: Deps, id: string, editorId: string): Promise<void> =>
  runPlannedChange(
    deps,
    ({ name }: BoundaryPlan) => ({
      editorId,
      batch: `Kept the changes of ${name}`,
      subject: 'launches' as const,
      movesLaunches: true,
    }),
    (db, now, known) => planKeep(db, now, id, known),
    async (change, plan) => {
      const { db, now } = change
      const claimed = await queries.claimEnd(db, id, { at: now, isDue: false, message: '' })
      if (!claimed) throw new HttpError(409, 'This launch is not live.')
      await writeBoundary(change, plan, claimed.revision, now)
      await draftQueries.endEffects(db, id, now)
      await draftQueries.clearProblems(db, id)
      await writeRecords(change, plan.records)
    },
  )

async function planKeep(
  db: Db,
  now: number,
  id: string,
  known: ProductCache,
): Promise<BoundaryPlan> {
  const { name, revision } = await getLaunchRow(db, id)
  const items = await draftQueries.listItems(db, id)
  const records = await loadRecords(
    db,
    items.map(({ record_id }) => record_id),
    known,
  )
  const next = items.flatMap((item) => {
    const record = records.get(item.record_id)
    const own = record?.overlays.find(({ launchId }) => launchId === id)
    if (!record || !own) return []
    const base = { body: record.stored, archived: record.archived }
    const state = applyPatch(record.id, base, parsePatch(item))
    const overlays = record.overlays.filter((lying) => lying !== own)
    return { id: record.id, record, overlays, ...state }
  })
  const shown = await toShown(db, next)
  return {
    name,
    revision,
    started: [],
    leftOut: [],
    dropped: [],
    records: await prepareRecords(db, now, shown),
  }
}

/** Delay before a start or an end that failed unexpectedly is tried again. */
const RETRY_MS = 30_000

/** Starts and ends in one run. The others follow in the next run, one second later. */
const BOUNDARIES_PER_RUN = 40

/**
 * Applies the starts and ends that are due, in the order of their times, also those that the shop missed while it was
 * down. Each is marked in the transaction of its changes, so that it takes effect once, even with several processes
 * or after a crash. A slow clock undoes nothing, because the last time is stored.
 */
export async function applyDueLaunches(deps: Deps): Promise<void> {
  const now = deps.now()
  const until = Math.max(now, await queries.getProjectedUntil(deps.db))
  for (let count = 0; count < BOUNDARIES_PER_RUN; count++) {
    const [next] = await queries.listDue(deps.db, until, now)
    if (!next) return
    await applyBoundary(deps, next)
  }
}

async function applyBoundary(
  deps: Deps,
  { id, editor_id, at, isEnd }: queries.Boundary,
): Promise<void> {
  const apply = isEnd ? endLaunch : startLaunch
  try {
    await apply(deps, id, editor_id, { at, isDue: true })
  } catch (error) {
    // The next run, one second later, tries again.
    if (isTransient(error) || error instanceof ConflictError) throw error
    const reason = error instanceof HttpError ? error.message : 'Something unexpected went wrong.'
    deps.log('error', 'launch failed', { id, error: describeError(error) })
    const what = isEnd ? 'end' : 'start'
    const message = `It did not ${what} by itself: ${reason} It is tried again.`
    await queries.postpone(deps.db, id, deps.now() + RETRY_MS, message.slice(0, MAX_MESSAGE))
  }
}

export const launchJob: Job = {
  name: 'launches',
  process: 'desk',
  task: 'starts and ends the launches whose time has come',
  intervalMs: 1_000,
  bound: `${BOUNDARIES_PER_RUN} starts and ends, one a transaction`,
  tables: 'every table',
  open: (deps) => ({ run: () => applyDueLaunches(deps) }),
}
