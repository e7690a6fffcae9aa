import { call } from '#src/api-client/call.ts'
import { keyFor, releaseKey } from '#src/api-client/idempotency-key.ts'
import type { Review } from '#src/contract/catalog.ts'
import type { OwnReview, WriteReviewRequest } from '#src/contract/reviews.ts'
import { reviewMessages } from '#src/rules/messages/reviews.ts'
import { loginPath } from '#src/rules/paths.ts'
import { navigate } from './navigation.ts'
import { errorText, type FormFailure, toFailure } from './outcome.ts'
import { createQuery, isBrowser, type Query } from './query.ts'
import { $uid } from './session.ts'
import { requireUser } from './user-action.ts'

const messages = reviewMessages.reviews
const texts = { signIn: '', rejected: messages.failed, failed: messages.failed }

/** The place of the form on the product page, to which a visitor returns after logging in. */
export const WRITE_REVIEW_ID = 'write-review'

/** Whether a user is signed in; a visitor is sent to log in and back to the form. */
export const requireAuthor = (): Promise<boolean> =>
  requireUser(texts, () =>
    navigate(loginPath(`${location.pathname}${location.search}#${WRITE_REVIEW_ID}`)),
  )

/** The reviews of a product after the newest `offset`, or why they are not known. */
export async function fetchReviews(
  slug: string,
  offset: number,
): Promise<{ reviews: Review[]; total: number } | { error: string }> {
  const query = { offset: String(offset) }
  const outcome = await call('GET /reviews/product/:slug', { param: slug, query })
  return outcome.kind === 'ok' ? outcome.body : { error: errorText(outcome, messages.loadFailed) }
}

const ownReviews = new Map<string, Query<OwnReview | null>>()

const createOwnReview = (productId: string): Query<OwnReview | null> =>
  createQuery<OwnReview | null>({
    $key: $uid,
    async fetch() {
      const outcome = await call('GET /reviews/own', { query: { productId } })
      return outcome.kind === 'ok'
        ? { data: outcome.body.review }
        : { error: errorText(outcome, messages.loadFailed) }
    },
  })

/** The user's review of a product; null without one, undefined for a visitor. */
export function getOwnReview(productId: string): Query<OwnReview | null> {
  // The build renders the page of every product, and fetches nothing: one query serves them all.
  const key = isBrowser() ? productId : ''
  const query = ownReviews.get(key) ?? createOwnReview(key)
  ownReviews.set(key, query)
  return query
}

type Saved = { ok: true; review: OwnReview } | FormFailure

/** Writes a review, or changes the one with the id. */
export async function saveReview(
  { productId, ...content }: WriteReviewRequest,
  id: string | undefined,
): Promise<Saved> {
  const request = `review ${JSON.stringify({ productId, ...content })}`
  const outcome =
    id === undefined
      ? await call('POST /reviews', {
          body: { productId, ...content },
          idempotencyKey: keyFor(request),
        })
      : await call('PUT /reviews/:id', { param: id, body: content })
  if (outcome.kind !== 'failed') releaseKey(request)
  if (outcome.kind === 'ok') {
    getOwnReview(productId).confirm(outcome.body.review)
    return { ok: true, review: outcome.body.review }
  }
  return toFailure(outcome, messages.failed)
}

/** Deletes the user's review of a product. @returns why it failed; empty after a success. */
export async function deleteReview(productId: string, id: string): Promise<string> {
  const outcome = await call('DELETE /reviews/:id', { param: id })
  if (outcome.kind !== 'ok') return errorText(outcome, messages.failed)
  getOwnReview(productId).confirm(null)
  return ''
}
