import { DEFAULT_IDS } from '#src/content/defaults.ts'
import type { ContentFields } from '#src/contract/content-fields.ts'
import { toAddress } from '#src/editing/address.ts'
import {
  categoryMessages,
  findNearCategory,
  isCategoryAddress,
} from '#src/editing/near-category.ts'
import {
  type Categories,
  type Category,
  parseCategoryId,
  readCategories,
  toRecordId,
} from '../../core/content/categories.ts'
import type { Db } from '../../core/db/schema.ts'
import { HttpError } from '../../core/errors.ts'
import { changeSlugs, ensureSlug, findCurrentSlug } from '../../core/slugs/queries.ts'
import { assertFreeSlug } from './free-slug.ts'

export const listLive = (categories: Categories): Category[] =>
  categories.list().filter(({ isArchived }) => !isArchived)

/** Finds the category for a typed name, or for a current or former address. */
export function findLiveCategory(categories: Categories, typed: string): Category | undefined {
  const category = categories.find(categories.toId(toAddress(typed)))
  return category?.isArchived ? undefined : category
}

/** Returns why no product can have this category, or undefined if the category exists. */
export function findCategoryError(categories: Categories, typed: string): string | undefined {
  const address = toAddress(typed)
  if (findLiveCategory(categories, typed)) return undefined
  if (!isCategoryAddress(address)) return categoryMessages.invalid
  const archived = categories.findByAddress(address)
  if (archived) return categoryMessages.archived(archived.name)
  const near =
    findNearCategory(typed, listLive(categories)) ?? findCategoryInPath(categories, typed)
  return near ? categoryMessages.near(near.name) : categoryMessages.unknown(typed.trim())
}

/** Lists the names, without duplicates, of categories that do not exist and can be created. */
export async function listUnknownCategories(db: Db, typed: readonly string[]): Promise<string[]> {
  const categories = await readCategories(db)
  const unknown = typed
    .map((name) => name.trim())
    .filter((name) => findCategoryError(categories, name) === categoryMessages.unknown(name))
  return [...Map.groupBy(unknown, toAddress).values()].flatMap(([first]) => first ?? [])
}

/** Finds a category in a list or a path, e.g. `Jewelry > Rings` of a feed. A product has only one category. */
function findCategoryInPath(categories: Categories, typed: string): Category | undefined {
  const parts = typed.split(/[>|;,/\\»›]/).map(toAddress)
  return parts.length < 2
    ? undefined
    : listLive(categories).find(({ address }) => parts.includes(address))
}

/** @throws HttpError 400 or 409 for a name that the category cannot have. @param id undefined for a new one. */
function assertCategoryName(categories: Categories, id: string | undefined, name: string): void {
  const field = 'name'
  const address = toAddress(name)
  if (!isCategoryAddress(address)) throw new HttpError(400, categoryMessages.invalid, { field })
  const others = categories.list().filter((category) => category.id !== id)
  const sameAddress = others.find((category) => category.address === address)
  if (sameAddress?.isArchived)
    throw new HttpError(409, categoryMessages.archived(sameAddress.name), { field })
  const live = others.filter(({ isArchived }) => !isArchived)
  const same = sameAddress ?? findNearCategory(name, live, false)
  if (same) throw new HttpError(409, categoryMessages.exists(same.name), { field })
}

/** @throws HttpError 400 or 409 for a new category whose name another one has. */
export async function assertNewCategory(db: Db, name: string): Promise<void> {
  assertCategoryName(await readCategories(db), undefined, name)
}

/** Returns the id of a new category: its address, with a number if the id is taken. */
export async function toNewCategoryId(db: Db, address: string): Promise<string> {
  const categories = await readCategories(db)
  let id = address
  for (let number = 2; categories.find(id); number++) id = `${address}-${number}`
  return id
}

/**
 * Changes the address of a live category to match its name. The former address redirects.
 * @throws HttpError 400 or 409 if it cannot have the name.
 */
export async function saveCategoryAddress(
  db: Db,
  recordId: string,
  name: string,
  takesFormer?: boolean,
): Promise<void> {
  const id = parseCategoryId(recordId)
  const slug = toAddress(name)
  const current = await findCurrentSlug(db, recordId)
  if (id === undefined || current === slug) return
  assertCategoryName(await readCategories(db), id, name)
  await assertFreeSlug(db, { kind: 'category', slug, ownId: recordId, takesFormer, field: 'name' })
  // A default category has no row until its first change.
  if (current === undefined && DEFAULT_IDS.includes(toRecordId(id)))
    await ensureSlug(db, 'category', { slug: id, recordId })
  await changeSlugs(db, 'category', [{ slug, recordId }])
}

/** @throws HttpError 400 that names the field. */
export async function assertCategory(db: Db, typed: string, field = 'category'): Promise<void> {
  const message = findCategoryError(await readCategories(db), typed)
  if (message) throw new HttpError(400, message, { field })
}

/** Converts a typed name to an address. */
export const toCategoryAddress = (typed: string): string => {
  const address = toAddress(typed)
  return isCategoryAddress(address) ? address : typed
}

/**
 * Replaces category names in a body by their addresses, as products store them.
 * @throws HttpError 400 for an unknown category, unless the previous body already has it.
 */
export async function withCategoryAddresses<Body extends object>(
  db: Db,
  fields: ContentFields,
  body: Body,
  before: Body | undefined,
): Promise<Body> {
  const named = listNamedCategories(fields, body)
  if (named.length === 0) return body
  const categories = await readCategories(db)
  const namesBefore = new Set(before && listNamedCategories(fields, before).map(({ name }) => name))
  const changed = structuredClone(body)
  for (const { name, path } of named) {
    const message = namesBefore.has(name) ? undefined : findCategoryError(categories, name)
    if (message) throw new HttpError(400, message, { field: path.join('.') })
    setIn(changed, path, findLiveCategory(categories, name)?.address ?? toCategoryAddress(name))
  }
  return changed
}

type Path = (string | number)[]

/** Lists the categories that a body names, with their places. */
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
