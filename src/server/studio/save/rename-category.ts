import type { ContentId } from '#src/contract/content.ts'
import { toAddress } from '#src/rules/address.ts'
import { categoryLabel } from '#src/rules/categories.ts'
import { count } from '#src/rules/count.ts'
import { NO_FILTERS, parseCategory } from '#src/rules/listing/listing.ts'
import { paths, shopPagePath } from '#src/rules/paths.ts'
import * as queries from '../../core/content/queries.ts'
import type { Db } from '../../core/db/schema.ts'
import { HttpError } from '../../core/errors.ts'
import {
  assertCategoryName,
  type CategoryRename,
  listCategories,
  listMovedCategories,
} from './categories.ts'
import { type Change, loadAllForEdit } from './change.ts'
import { prepareSaves, writeSaves } from './write-saves.ts'

type Body = Record<string, unknown>

export interface NewAddress {
  from: string
  to: string
  name: string
}

/**
 * Moves the record of a category with its versions. The former address redirects to the new one. Its products follow
 * by `moveProducts`.
 * @throws HttpError 409 when there is a category of this name already.
 */
export async function moveCategory(db: Db, { from, to, name }: NewAddress): Promise<void> {
  assertCategoryName(await listCategories(db), from, name)
  await queries.moveContentRecord(db, `category:${from}`, `category:${to}`)
  await queries.insertFormerCategory(db, from, to)
}

/**
 * Takes a category off the shop: its pieces go to another one, and its address leads there, or to the whole shop.
 * @param to undefined for a category without pieces.
 * @throws HttpError 400 or 409 where its pieces have nowhere to go.
 */
export async function emptyCategory(
  change: Change,
  { from, to, name }: { from: string; to: string | undefined; name: string },
): Promise<void> {
  const { db } = change
  const ids = await queries.listProductIdsOfCategory(db, from)
  const known = new Map(await listCategories(db))
  known.delete(from)
  const address = to === undefined ? undefined : toAddress(to)
  if (address !== undefined && !known.has(address))
    throw new HttpError(400, `There is no category “${to}” for its pieces.`, { field: 'moveTo' })
  if (address === undefined && ids.length > 0)
    throw new HttpError(
      409,
      `${count(ids.length, 'piece')} ${ids.length === 1 ? 'is' : 'are'} in ${name}. Choose the category that ${ids.length === 1 ? 'it goes' : 'they go'} to.`,
      { field: 'moveTo' },
    )
  await moveProducts(change, { from, to: address ?? '' })
  await queries.insertFormerCategory(db, from, address ?? NO_FILTERS.category)
}

/** Gives all products of a category another one. */
export async function moveProducts(
  change: Change,
  { from, to }: Omit<NewAddress, 'name'>,
): Promise<void> {
  const ids = await queries.listProductIdsOfCategory(change.db, from)
  const wanted = (await loadAllForEdit(change.db, ids)).map((before) => ({
    before,
    entry: { ...before.entry, category: to },
    action: 'update' as const,
    archivedAt: before.row.archived_at,
  }))
  await writeSaves(change, await prepareSaves(change.db, change.now, wanted))
}

/**
 * A copy of a record without the links to a category, and without its place among the first ones. What a list would
 * be empty without leads to another one, or to the whole shop.
 */
export function withoutCategory<T>(part: T, from: string, to: string | undefined): T
export function withoutCategory(part: unknown, from: string, to: string | undefined): unknown {
  if (Array.isArray(part)) {
    const left = part.filter((item) => !namesCategory(item, from))
    const kept = left.length > 0 ? left : part
    return kept.map((item: unknown) => withoutCategory(item, from, to))
  }
  if (typeof part !== 'object' || part === null) return part
  const changed = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, withoutCategory(value, from, to)]),
  ) as Body
  const { href, list, category } = part as Body
  if (typeof category === 'string' && category.toLowerCase() === from && to)
    changed['category'] = to
  for (const [name, value] of Object.entries({ href, list }))
    if (leadsTo(value, from)) changed[name] = to ? shopPagePath(1, to) : paths.shop
  return changed
}

/** A section with a text is more than its link. */
const namesCategory = (part: unknown, category: string): boolean => {
  const { href, list, category: own, text } = (part ?? {}) as Body
  return (
    text === undefined &&
    (leadsTo(href, category) ||
      leadsTo(list, category) ||
      (typeof own === 'string' && own.toLowerCase() === category))
  )
}

/** Records that lead to categories, or choose by them. */
export const namesCategories = (id: ContentId): boolean =>
  id === 'home' || id === 'menu' || id === 'footer' || id === 'shop' || id.startsWith('collection:')

/** A copy of a record whose links, their texts and rules name a category by its new name. */
export function withRenamedCategory<T>(part: T, rename: CategoryRename): T
export function withRenamedCategory(part: unknown, rename: CategoryRename): unknown {
  if (Array.isArray(part)) return part.map((item) => withRenamedCategory(item, rename))
  if (typeof part !== 'object' || part === null) return part
  const { from, fromName, to, toName } = rename
  const changed = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, withRenamedCategory(value, rename)]),
  ) as Body
  const { href, link, list, label, category } = part as Body
  if (typeof category === 'string' && category.toLowerCase() === from) changed['category'] = to
  for (const [name, value] of Object.entries({ href, link, list }))
    if (leadsTo(value, from))
      changed[name] = value
        .replace(/^\/shop\/[^/?#]+/, shopPagePath(1, to))
        .replace(/([?&]category=)[^&#]*/, `$1${to}`)
  if (leadsTo(href, from) && (label === fromName || label === categoryLabel(from)))
    changed['label'] = toName
  return changed
}

/** A copy of a menu or another list of links as the archiving of categories since has left it. */
export async function withoutArchivedCategories<Body extends object>(
  db: Db,
  id: ContentId,
  body: Body,
): Promise<Body> {
  if (!namesCategories(id)) return body
  const former = await queries.listFormerCategories(db)
  if (former.size === 0) return body
  const { archived } = await listCategories(db)
  let left = body
  for (const [from, to] of former)
    if (archived.has(from))
      left = withoutCategory(left, from, to === NO_FILTERS.category ? undefined : to)
  return left
}

/** A copy of a record that was written before categories were renamed, or archived, with those of now. */
export async function withCurrentCategories<Body extends object>(
  db: Db,
  body: Body,
): Promise<Body> {
  return (await listMovedCategories(db)).reduce(withRenamedCategory<Body>, body)
}

/** Whether an address is that of a category or a page of it: `/shop/watches`, `/shop?category=watches`, …. */
function leadsTo(href: unknown, category: string): href is string {
  const url = typeof href === 'string' ? URL.parse(href, 'https://shop.example') : null
  return (
    url?.origin === 'https://shop.example' &&
    (`${url.pathname}/`.startsWith(`${shopPagePath(1, category)}/`) ||
      parseCategory(url.searchParams) === category)
  )
}
