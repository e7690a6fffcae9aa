import { getDefaultContent } from '#src/content/defaults.ts'
import { readSearchRules } from '#src/content/read-search-rules.ts'
import type { Picture, Product, SiteRecord } from '#src/contract/catalog.ts'
import {
  CONTENT_RULES,
  type ContentBody,
  type ContentId,
  parseContentId,
  toContentTitle,
} from '#src/contract/content.ts'
import type { ContentFields } from '#src/contract/content-fields.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import type { ContentPicture } from '#src/contract/content-values.ts'
import { MAIL_KINDS, type MailKind } from '#src/contract/kinds/mails.ts'
import { MIN_ZOOM } from '#src/contract/values.ts'
import type { CategoryNames } from '#src/rules/categories.ts'
import { listCategoryNames } from '#src/rules/listing/listing.ts'
import { toSiteName } from '#src/rules/pictures.ts'
import type { SearchRules } from '#src/rules/search/synonyms.ts'
import type { Db } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { ServerEnv } from '../env.ts'
import { listPicturesByHash } from '../media/queries.ts'
import { toStoredPicture } from '../media/to-picture.ts'
import { createTurns } from '../turns.ts'
import {
  findContentRow,
  findContentRows,
  listContentRows,
  listContentRowsOfKind,
} from './queries.ts'
import type { ContentRecordRow } from './tables.ts'

type Body = Record<string, unknown>

/**
 * Who sells, from the environment.
 * @param keepsOrders whether orders have a page; no mail says anything of it.
 */
export const getLegalSettings = (env: ServerEnv, keepsOrders = env.ORDERS.length > 0) => ({
  name: env.LEGAL_NAME,
  officer: env.GRIEVANCE_OFFICER,
  grievanceEmail: env.GRIEVANCE_EMAIL,
  takesOrders: env.ORDERS.length > 0,
  keepsOrders,
})

const isPicture = (value: object): value is ContentPicture => 'file' in value && 'alt' in value

/** The pictures in a body, in the order of its fields. */
export function listPictures(value: unknown): ContentPicture[] {
  if (typeof value !== 'object' || value === null) return []
  return isPicture(value) ? [value] : Object.values(value).flatMap(listPictures)
}

/** The hashes of the uploaded pictures in a body. */
export const listUploads = (value: unknown): string[] =>
  listPictures(value).flatMap(({ file }) => (toSiteName(file) === undefined ? [file] : []))

/** What an earlier release has stored, with the fields that are new from the text that comes with the shop. */
export function addNewFields(id: string, stored: Body): Body {
  const initial = getDefaultContent(id as ContentId) as Body
  const known = Object.entries(stored).filter(([name]) => name in initial)
  return { ...initial, ...Object.fromEntries(known) }
}

/** A stored record with the fields of now. */
interface FittedBody {
  body: Body
  /** Names of the fields whose stored value breaks a rule of this release. */
  replaced: string[]
}

function fitStoredBody(id: string, stored: Body): FittedBody {
  const { kind = '' } = parseContentId(id) ?? {}
  const rule = CONTENT_RULES[kind]
  if (rule === undefined || rule.safeParse(stored).success) return { body: stored, replaced: [] }
  const body = addNewFields(id, stored)
  const { error } = rule.safeParse(body)
  if (!error) return { body, replaced: [] }
  const initial = getDefaultContent(id as ContentId) as Body
  const replaced = [...new Set(error.issues.map(({ path }) => String(path[0])))]
  return {
    body: { ...body, ...Object.fromEntries(replaced.map((name) => [name, initial[name]])) },
    replaced,
  }
}

async function readCategoryRecords(db: Db): Promise<SiteRecord[]> {
  const rows = await listContentRowsOfKind(db, 'category:')
  return rows
    .filter(({ archived }) => archived === 0)
    .map(({ id, body }) => ({ id, version: '', body: JSON.parse(body) as Body }))
}

/** The names that editors have given to categories, where their addresses do not say them. */
export const readCategoryNames = async (db: Db): Promise<CategoryNames> =>
  listCategoryNames(await readCategoryRecords(db))

/** What products show of their category: a name that its address does not say, and the size of its pieces on cards. */
export type CategoryTraits = Pick<Product, 'categoryName' | 'zoom'>

export type FindCategoryTraits = (category: string) => CategoryTraits

/** @param content with the records of categories that editors have changed. */
export function createCategoryTraits(content: SiteRecord[]): FindCategoryTraits {
  const names = listCategoryNames(content)
  const zooms = new Map(content.map(({ id, body }) => [id, body['zoom']]))
  const find: FindCategoryTraits = (category) => {
    const address = category.toLowerCase()
    const id: ContentId = `category:${address}`
    const categoryName = names[address]
    const percent = zooms.get(id) ?? (getDefaultContent(id) as ContentBody<'category'>).zoom
    const zoom = typeof percent === 'number' ? Math.round(percent) : MIN_ZOOM
    return {
      ...(categoryName === undefined ? {} : { categoryName }),
      // Nothing where cards show the whole picture.
      ...(zoom === MIN_ZOOM ? {} : { zoom }),
    }
  }
  // Thousands of products have the same few categories.
  const known = new Map<string, CategoryTraits>()
  return (category) => {
    const traits = known.get(category) ?? find(category)
    known.set(category, traits)
    return traits
  }
}

export const readCategoryTraits = async (db: Db): Promise<FindCategoryTraits> =>
  createCategoryTraits(await readCategoryRecords(db))

/**
 * The body of a stored record. What an earlier release has stored gets the fields that are new from the
 * text that comes with the shop, and so do fields that break a rule of this release.
 */
export const parseStoredBody = (id: string, json: string): Body =>
  fitStoredBody(id, JSON.parse(json) as Body).body

/** @returns the HSN codes of these categories, empty for one without. */
export async function readHsnCodes(
  db: Db,
  categories: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(categories)].map((category): ContentId => `category:${category}`)
  if (ids.length === 0) return new Map()
  const rows = await findContentRows(db, ids)
  return new Map(
    ids.map((id) => {
      const row = rows.find((saved) => saved.id === id && saved.archived === 0)
      const body = row ? parseStoredBody(id, row.body) : (getDefaultContent(id) as Body)
      return [id.slice('category:'.length), String(body['hsn'] ?? '')]
    }),
  )
}

const MAX_SHOWN_LETTERS = 300

/** What of the records of the site is not shown, because it breaks a rule of this release. */
export async function listReplacedTexts(db: Db) {
  return (await listContentRows(db)).flatMap(({ id, archived, body: json }) => {
    const stored = JSON.parse(json) as Body
    const { body, replaced } = fitStoredBody(id, stored)
    const { kind } = parseContentId(id) ?? {}
    if (!kind || archived === 1 || replaced.length === 0) return []
    const { fields }: { fields: ContentFields } = CONTENT_KINDS[kind]
    return {
      id,
      title: toContentTitle(kind, body),
      fields: replaced.map((name) => ({
        label: fields[name]?.label ?? name,
        stored: toText(stored[name]).slice(0, MAX_SHOWN_LETTERS),
      })),
    }
  })
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

/** Writes them in the log: they are known when a release begins, since a save obeys its rules. */
export async function logReplacedTexts({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  for (const { id, fields } of await listReplacedTexts(db)) {
    const error = `Pages show the shop's own text in ${fields.map(({ label }) => label).join(', ')}.`
    log('warn', 'stored text breaks a rule', { id, error })
  }
}

export async function listUploadedPictures(
  { env }: Pick<Deps, 'env'>,
  db: Db,
  bodies: unknown[],
): Promise<Map<string, Picture>> {
  const rows = await listPicturesByHash(db, [...new Set(bodies.flatMap(listUploads))])
  return new Map(rows.map((row) => [row.hash, toStoredPicture(row, env.MEDIA_ORIGIN)]))
}

/** A copy of a body whose uploaded pictures have their addresses. */
function withPictures(value: unknown, pictures: Map<string, Picture>): unknown {
  if (Array.isArray(value)) return value.map((part) => withPictures(part, pictures))
  if (typeof value !== 'object' || value === null) return value
  if (isPicture(value)) {
    const picture = pictures.get(value.file)
    const { alt, focus } = value
    return picture ? { ...value, picture: { ...picture, alt, ...(focus ? { focus } : {}) } } : value
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withPictures(part, pictures)]),
  )
}

/** A record with the addresses of its pictures, as pages get it. */
export async function toSiteRecords(
  deps: Pick<Deps, 'env'>,
  db: Db,
  records: { id: string; version: string; body: Body }[],
): Promise<SiteRecord[]> {
  const pictures = await listUploadedPictures(
    deps,
    db,
    records.map(({ body }) => body),
  )
  return records.map((record) => ({
    ...record,
    body: withPictures(record.body, pictures) as Body,
  }))
}

const toVersioned = (row: ContentRecordRow) => ({
  id: row.id,
  version: `${row.revision}.${row.updated_at}`,
  body: parseStoredBody(row.id, row.body),
})

/** Whether a record is the text of a mail, which no page shows. */
export const isMail = (id: string): id is MailKind => Object.hasOwn(MAIL_KINDS, id)

/** Every record of the site that differs from the text which comes with the shop. */
export async function readSiteContent(deps: Pick<Deps, 'env'>, db: Db): Promise<SiteRecord[]> {
  const turn = createTurns()
  const records: ReturnType<typeof toVersioned>[] = []
  for (const row of await listContentRows(db)) {
    await turn()
    if (row.archived === 0 && !isMail(row.id)) records.push(toVersioned(row))
  }
  return toSiteRecords(deps, db, records)
}

/** What editors have saved about the search. @param draft a record that is not saved. */
export async function readSavedSearchRules(
  db: Db,
  draft?: { id: string; body: Body },
): Promise<SearchRules> {
  const ids = ['search-synonyms', 'search-pins']
  const rows = await Promise.all(ids.map((id) => findContentRow(db, id)))
  return readSearchRules((_, id) => {
    if (draft?.id === id) return { version: '', ...draft }
    const row = rows[ids.indexOf(id)]
    return row && { id, version: '', body: parseStoredBody(id, row.body) }
  })
}
