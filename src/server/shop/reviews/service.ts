import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { messages } from '#src/channels/messages.ts'
import type { Review } from '#src/contract/catalog.ts'
import type {
  changeReviewRequest,
  OwnReview,
  ReviewDecision,
  writeReviewRequest,
} from '#src/contract/reviews.ts'
import { REVIEWS_PER_CALL } from '#src/contract/values.ts'
import { toIso } from '#src/rules/dates.ts'
import { mention } from '../../core/audit/audit-mentions.ts'
import { insertAuditEntry } from '../../core/audit/audit-queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { consume, type RateLimit } from '../../core/http/rate-limit.ts'
import { toFirstName } from '../../core/mail/first-name.ts'
import { runPublishing } from '../../core/publish-requests/run-publishing.ts'
import { toReview } from '../catalog/product-reviews.ts'
import { findProductById, findProductBySlug, touchProduct } from '../catalog/queries.ts'
import { hasBought } from '../orders/purchase-queries.ts'
import { getUserRow } from '../users/queries.ts'
import * as queries from './queries.ts'
import type { ReviewRow } from './tables.ts'

const reviewMessages = messages.reviews

/** Reviews that one user writes and changes: each one is read by an editor. */
const WRITES: RateLimit = { name: 'review', limit: 20, windowMinutes: 60 }

export const toOwnReview = (row: ReviewRow): OwnReview => ({
  ...toReview(row),
  state: row.state,
  reason: row.reason,
})

/** Returns approved reviews of a product on sale, newest first, and their total number. */
export async function listReviews(
  { db }: Deps,
  slug: string,
  offset: number,
): Promise<{ reviews: Review[]; total: number }> {
  const product = await findProductBySlug(db, slug)
  if (!product) throw new HttpError(404, messages.products.notFound)
  const part = { offset, limit: REVIEWS_PER_CALL }
  const rows = await queries.listApprovedReviews(db, product.id, part)
  return { reviews: rows.map(toReview), total: await queries.countApprovedReviews(db, product.id) }
}

/**
 * Returns the author's data for a review.
 * @throws HttpError 403 for an unverified address.
 */
async function toAuthorFields(
  db: Db,
  userId: string,
  productId: string,
): Promise<Pick<ReviewRow, 'author' | 'is_verified_purchase'>> {
  const user = await getUserRow(db, userId)
  if (user.email_verified_at === null) throw new HttpError(403, reviewMessages.unverified)
  const isBought = await hasBought(db, userId, productId)
  return { author: toFirstName(user.display_name), is_verified_purchase: isBought ? 1 : 0 }
}

/**
 * Writes the user's review of a product.
 * @param db the transaction of the request. It also contains the rate limit, so that a failed
 *   request is not counted.
 * @throws HttpError 404 for an unknown product, 409 for a second review.
 */
export async function writeReview(
  deps: Deps,
  db: Db,
  userId: string,
  { productId, ...content }: z.output<typeof writeReviewRequest>,
): Promise<OwnReview> {
  const product = await findProductById(db, productId)
  if (!product) throw new HttpError(404, messages.products.notFound)
  const authorFields = await toAuthorFields(db, userId, productId)
  await consume({ ...deps, db }, WRITES, userId)
  const row: ReviewRow = {
    id: randomUUID(),
    product_id: productId,
    user_id: userId,
    ...content,
    ...authorFields,
    state: 'pending',
    reason: '',
    written_at: deps.now(),
  }
  if (!(await queries.insertReview(db, row))) throw new HttpError(409, reviewMessages.once)
  return toOwnReview(row)
}

/**
 * Locks and returns a review.
 * @throws HttpError 404 if it is not the user's, whether or not it exists.
 */
async function lockOwnReview(db: Db, userId: string, id: string): Promise<ReviewRow> {
  const row = await queries.lockReview(db, id)
  if (row?.user_id !== userId) throw new HttpError(404, reviewMessages.missing)
  return row
}

/** Changes the own review, which then needs approval again. */
export async function changeReview(
  deps: Deps,
  userId: string,
  id: string,
  content: z.output<typeof changeReviewRequest>,
): Promise<OwnReview> {
  return runReviewChange(deps, async (db) => {
    const before = await lockOwnReview(db, userId, id)
    const authorFields = await toAuthorFields(db, userId, before.product_id)
    await consume({ ...deps, db }, WRITES, userId)
    const change = {
      ...content,
      ...authorFields,
      ...({ state: 'pending', reason: '' } as const),
      // Must be later than the text that an editor may be reading.
      written_at: Math.max(deps.now(), before.written_at + 1),
    }
    await queries.updateReview(db, id, change)
    return {
      result: toOwnReview({ ...before, ...change }),
      changedProductIds: before.state === 'approved' ? [before.product_id] : [],
    }
  })
}

export const deleteReview = (deps: Deps, userId: string, id: string): Promise<void> =>
  runReviewChange(deps, async (db) => {
    const { state, product_id } = await lockOwnReview(db, userId, id)
    await queries.deleteReview(db, id)
    return { result: undefined, changedProductIds: state === 'approved' ? [product_id] : [] }
  })

/** Approves or rejects the text that the editor has read. */
export const decideReview = (
  deps: Deps,
  editorId: string,
  id: string,
  input: ReviewDecision,
): Promise<void> =>
  runReviewChange(
    deps,
    async (db) => {
      const before = await queries.lockReview(db, id)
      if (!before) throw new HttpError(404, reviewMessages.missing)
      if (toIso(before.written_at) !== input.date)
        throw new HttpError(409, reviewMessages.changedMeanwhile)
      const isApproved = input.decision === 'approve'
      const wasApproved = before.state === 'approved'
      const reason = input.decision === 'reject' ? input.reason : ''
      await queries.updateReview(db, id, { state: isApproved ? 'approved' : 'rejected', reason })
      const title = (await findProductById(db, before.product_id))?.title ?? 'an archived product'
      const subject = `${isApproved ? 'Approved' : 'Rejected'} the review ${mention('review', id)} of ${title}`
      await insertAuditEntry(db, {
        at: deps.now(),
        actor_id: editorId,
        action: 'reviews',
        subject: reason ? `${subject}: ${reason}` : subject,
      })
      return {
        result: undefined,
        changedProductIds: isApproved === wasApproved ? [] : [before.product_id],
      }
    },
    editorId,
  )

/** Runs a change of reviews in a transaction, with a request to publish the products whose shown reviews change. */
export const runReviewChange = <T>(
  deps: Deps,
  job: (db: Db) => Promise<{ result: T; changedProductIds: string[] }>,
  editorId: string | null = null,
): Promise<T> =>
  runPublishing(deps, async (db) => {
    const { result, changedProductIds } = await job(db)
    const published: { id: string; summary: string }[] = []
    // In a fixed order, so that two changes cannot deadlock.
    for (const id of changedProductIds.toSorted()) {
      const product = await touchProduct(db, id, deps.now())
      published.push({ id, summary: `Reviews of ${product?.title ?? id}` })
    }
    return { result, published, editorId }
  })
