import { DEFAULT_IDS, getDefaultContent } from '#src/content/defaults.ts'
import type { ContentId } from '#src/contract/content.ts'
import type { ContentFields } from '#src/contract/content-fields.ts'
import { toAddress } from '#src/rules/address.ts'
import { categoryLabel } from '#src/rules/categories.ts'
import { NO_FILTERS } from '#src/rules/listing/listing.ts'
import {
  categoryMessages,
  findNearCategory,
  isCategoryAddress,
  isNameOfAddress,
  toCategoryName,
} from '#src/rules/near-category.ts'
import * as queries from '../../core/content/queries.ts'
import type { Db } from '../../core/db/schema.ts'
import { HttpError } from '../../core/errors.ts'
import type { Change } from './change.ts'

const PREFIX = 'category:'

/** A category by its former address and name, and by those of now. */
export interface CategoryRename {
  from: string
  fromName: string
  to: string
  toName: string
}

/** The categories of the shop: their names by their addresses. */
export class Categories extends Map<string, string> {
  /** Those that are off the site. */
  readonly archived = new Map<string, string>()
}

/** Those that come with the shop, those with a record, and those with a product. */
export async function listCategories(db: Db): Promise<Categories> {
  const former = await queries.listFormerCategories(db)
  const known = new Categories()
  for (const id of DEFAULT_IDS) {
    const address = id.slice(PREFIX.length)
    if (id.startsWith(PREFIX) && !former.has(address)) known.set(address, categoryLabel(address))
  }
  for (const category of await queries.listProductCategories(db))
    known.set(category, categoryLabel(category))
  for (const { id, body, archived } of await queries.listContentRowsOfKind(db, PREFIX)) {
    const address = id.slice(PREFIX.length)
    const { name } = JSON.parse(body) as { name?: unknown }
    const shown = archived === 0 || known.has(address) ? known : known.archived
    shown.set(address, String(name ?? known.get(address)))
  }
  return known
}

/**
 * Former categories with what stands for each: it was renamed, or archived with its pieces moved to another one. A
 * former name that is a category again means that one.
 */
export async function listMovedCategories(db: Db): Promise<CategoryRename[]> {
  const former = await queries.listFormerCategories(db)
  if (former.size === 0) return []
  const known = await listCategories(db)
  return [...former].flatMap(([from, to]) =>
    known.has(from) || to === NO_FILTERS.category
      ? []
      : { from, fromName: categoryLabel(from), to, toName: known.get(to) ?? categoryLabel(to) },
  )
}

/** Gives a category that was written before it was renamed its address of now. */
export async function createCategoryResolver(db: Db): Promise<(typed: string) => string> {
  const current = new Map((await listMovedCategories(db)).map(({ from, to }) => [from, to]))
  return (typed) => current.get(toCategoryAddress(typed)) ?? typed
}

export const toCategoryList = (known: Categories) =>
  [...known].map(([address, name]) => ({ address, name }))

/** Why a product cannot have a category by this name; undefined for a known one, or a new one. */
export function findCategoryError(known: Categories, typed: string): string | undefined {
  const address = toAddress(typed)
  if (!isCategoryAddress(address)) return categoryMessages.invalid
  if (known.has(address)) return undefined
  const archived = known.archived.get(address)
  if (archived !== undefined) return categoryMessages.archived(archived)
  const near = findNearCategory(typed, toCategoryList(known)) ?? findListed(known, typed)
  return near && categoryMessages.near(near.name)
}

/** A category of a list or a path, e.g. `Jewelry > Rings` of a feed: a product has one category. */
const findListed = (known: Categories, typed: string) => {
  const parts = typed.split(/[>|;,/\\»›]/).map(toAddress)
  return parts.length < 2
    ? undefined
    : toCategoryList(known).find(({ address }) => parts.includes(address))
}

/** @throws HttpError 400 or 409 for a name that the record of a category cannot have. */
export function assertCategoryName(known: Categories, address: string, name: string): void {
  const field = 'name'
  if (!isCategoryAddress(toAddress(name)))
    throw new HttpError(400, categoryMessages.invalid, { field })
  const others = toCategoryList(known).filter((category) => category.address !== address)
  const taken = known.archived.get(toAddress(name))
  if (taken !== undefined && toAddress(name) !== address)
    throw new HttpError(409, categoryMessages.archived(taken), { field })
  const near = others.find((category) => category.address === toAddress(name))
  const same = near ?? findNearCategory(name, others, false)
  if (same) throw new HttpError(409, categoryMessages.exists(same.name), { field })
}

/** @throws HttpError 400 that names the field. */
export async function assertCategory(db: Db, typed: string, field = 'category'): Promise<void> {
  const resolve = await createCategoryResolver(db)
  const message = findCategoryError(await listCategories(db), resolve(typed))
  if (message) throw new HttpError(400, message, { field })
}

/** What a product says of its category: its address, whatever name was typed. */
export const toCategoryAddress = (typed: string): string => {
  const address = toAddress(typed)
  return isCategoryAddress(address) ? address : typed
}

/**
 * A body whose fields of categories have their addresses, as products have.
 * @throws HttpError 400 for another spelling of a category.
 */
export async function withCategoryAddresses<Body extends object>(
  db: Db,
  fields: ContentFields,
  body: Body,
): Promise<Body> {
  const named = listNamedCategories(fields, body)
  if (named.length === 0) return body
  const known = await listCategories(db)
  const resolve = await createCategoryResolver(db)
  for (const { name, path } of named) {
    const isKnown = known.has(toAddress(resolve(name)))
    const near = isKnown ? undefined : findNearCategory(name, toCategoryList(known))
    if (near)
      throw new HttpError(400, categoryMessages.exists(near.name), { field: path.join('.') })
  }
  const changed = structuredClone(body)
  for (const { name, path } of named) setIn(changed, path, toCategoryAddress(resolve(name)))
  return changed
}

type Path = (string | number)[]

/** The categories that fields of a body name. */
function listNamedCategories(
  fields: ContentFields,
  body: unknown,
  path: Path = [],
): { name: string; path: Path }[] {
  return Object.entries(fields).flatMap(([key, { type, fields: inner = {} }]) => {
    const value = (body as Record<string, unknown> | undefined)?.[key]
    const place = [...path, key]
    if (type === 'category' && typeof value === 'string' && value !== '')
      return [{ name: value, path: place }]
    if (type === 'group') return listNamedCategories(inner, value, place)
    if (type !== 'list' || !Array.isArray(value)) return []
    return value.flatMap((item, index) => listNamedCategories(inner, item, [...place, index]))
  })
}

function setIn(body: object, path: Path, value: string): void {
  const last = path.at(-1) ?? ''
  let part = body as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) part = part[key] as Record<string | number, unknown>
  part[last] = value
}

/** The names that were typed for categories, by their addresses, where these do not say the name. */
export const listTypedNames = (typed: string[]): Map<string, string> =>
  new Map(
    typed.flatMap((name) => {
      const address = toAddress(name)
      return name === address || isNameOfAddress(name, address)
        ? []
        : [[address, toCategoryName(name)] as const]
    }),
  )

/** Makes a record of each new category whose address does not say its name: shoppers read that. */
export async function saveTypedNames(
  { db, now, editorId, batchId, saved }: Change,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  if (names.size === 0) return
  const known = await listCategories(db)
  for (const [address, name] of names) {
    const id: ContentId = `category:${address}`
    if (known.has(address) || (await queries.findContentRow(db, id))) continue
    const text = getDefaultContent(id)
    const introduction = text.introduction.replace(categoryLabel(address), () => name)
    const body = JSON.stringify({ ...text, name, introduction })
    const row = { id, body, revision: 1, updated_at: now, archived: 0 }
    if (!(await queries.saveContentRow(db, row))) continue
    await queries.insertContentVersion(db, {
      record_id: id,
      revision: 1,
      action: 'create',
      editor_id: editorId,
      saved_at: now,
      body,
      archived: 0,
      batch_id: batchId,
    })
    saved.push({ id, summary: `Created ${name}` })
  }
}
