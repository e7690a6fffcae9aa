import type { ContentId } from '#src/contract/content.ts'
import { categoryLabel } from '#src/rules/categories.ts'
import { shopPagePath } from '#src/rules/paths.ts'
import * as queries from '../../core/content/queries.ts'
import { assertCategoryName, listCategories } from './categories.ts'
import { type Change, loadAllForEdit } from './change.ts'
import { prepareSaves, writeSaves } from './write-saves.ts'

type Body = Record<string, unknown>

/**
 * Gives all products of a category another one, and moves its record with its versions. The former address
 * redirects to the new one.
 * @throws HttpError 409 when there is a category of this name already.
 */
export async function renameCategory(
  change: Change,
  { from, to, name }: { from: string; to: string; name: string },
): Promise<void> {
  const { db } = change
  assertCategoryName(await listCategories(db), from, name)
  const products = await loadAllForEdit(db, await queries.listProductIdsOfCategory(db, from))
  const wanted = products.map((before) => ({
    before,
    entry: { ...before.entry, category: to },
    action: 'update' as const,
    archivedAt: before.row.archived_at,
  }))
  await writeSaves(change, await prepareSaves(db, change.now, wanted))
  await queries.moveContentRecord(db, `category:${from}`, `category:${to}`)
  await queries.insertFormerCategory(db, from, to)
}

/** Records that lead to categories, or choose by them. */
export const namesCategories = (id: ContentId): boolean =>
  id === 'menu' || id === 'footer' || id === 'shop' || id.startsWith('collection:')

/** A copy of a record whose links, their texts and rules name a category by its new name. */
export function withRenamedCategory<T>(part: T, from: string, to: string): T
export function withRenamedCategory(part: unknown, from: string, to: string): unknown {
  if (Array.isArray(part)) return part.map((one) => withRenamedCategory(one, from, to))
  if (typeof part !== 'object' || part === null) return part
  const changed = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, withRenamedCategory(value, from, to)]),
  ) as Body
  const { href, label, category } = part as Body
  if (typeof category === 'string' && category.toLowerCase() === from) changed['category'] = to
  if (typeof href === 'string' && leadsTo(href, from)) {
    changed['href'] = href.replace(encodeURIComponent(from), encodeURIComponent(to))
    if (label === categoryLabel(from)) changed['label'] = categoryLabel(to)
  }
  return changed
}

/** Whether an address is that of a category: `/shop/watches`, `/shop?category=watches`, …. */
function leadsTo(href: string, category: string): boolean {
  const url = URL.parse(href, 'https://shop.example')
  return (
    url?.origin === 'https://shop.example' &&
    (url.pathname === shopPagePath(1, category) || url.searchParams.get('category') === category)
  )
}
