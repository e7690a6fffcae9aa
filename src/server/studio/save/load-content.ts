import type { z } from 'zod'
import { DEFAULT_IDS, getDefaultContent } from '#src/content/defaults.ts'
import {
  CONTENT_SCHEMAS,
  type ContentId,
  type ContentKind,
  parseContentId,
  parseSlugId,
  toContentTitle,
} from '#src/contract/content.ts'
import type {
  ContentRecord,
  contentHistoryResponse,
  contentListResponse,
} from '#src/contract/content-api.ts'
import { LISTED_VERSIONS } from '#src/rules/constants.ts'
import { toIso } from '#src/rules/dates.ts'
import { parseCategoryId, readCategories } from '../../core/content/categories.ts'
import * as queries from '../../core/content/queries.ts'
import { listUploadedPictures, parseStoredBody } from '../../core/content/read-content.ts'
import { toShown } from '../../core/content/record-ids.ts'
import type { ContentRecordRow } from '../../core/content/tables.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { listUnpublished } from '../../core/publish-requests/queries.ts'
import { listContentEditors, listContentVersions } from './content-queries.ts'
import { listNewestContent } from './overlay-queries.ts'
import { type LiveOverlay, listShown, readLiveOverlays } from './overlays.ts'

export type Body = Record<string, unknown>

const notFound = () => new HttpError(404, 'There is no such record.')

/**
 * Parses an id.
 * @throws HttpError 404 if no record can have it.
 */
export function parseId(id: string): { id: ContentId; kind: ContentKind; isDefault: boolean } {
  const parsed = parseContentId(id)
  if (!parsed) throw notFound()
  const contentId = id as ContentId
  return { id: contentId, kind: parsed.kind, isDefault: DEFAULT_IDS.includes(contentId) }
}

/** The schema puts the fields into the order of saved bodies. */
const getInitialBody = (id: ContentId): Body =>
  CONTENT_SCHEMAS[parseId(id).kind]?.parse(getDefaultContent(id)) as Body

export const toTitle = (id: ContentId, body: Body): string => toContentTitle(parseId(id).kind, body)

/** A record as editors have saved it, without live launches: stored, or the default text of the shop. */
export interface LoadedContent {
  id: ContentId
  revision: number
  archived: boolean
  updatedAt: number | null
  body: Body
  /** The body with the ids of other records. */
  stored: Body
  /** As shoppers see it. */
  live: { body: Body; archived: boolean }
  /** The live launches over it. */
  overlays: LiveOverlay[]
}

export const toEmptyContent = (id: ContentId): LoadedContent => ({
  id,
  revision: 0,
  archived: false,
  updatedAt: null,
  body: {},
  stored: {},
  live: { body: {}, archived: true },
  overlays: [],
})

/** @param base the newest version, and the launches over it; undefined without a launch. */
export function toLoaded(
  id: ContentId,
  row: ContentRecordRow | undefined,
  base?: { body: Body; archived: boolean; overlays: LiveOverlay[] },
): LoadedContent {
  const body = row ? parseStoredBody(id, row.body) : getInitialBody(id)
  const live = { body, archived: row?.archived === 1 }
  const { overlays, ...own } = base ?? { ...live, overlays: [] }
  return {
    id,
    revision: row?.revision ?? 0,
    updatedAt: row && row.revision > 0 ? row.updated_at : null,
    ...own,
    stored: own.body,
    live,
    overlays,
  }
}

/** Loads records with their own values. @param rows of those that have one. */
async function loadRows(
  db: Db,
  ids: readonly ContentId[],
  rows: readonly ContentRecordRow[],
): Promise<LoadedContent[]> {
  const overlays = await readLiveOverlays(db, ids)
  const versions = overlays.size > 0 ? await listNewestContent(db, [...overlays.keys()]) : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const lying = overlays.get(id)
    const row = byId.get(id)
    if (!lying) return toLoaded(id, row)
    const version = versions.find((found) => found.record_id === id)
    const base = version
      ? { body: parseStoredBody(id, version.body), archived: version.archived === 1 }
      : { body: getInitialBody(id), archived: false }
    return toLoaded(id, row, { ...base, overlays: lying })
  })
}

/** Replaces ids in a record by current addresses and names. */
export async function showNames<Stored extends { id: string; body: Body }>(
  db: Db,
  record: Stored,
): Promise<Stored> {
  const [shown = record] = await toShown(db, [record])
  return shown
}

/** @throws HttpError 404. */
export async function loadContent(db: Db, input: string): Promise<LoadedContent> {
  const { id, isDefault } = parseId(input)
  const row = await queries.findContentRow(db, id)
  if (!row && !(isDefault && (await isAvailable(db, id)))) throw notFound()
  const [loaded] = await loadRows(db, [id], row ? [row] : [])
  if (!loaded) throw notFound()
  return showNames(db, loaded)
}

export async function toRecord(deps: Deps, db: Db, loaded: LoadedContent): Promise<ContentRecord> {
  const { id, body, updatedAt, revision, archived } = loaded
  const initial = parseId(id).isDefault
    ? await showNames(db, { id, body: getInitialBody(id) })
    : undefined
  const pictures = await listUploadedPictures(deps, db, [body])
  return {
    id,
    body,
    revision,
    archived,
    slug: await findSlug(db, id),
    initialBody: initial?.body ?? null,
    updatedAt: updatedAt === null ? null : toIso(updatedAt),
    pictures: Object.fromEntries(pictures),
  }
}

/**
 * Returns the last part of the address of a record; null for a kind with one record. A renamed
 * category gets a new one.
 */
async function findSlug(db: Db, id: ContentId): Promise<string | null> {
  const category = parseCategoryId(id)
  if (category === undefined) return parseSlugId(id)?.slug ?? null
  return (await readCategories(db)).toAddress(category)
}

/** Returns whether a default record exists: an editor can delete a default category permanently. */
async function isAvailable(db: Db, id: ContentId): Promise<boolean> {
  const category = parseCategoryId(id)
  return category === undefined || (await readCategories(db)).find(category) !== undefined
}

export const getContent = async (deps: Deps, id: string): Promise<ContentRecord> =>
  toRecord(deps, deps.db, await loadContent(deps.db, id))

/** Lists all records, including unchanged ones. */
export async function listLoaded(db: Db): Promise<LoadedContent[]> {
  const rows = await queries.listContentRows(db)
  const categories = await readCategories(db)
  const ids = new Set([...DEFAULT_IDS, ...rows.map(({ id }) => id)] as ContentId[])
  const isKnown = (id: ContentId) => {
    const category = parseCategoryId(id)
    return category === undefined || categories.find(category) !== undefined
  }
  const loaded = await loadRows(db, [...ids].filter(isKnown), rows)
  return toShown(db, loaded, { categories })
}

export async function listContent({ db }: Deps): Promise<z.output<typeof contentListResponse>> {
  const editors = await listContentEditors(db)
  const unpublished = await listUnpublished(db)
  const categories = await readCategories(db)
  return {
    records: (await listLoaded(db)).map(({ id, body, updatedAt, revision, archived }) => {
      return {
        id,
        kind: parseId(id).kind,
        title: toTitle(id, body),
        slug: categories.find(parseCategoryId(id) ?? '')?.address ?? parseSlugId(id)?.slug ?? null,
        revision,
        archived,
        updatedAt: updatedAt === null ? null : toIso(updatedAt),
        updatedBy: editors.get(id) ?? '',
        unpublished: unpublished.has(id),
      }
    }),
  }
}

/** Lists all records with their titles. */
export const listBodies = async (db: Db): Promise<(LoadedContent & { title: string })[]> =>
  (await listLoaded(db)).map((loaded) => ({ ...loaded, title: toTitle(loaded.id, loaded.body) }))

export async function listVersions(
  deps: Deps,
  id: string,
): Promise<z.output<typeof contentHistoryResponse>> {
  const { db } = deps
  await loadContent(db, id)
  const rows = await listContentVersions(db, id, LISTED_VERSIONS)
  const versions = rows.map(({ body, ...row }) => ({ ...row, id, body: parseStoredBody(id, body) }))
  return {
    launches: await listShown(deps, id),
    versions: (await toShown(db, versions)).map(
      ({ revision, action, saved_at, display_name, archived, body }) => ({
        revision,
        action,
        savedAt: toIso(saved_at),
        savedBy: display_name ?? '',
        archived: archived === 1,
        body,
      }),
    ),
  }
}

/** Returns a record as it was at a revision; revision 0 is the default text. */
export async function findContentVersion(
  db: Db,
  recordId: string,
  revision: number,
): Promise<Pick<LoadedContent, 'body' | 'archived'> | undefined> {
  const { id, isDefault } = parseId(recordId)
  if (revision === 0) {
    if (!isDefault) return undefined
    const { body } = await showNames(db, { id, body: getInitialBody(id) })
    return { body, archived: false }
  }
  const row = await queries.findContentVersion(db, id, revision)
  if (!row) return undefined
  const { body } = await showNames(db, { id, body: parseStoredBody(id, row.body) })
  return { body, archived: row.archived === 1 }
}
