import { count } from '#src/rules/count.ts'
import { type Category, readCategories, toRecordId } from '../../core/content/categories.ts'
import { HttpError } from '../../core/errors.ts'
import { ensureSlug, redirectSlugs, retireSlug } from '../../core/slugs/queries.ts'
import { findLiveCategory } from './categories.ts'
import { listProductIdsOfCategory } from './category-queries.ts'
import { type Change, loadProducts } from './change.ts'
import { listCoveredIds } from './overlay-queries.ts'
import { moveOverlays } from './overlays.ts'
import { prepareSaves, type SaveInput } from './prepare-saves.ts'
import { writeSaves } from './write-saves.ts'

/**
 * Removes a category from the shop. Its products move to another category. Its address redirects to
 * that category, or to the whole shop.
 * @param to undefined for a category without products.
 * @throws HttpError 400 or 409 if its products have no new category.
 */
export async function emptyCategory(
  change: Change,
  { id, name, address }: Category,
  to: string | undefined,
): Promise<void> {
  const { db } = change
  const found = await loadProducts(db, [
    ...new Set([...(await listProductIdsOfCategory(db, id)), ...(await listCoveredIds(db))]),
  ])
  // A live launch may show a product in another category than its own.
  const products = found.filter(({ row, live }) => [row.category, live.row.category].includes(id))
  const categories = await readCategories(db)
  const target = to === undefined ? undefined : findLiveCategory(categories, to)
  if (to !== undefined && (!target || target.id === id))
    throw new HttpError(400, `There is no category “${to}” for its pieces.`, { field: 'moveTo' })
  if (!target && products.length > 0)
    throw new HttpError(
      409,
      `${count(products.length, 'piece')} ${products.length === 1 ? 'is' : 'are'} in ${name}. Choose the category that ${products.length === 1 ? 'it goes' : 'they go'} to.`,
      { field: 'moveTo' },
    )
  const recordId = toRecordId(id)
  if (target) {
    const saves: SaveInput[] = []
    for (const before of products) {
      const isOwn = before.row.category === id
      saves.push({
        before,
        entry: isOwn ? { ...before.entry, category: target.address } : before.entry,
        action: 'update',
        archivedAt: before.row.archived_at,
        overlays: await moveOverlays(db, before.row.id, before.overlays, {
          from: id,
          to: target.id,
        }),
        isProjection: !isOwn,
      })
    }
    await writeSaves(change, await prepareSaves(db, change.now, saves))
    await ensureSlug(db, 'category', { slug: target.address, recordId: toRecordId(target.id) })
    await redirectSlugs(db, recordId, toRecordId(target.id))
  }
  await retireSlug(db, {
    kind: 'category',
    slug: address,
    recordId: toRecordId(target?.id ?? id),
  })
}
