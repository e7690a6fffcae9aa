import { z } from 'zod'
import { productId, review, text } from './catalog.ts'
import { REVIEW_LIMITS } from './form-limits.ts'
import { lines, singleLine } from './texts.ts'
import { REVIEW_STATES } from './values.ts'

/** The author's part of a review. */
export const changeReviewRequest = z.strictObject({
  stars: z.int().min(1).max(5),
  title: singleLine(REVIEW_LIMITS.title).min(1),
  text: lines(REVIEW_LIMITS.text).min(1),
})

export const writeReviewRequest = changeReviewRequest.extend({ productId })
export type WriteReviewRequest = z.input<typeof writeReviewRequest>

/** A review for its author. */
const ownReview = review.extend({
  state: z.enum(REVIEW_STATES),
  /** Why it was rejected; empty otherwise. */
  reason: z.string(),
})
export type OwnReview = z.output<typeof ownReview>

export const ownReviewQuery = z.object({ productId })
export const ownReviewResponse = z.object({ review: ownReview.nullable() })

export const writtenReviewResponse = z.object({
  success: z.literal(true),
  message: z.string(),
  review: ownReview,
})

export const reviewsQuery = z.object({
  /** Number of newer reviews to skip. */
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})
/** Newest first, at most `REVIEWS_PER_CALL`. */
export const reviewsResponse = z.object({ reviews: z.array(review), total: z.int() })

export const editorReviewsQuery = z.object({
  /** Only this review, in any state. */
  id: z.string().max(100).optional(),
  state: z.enum(REVIEW_STATES).default('pending'),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
})
export const editorReviewsResponse = z.object({
  reviews: z.array(
    ownReview.extend({
      product: z.object({ id: z.string(), slug: z.string(), title: z.string() }),
    }),
  ),
  total: z.int(),
  pageCount: z.int(),
})

/** `date` is the date of the text that the editor has read. */
export const decideReviewRequest = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.literal('approve'), date: z.iso.datetime() }),
  z.strictObject({
    decision: z.literal('reject'),
    date: z.iso.datetime(),
    reason: text(REVIEW_LIMITS.reason),
  }),
])
export type ReviewDecision = z.output<typeof decideReviewRequest>
