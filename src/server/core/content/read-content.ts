import { DEFAULT_IDS, getDefaultContent } from '#src/content/defaults.ts'
import { readSearchRules } from '#src/content/read-search-rules.ts'
import type { Picture, Product, SiteRecord } from '#src/contract/catalog.ts'
import {
  CONTENT_SCHEMAS,
  type ContentId,
  parseContentId,
  toContentTitle,
} from '#src/contract/content.ts'
import type { ContentFields } from '#src/contract/content-fields.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import type { ContentPicture } from '#src/contract/content-values.ts'
import { MAIL_KINDS, type MailKind } from '#src/contract/kinds/mails.ts'
import { MIN_ZOOM } from '#src/contract/values.ts'
import { type CategoryNames, categoryLabel } from '#src/rules/categories.ts'
import { listCategoryNames } from '#src/rules/listing/listing.ts'
import { toPaymentLimits } from '#src/rules/orders/payment-methods.ts'
import { toSiteName } from '#src/rules/pictures.ts'
import type { SearchRules } from '#src/rules/search/synonyms.ts'
import type { Db } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { ServerEnv } from '../env.ts'
import { listPicturesByHash } from '../media/queries.ts'
import { toStoredPicture } from '../media/to-picture.ts'
import { type Categories, parseCategoryId, readCategories, toRecordId } from './categories.ts'
import { findContentRows, listContentRows } from './queries.ts'
import { type NextNames, toNamesVersion, toShown } from './record-ids.ts'
import type { ContentRecordRow } from './tables.ts'

type Body = Record<string, unknown>

/**
 * Returns the legal facts of the seller, from the environment.
 * @param keepsOrders whether orders have a page; no mail uses it.
 */
export const getLegalSettings = (env: ServerEnv, keepsOrders = env.ORDERS.length > 0) => ({
  name: env.LEGAL_NAME,
  officer: env.GRIEVANCE_OFFICER,
  grievanceEmail: env.GRIEVANCE_EMAIL,
  paymentMethods: env.ORDERS.join(','),
  paymentLimits: toPaymentLimits(env),
  deliveryCountries: env.DELIVERY_COUNTRIES,
  keepsOrders,
})

const isPicture = (value: object): value is ContentPicture => 'file' in value && 'alt' in value

/** Lists the pictures of a body, in the order of its fields. */
export function listPictures(value: unknown): ContentPicture[] {
  if (typeof value !== 'object' || value === null) return []
  return isPicture(value) ? [value] : Object.values(value).flatMap(listPictures)
}

/** Lists the hashes of the uploaded pictures of a body. */
export const listUploads = (value: unknown): string[] =>
  listPictures(value).flatMap(({ file }) => (toSiteName(file) === undefined ? [file] : []))

/** Adds new fields to a body that an earlier release has stored, from the text that comes with the shop. */
export function addNewFields(id: string, stored: Body): Body {
  const initial = getDefaultContent(id as ContentId) as Body
  const known = Object.entries(stored).filter(([name]) => name in initial)
  return { ...initial, ...Object.fromEntries(known) }
}

/** A stored record with the fields of this release. */
interface FittedBody {
  body: Body
  /** Names of the fields whose stored value breaks a rule of this release. */
  replaced: string[]
}

function fitStoredBody(id: string, stored: Body): FittedBody {
  const { kind = '' } = parseContentId(id) ?? {}
  const schema = CONTENT_SCHEMAS[kind]
  if (schema === undefined || schema.safeParse(stored).success)
    return { body: stored, replaced: [] }
  const body = addNewFields(id, stored)
  const { error } = schema.safeParse(body)
  if (!error) return { body, replaced: [] }
  const initial = getDefaultContent(id as ContentId) as Body
  const replaced = [...new Set(error.issues.map(({ path }) => String(path[0])))]
  return {
    body: { ...body, ...Object.fromEntries(replaced.map((name) => [name, initial[name]])) },
    replaced,
  }
}

/** Returns the id by which pages find a record: the id of a category has its address. */
export const toSiteId = (id: string, categories: Categories): string => {
  const category = parseCategoryId(id)
  return category === undefined ? id : toRecordId(categories.toAddress(category))
}

/** Reads the names of categories that differ from their addresses, by address. */
export const readCategoryNames = async (db: Db): Promise<CategoryNames> =>
  listNames(await readCategories(db))

const listNames = (categories: Categories): CategoryNames =>
  Object.fromEntries(
    categories
      .list()
      .flatMap(({ address, name, isArchived }) =>
        isArchived || name === categoryLabel(address) ? [] : [[address, name]],
      ),
  )

/**
 * Facts of a category that its products show: its address, a name that differs from it, and the size of its pieces on
 * cards.
 */
export type CategoryTraits = Pick<Product, 'category' | 'categoryName' | 'zoom'>

/** @param id of a category. */
export type FindCategoryTraits = (id: string) => CategoryTraits

/** @param content has the records of categories that editors have changed. */
export function createCategoryTraits(
  content: SiteRecord[],
  categories: Categories,
): FindCategoryTraits {
  const names = listCategoryNames(content)
  const zooms = new Map(content.map(({ id, body }) => [id, body['zoom']]))
  const find: FindCategoryTraits = (id) => {
    const category = categories.toAddress(id)
    const categoryName = names[category]
    const recordId = toRecordId(category)
    const percent = zooms.get(recordId) ?? getDefaultZoom(recordId)
    const zoom = typeof percent === 'number' ? Math.round(percent) : MIN_ZOOM
    return {
      category,
      ...(categoryName === undefined ? {} : { categoryName }),
      // Omitted if cards show the complete picture.
      ...(zoom === MIN_ZOOM ? {} : { zoom }),
    }
  }
  // Cached, because thousands of products share a few categories.
  const known = new Map<string, CategoryTraits>()
  return (id) => {
    const traits = known.get(id) ?? find(id)
    known.set(id, traits)
    return traits
  }
}

const getDefaultZoom = (id: ContentId): unknown => (getDefaultContent(id) as Body)['zoom']

export async function readCategoryTraits(db: Db): Promise<FindCategoryTraits> {
  const categories = await readCategories(db)
  const records = categories
    .list()
    .flatMap(({ address, name, isArchived, zoom }) =>
      isArchived ? [] : { id: toRecordId(address), version: '', body: { name, zoom } },
    )
  return createCategoryTraits(records, categories)
}

/**
 * Parses the body of a stored record. New fields, and fields that break a rule of this release, get the text that
 * comes with the shop.
 */
export const parseStoredBody = (id: string, json: string): Body =>
  fitStoredBody(id, JSON.parse(json) as Body).body

/** @returns the HSN codes of these categories, empty if a category has none. */
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

/** Lists the stored texts that pages do not show, because they break a rule of this release. */
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

/** Logs the texts that are not shown. They appear when a release begins, because a save obeys its rules. */
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

/** Returns a copy of a body whose uploaded pictures have their addresses. */
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

/** Returns records with the addresses of their pictures, as pages get them. */
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

/** Returns whether a record is the text of a mail, which no page shows. */
export const isMail = (id: string): id is MailKind => Object.hasOwn(MAIL_KINDS, id)

/** Lists the default records that name something with a new address or name. */
async function listRenamedDefaults(
  db: Db,
  saved: ReadonlySet<string>,
  next: NextNames,
): Promise<{ id: string; version: string; body: Body }[]> {
  const initial = DEFAULT_IDS.filter(
    (id) => !saved.has(id) && !isMail(id) && parseCategoryId(id) === undefined,
  ).map((id) => ({ id, version: '0', body: getDefaultContent(id) as Body }))
  const shown = await toShown(db, initial, next)
  return shown.filter(
    ({ body }, index) => JSON.stringify(body) !== JSON.stringify(initial[index]?.body),
  )
}

/**
 * Reads the records of the site that differ from the text that comes with the shop. The ids of categories have their
 * addresses.
 * @param nextSlugs slugs that a change gives to products, by id.
 */
export async function readSiteContent(
  deps: Pick<Deps, 'env'>,
  db: Db,
  nextSlugs?: ReadonlyMap<string, string>,
): Promise<SiteRecord[]> {
  const categories = await readCategories(db)
  const next = { categories, ...(nextSlugs && { slugs: nextSlugs }) }
  const rows = await listContentRows(db)
  const records = rows.filter(({ id, archived }) => archived === 0 && !isMail(id)).map(toVersioned)
  const saved = new Set(rows.map(({ id }) => id))
  const shown = [
    ...(await toShown(db, records, next)),
    ...(await listRenamedDefaults(db, saved, next)),
  ].map((record) => ({
    ...record,
    id: toSiteId(record.id, categories),
    version: record.version + toNamesVersion(record.id, record.body),
  }))
  return toSiteRecords(
    deps,
    db,
    shown.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  )
}

/** Reads the search rules that editors have saved. @param draft a record that is not saved. */
export async function readSavedSearchRules(
  db: Db,
  draft?: { id: string; body: Body },
): Promise<SearchRules> {
  const ids = ['search-synonyms', 'search-pins']
  const records = (await findContentRows(db, ids)).map(toVersioned)
  const shown = await toShown(db, records)
  return readSearchRules((_, id) =>
    draft?.id === id ? { version: '', ...draft } : shown.find((record) => record.id === id),
  )
}
