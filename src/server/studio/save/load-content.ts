import type { z } from 'zod'
import { DEFAULT_IDS, getDefaultContent } from '#src/content/defaults.ts'
import {
  CONTENT_RULES,
  type ContentId,
  type ContentKind,
  parseContentId,
  toContentTitle,
} from '#src/contract/content.ts'
import type {
  ContentRecord,
  contentHistoryResponse,
  contentListResponse,
} from '#src/contract/content-api.ts'
import { LISTED_VERSIONS } from '#src/rules/constants.ts'
import { toIso } from '#src/rules/dates.ts'
import { NO_FILTERS } from '#src/rules/listing/listing.ts'
import * as queries from '../../core/content/queries.ts'
import { listUploadedPictures, parseStoredBody } from '../../core/content/read-content.ts'
import type { ContentRecordRow } from '../../core/content/tables.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { listUnpublished } from '../../core/publish-requests/queries.ts'
import { createTurns } from '../../core/turns.ts'

export type Body = Record<string, unknown>

const notFound = () => new HttpError(404, 'There is no such record.')

/** @throws HttpError 404 for an id that no record can have. */
export function parseId(id: string): { id: ContentId; kind: ContentKind; isDefault: boolean } {
  const parsed = parseContentId(id)
  if (!parsed) throw notFound()
  const known = id as ContentId
  return { id: known, kind: parsed.kind, isDefault: DEFAULT_IDS.includes(known) }
}

/** With its fields in the order in which a saved body has them. */
const getInitialBody = (id: ContentId): Body =>
  CONTENT_RULES[parseId(id).kind]?.parse(getDefaultContent(id)) as Body

export const toTitle = (id: ContentId, body: Body): string => toContentTitle(parseId(id).kind, body)

/** A record as it is now: stored, or the text that comes with the shop. */
export interface LoadedContent {
  id: ContentId
  revision: number
  archived: boolean
  updatedAt: number | null
  body: Body
}

/** A record before it is created. */
export const toEmptyContent = (id: ContentId): LoadedContent => ({
  id,
  revision: 0,
  archived: false,
  updatedAt: null,
  body: {},
})

export const toLoaded = (id: ContentId, row: ContentRecordRow | undefined): LoadedContent => ({
  id,
  revision: row?.revision ?? 0,
  archived: row?.archived === 1,
  updatedAt: row?.updated_at ?? null,
  body: row ? parseStoredBody(id, row.body) : getInitialBody(id),
})

/** @throws HttpError 404, also for a category that has another name now. */
export async function loadContent(db: Db, input: string): Promise<LoadedContent> {
  const { id, isDefault } = parseId(input)
  const row = await queries.findContentRow(db, id)
  const { kind, key = '' } = parseContentId(id) ?? {}
  const isMissing =
    !row &&
    (!isDefault || (kind === 'category' && (await queries.listFormerCategories(db)).has(key)))
  if (isMissing) throw notFound()
  return toLoaded(id, row)
}

export async function toRecord(deps: Deps, db: Db, loaded: LoadedContent): Promise<ContentRecord> {
  const { id, body, updatedAt, ...rest } = loaded
  const initialBody = parseId(id).isDefault ? getInitialBody(id) : null
  const pictures = await listUploadedPictures(deps, db, [body])
  return {
    id,
    body,
    ...rest,
    initialBody,
    updatedAt: updatedAt === null ? null : toIso(updatedAt),
    pictures: Object.fromEntries(pictures),
  }
}

/** The id that a record has now: that of a category which was renamed is another one. */
export async function findCurrentId(db: Db, id: string): Promise<string> {
  const { kind, key = '' } = parseContentId(id) ?? {}
  if (kind !== 'category' || (await queries.findContentRow(db, id))) return id
  const to = (await queries.listFormerCategories(db)).get(key)
  return to === undefined || to === NO_FILTERS.category ? id : `category:${to}`
}

export const getContent = async (deps: Deps, id: string): Promise<ContentRecord> =>
  toRecord(deps, deps.db, await loadContent(deps.db, await findCurrentId(deps.db, id)))

/** Every record, also unchanged ones, without categories that were renamed. */
export async function listLoaded(db: Db): Promise<LoadedContent[]> {
  const rows = await queries.listContentRows(db)
  const former = await queries.listFormerCategories(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ids = new Set([...DEFAULT_IDS, ...byId.keys()] as ContentId[])
  const turn = createTurns()
  const loaded: LoadedContent[] = []
  for (const id of ids) {
    await turn()
    if (byId.has(id) || !former.has(parseContentId(id)?.key ?? ''))
      loaded.push(toLoaded(id, byId.get(id)))
  }
  return loaded
}

export async function listContent({ db }: Deps): Promise<z.output<typeof contentListResponse>> {
  const editors = await queries.listContentEditors(db)
  const unpublished = await listUnpublished(db)
  return {
    records: (await listLoaded(db)).map(({ id, body, updatedAt, revision, archived }) => {
      return {
        id,
        kind: parseId(id).kind,
        title: toTitle(id, body),
        revision,
        archived,
        updatedAt: updatedAt === null ? null : toIso(updatedAt),
        updatedBy: editors.get(id) ?? '',
        unpublished: unpublished.has(id),
      }
    }),
  }
}

/** Every record with its title. */
export const listBodies = async (db: Db): Promise<(LoadedContent & { title: string })[]> =>
  (await listLoaded(db)).map((loaded) => ({ ...loaded, title: toTitle(loaded.id, loaded.body) }))

export async function listVersions(
  { db }: Deps,
  id: string,
): Promise<z.output<typeof contentHistoryResponse>> {
  await loadContent(db, id)
  const rows = await queries.listContentVersions(db, id, LISTED_VERSIONS)
  return {
    versions: rows.map(({ revision, action, saved_at, display_name, archived, body }) => ({
      revision,
      action,
      savedAt: toIso(saved_at),
      savedBy: display_name ?? '',
      archived: archived === 1,
      body: parseStoredBody(id, body),
    })),
  }
}

/** The category of the shop that was renamed to this one: its text is what the record had before the first version. */
async function findOriginalCategory(db: Db, id: ContentId): Promise<ContentId | undefined> {
  for (const [from, to] of await queries.listFormerCategories(db)) {
    const original: ContentId = `category:${from}`
    // One that was archived in favour of this one has kept its record.
    const isRenamed = `category:${to}` === id && !(await queries.findContentRow(db, original))
    if (isRenamed && DEFAULT_IDS.includes(original)) return original
  }
  return undefined
}

/** A record as a version had it; revision 0 is the text that comes with the shop. */
export async function findContentVersion(
  db: Db,
  recordId: string,
  revision: number,
): Promise<Pick<LoadedContent, 'body' | 'archived'> | undefined> {
  const { id, isDefault } = parseId(recordId)
  if (revision === 0) {
    const initial = isDefault ? id : await findOriginalCategory(db, id)
    return initial && { body: getInitialBody(initial), archived: false }
  }
  const row = await queries.findContentVersion(db, id, revision)
  return row && { body: parseStoredBody(id, row.body), archived: row.archived === 1 }
}
