import { ARCHIVED, applyPatch, listActive, type Patch } from '#src/editing/overlay.ts'
import { type Categories, readCategories } from '../../core/content/categories.ts'
import { toShown } from '../../core/content/record-ids.ts'
import type { Db } from '../../core/db/schema.ts'
import { HttpError } from '../../core/errors.ts'
import { listSlugs } from '../../core/slugs/queries.ts'
import { listCounts } from '../../shop/stock/queries.ts'
import type { ProductCache } from '../save/change.ts'
import type { LiveOverlay } from '../save/overlays.ts'
import { findOverlayError, overlay } from '../save/prepare-saves.ts'
import { isContent, type LiveRecord, loadRecords } from '../save/records.ts'
import { findFreeSlug } from '../save/save-entry.ts'
import { type PreparedRecords, prepareRecords, type RecordChange } from '../save/save-records.ts'
import type { OverlayRow } from '../save/tables.ts'
import { type CheckedDraft, checkDrafts, getTitle, parsePatch } from './check-drafts.ts'
import * as draftQueries from './draft-queries.ts'
import { getLaunchRow, toState } from './launch-row.ts'
import type { LeftOut } from './left-out-mail.ts'
import type { LaunchRow } from './tables.ts'

/** What is written when a launch starts or ends. */
export interface BoundaryPlan {
  name: string
  revision: number
  records: PreparedRecords
  leftOut: LeftOut[]
  /** The overlays that are left out although their own launch is live, by the ids of launch and record. */
  dropped: (Pick<OverlayRow, 'launch_id' | 'record_id'> & { problem: string })[]
}

export interface StartPlan extends BoundaryPlan {
  /** Drafts that lie over their records from now on. */
  started: CheckedDraft[]
}

export const MAX_MESSAGE = 500

export const toMessage = (what: string, leftOut: LeftOut[]): string =>
  leftOut.length === 0
    ? ''
    : `${what} ${leftOut.map(({ title, reason }) => `${title}: ${reason}`).join(' ')}`.slice(
        0,
        MAX_MESSAGE,
      )

export interface At {
  /** Time of the boundary. */
  at: number
  /** Whether it comes by itself, at its time. */
  isDue: boolean
}

/** Plans the start of a launch. If it is due, it may have nothing to start. */
export async function planStart(
  db: Db,
  now: number,
  id: string,
  { at, isDue, known }: At & { known: ProductCache },
): Promise<StartPlan> {
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

/** Plans the end of a launch. */
export async function planEnd(
  db: Db,
  now: number,
  id: string,
  known: ProductCache,
): Promise<BoundaryPlan> {
  const launch = await getLaunchRow(db, id)
  const { name, revision } = launch
  const isLive = toState(launch) === 'live'
  const items = isLive ? await draftQueries.listItems(db, id) : []
  const records = await loadRecords(
    db,
    items.map(({ record_id }) => record_id),
    known,
  )
  return { name, revision, ...(await planWithout(db, now, [...records.values()], new Set([id]))) }
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

/** Plans that what a launch changes becomes the values of its records. */
export async function planKeep(
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
    leftOut: [],
    dropped: [],
    records: await prepareRecords(db, now, shown),
  }
}
