import type { ReviewState } from '#src/contract/values.ts'
import { inChunks } from '../../core/db/chunks.ts'
import { countRows } from '../../core/db/row-counts.ts'
import type { Db } from '../../core/db/schema.ts'
import type { ReviewRow } from './tables.ts'

const selectApproved = (db: Db) => db.selectFrom('review').where('state', '=', 'approved')

/** Newest first. */
export const listApprovedReviews = (
  db: Db,
  productId: string,
  { offset, limit }: { offset: number; limit: number },
) =>
  selectApproved(db)
    .selectAll()
    .where('product_id', '=', productId)
    .orderBy('written_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countApprovedReviews = (db: Db, productId: string): Promise<number> =>
  countRows(selectApproved(db).where('product_id', '=', productId))

export const findReviewOfUser = (db: Db, userId: string, productId: string) =>
  db
    .selectFrom('review')
    .selectAll()
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .executeTakeFirst()

/** @returns false if the user has reviewed the product already. */
export async function insertReview(db: Db, row: ReviewRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('review')
    .values(row)
    .onConflict((conflict) => conflict.columns(['product_id', 'user_id']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function insertReviews(db: Db, rows: ReviewRow[]): Promise<void> {
  for (const chunk of inChunks(rows)) await db.insertInto('review').values(chunk).execute()
}

/**
 * Locks a review until the transaction ends.
 * @returns its current state.
 */
export const lockReview = (db: Db, id: string) =>
  db
    .updateTable('review')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const updateReview = (db: Db, id: string, change: Partial<Omit<ReviewRow, 'id'>>) =>
  db.updateTable('review').set(change).where('id', '=', id).execute()

export const deleteReview = (db: Db, id: string) =>
  db.deleteFrom('review').where('id', '=', id).execute()

/**
 * Deletes some reviews of a user.
 * @returns the deleted reviews.
 */
export const deleteReviewsOfUser = (db: Db, userId: string, limit: number) =>
  db
    .deleteFrom('review')
    .where('id', 'in', (eb) =>
      eb.selectFrom('review').select('id').where('user_id', '=', userId).limit(limit),
    )
    .returning(['product_id', 'state'])
    .execute()

/** Lists the user's reviews for the export, oldest first. */
export const exportReviews = (db: Db, userId: string) =>
  db
    .selectFrom('review')
    .select(['product_id', 'stars', 'title', 'text', 'author', 'is_verified_purchase'])
    .select(['state', 'reason', 'written_at'])
    .where('user_id', '=', userId)
    .orderBy('written_at')
    .execute()

interface ReviewFilter {
  /** Only this review, in any state. */
  id?: string | undefined
  state: ReviewState
}

const selectFiltered = (db: Db, { id, state }: ReviewFilter) => {
  const reviews = db.selectFrom('review')
  return id === undefined ? reviews.where('state', '=', state) : reviews.where('review.id', '=', id)
}

export const countReviews = (db: Db, filter: ReviewFilter): Promise<number> =>
  countRows(selectFiltered(db, filter))

/** Lists a page of reviews: pending ones oldest first, others newest first. */
export function listReviewPage(
  db: Db,
  { page, ...filter }: ReviewFilter & { page: number },
  pageSize: number,
) {
  const direction = filter.state === 'pending' ? 'asc' : 'desc'
  return selectFiltered(db, filter)
    .innerJoin('product', 'product.id', 'review.product_id')
    .selectAll('review')
    .select(['product.slug', 'product.title as product_title'])
    .orderBy('written_at', direction)
    .orderBy('review.id', direction)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
}
