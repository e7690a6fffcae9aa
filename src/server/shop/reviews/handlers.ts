import { messages } from '#src/channels/messages.ts'
import type { Deps } from '../../core/deps.ts'
import type { Handlers } from '../../core/http/mount.ts'
import { countReviews, findReviewOfUser, listReviewPage } from './queries.ts'
import * as service from './service.ts'

const PAGE_SIZE = 50

const reviewMessages = messages.reviews

export const reviewHandlers = (deps: Deps) =>
  ({
    'GET /reviews/product/:slug': ({ param, query }) =>
      service.listReviews(deps, param, query.offset),
    'GET /reviews/own': async ({ caller, query, db }) => {
      const row = await findReviewOfUser(db, caller.userId, query.productId)
      return { review: row ? service.toOwnReview(row) : null }
    },
    'POST /reviews': async ({ caller, body, db }) => {
      const review = await service.writeReview(deps, db, caller.userId, body)
      return { success: true, message: reviewMessages.sent, review }
    },
    'PUT /reviews/:id': async ({ caller, param, body }) => {
      const review = await service.changeReview(deps, caller.userId, param, body)
      return { success: true, message: reviewMessages.sent, review }
    },
    'DELETE /reviews/:id': async ({ caller, param }) => {
      await service.deleteReview(deps, caller.userId, param)
      return { success: true, message: reviewMessages.deleted }
    },
  }) satisfies Partial<Handlers>

export const editorReviewHandlers = (deps: Deps) =>
  ({
    'GET /editor/reviews': async ({ query, db }) => {
      const total = await countReviews(db, query)
      const rows = await listReviewPage(db, query, PAGE_SIZE)
      return {
        reviews: rows.map((row) => ({
          ...service.toOwnReview(row),
          product: { id: row.product_id, slug: row.slug, title: row.product_title },
        })),
        total,
        pageCount: Math.max(1, Math.ceil(total / PAGE_SIZE)),
      }
    },
    'PUT /editor/reviews/:id': async ({ caller, param, body }) => {
      await service.decideReview(deps, caller.userId, param, body)
      return { success: true, message: body.decision === 'approve' ? 'Approved.' : 'Rejected.' }
    },
  }) satisfies Partial<Handlers>
