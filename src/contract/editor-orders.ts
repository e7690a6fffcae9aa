import { z } from 'zod'
import { rupees } from './catalog.ts'
import { successResponse } from './endpoint.ts'
import { orderDetail, orderEvent, orderReturn, orderSummary, stepState } from './orders.ts'
import { lines, singleLine } from './texts.ts'
import {
  ORDER_LIMITS,
  ORDER_STATES,
  ORDER_VIEWS,
  RETURN_STATES,
  STAFF_CANCEL_REASONS,
  STAFF_STEPS,
  UNDO_STEPS,
} from './values.ts'

// The order desk of the studio.

const state = z.enum(ORDER_STATES)
const time = z.iso.datetime()
/** In rupees. */
const amount = z.number()

export const editorOrdersRequest = z.strictObject({
  /** A number, words of name, email and city, a telephone number, a SKU, or the number of a parcel or an invoice. */
  search: z.string().trim().max(320).default(''),
  /** All without one. */
  states: z.array(state).max(ORDER_STATES.length).default([]),
  view: z.enum(ORDER_VIEWS).optional(),
  page: z.int().min(1).max(400).default(1),
})

const editorOrderRow = orderSummary.extend({
  name: z.string(),
  email: z.string(),
  city: z.string(),
  /** The last of the promised days is over, and it is not delivered. */
  isOverdue: z.boolean(),
  /** A return that waits for the staff. */
  hasOpenReturn: z.boolean(),
})
export type EditorOrderRow = z.output<typeof editorOrderRow>

/** The newest first; of those to dispatch, the one that was placed first. */
export const editorOrdersResponse = z.object({
  orders: z.array(editorOrderRow),
  total: z.int(),
  /** There are more than are counted: `total` is the bound. */
  isBounded: z.boolean(),
  pageCount: z.int(),
})

/** What waits for the staff, for Today; null where the shop takes no orders and has taken none. */
export const orderCounts = z
  .object({
    states: z.record(z.enum(ORDER_STATES), z.int()),
    views: z.record(z.enum(ORDER_VIEWS), z.int()),
  })
  .nullable()
export type OrderCounts = z.output<typeof orderCounts>

export const editorOrder = orderDetail.omit({ steps: true, events: true, returns: true }).extend({
  /** Null once the account is deleted. */
  customerId: z.string().nullable(),
  /** For the team. */
  note: z.string(),
  /** With the name of the editor; empty where it was the shopper, the provider or a job. */
  events: z.array(orderEvent.extend({ by: z.string() })),
  /** With the choice that is open: `accepted` or `refused` of a request, `received` of an accepted one. */
  returns: z.array(orderReturn.extend({ next: z.array(z.enum(RETURN_STATES)) })),
  /** The id at the provider of the payment that was captured; empty without one. */
  paymentId: z.string(),
  /** The highest amount of a refund. */
  refundable: amount,
  steps: z.record(z.enum(STAFF_STEPS), stepState),
  /** Whether the dispatch gives a tax invoice its number, so that it cannot be taken back. */
  isDispatchFinal: z.boolean(),
  /** The last step, where it can be taken back, and until when. */
  undo: z.object({ step: z.enum(UNDO_STEPS), before: time }).nullable(),
})
export type EditorOrder = z.output<typeof editorOrder>
export const editorOrderResponse = z.object({ order: editorOrder })
export const editorStepResponse = successResponse.extend({ order: editorOrder })

export const orderNoteRequest = z.strictObject({ note: lines(ORDER_LIMITS.note) })
export const dispatchOrderRequest = z.strictObject({
  carrier: singleLine(ORDER_LIMITS.carrier).min(1, 'Please enter the carrier.'),
  /** Empty for a parcel without one, e.g. one that is brought by hand. */
  trackingNumber: singleLine(ORDER_LIMITS.trackingNumber).default(''),
})
export const staffCancelRequest = z.strictObject({
  reason: z.enum(STAFF_CANCEL_REASONS, 'Please choose a reason.'),
})
export const undoStepRequest = z.strictObject({ step: z.enum(UNDO_STEPS) })
export const refundOrderRequest = z.strictObject({
  /** The rest of what was paid by default. */
  amount: rupees.optional(),
  reason: singleLine(ORDER_LIMITS.reason).min(1, 'Please enter a reason, which the shopper reads.'),
})
export const decideReturnRequest = z
  .strictObject({
    state: z.enum(['accepted', 'refused', 'received']),
    /** Why it is refused, which the shopper reads. */
    answer: singleLine(ORDER_LIMITS.reason).default(''),
  })
  .refine(({ state, answer }) => state !== 'refused' || answer !== '', {
    error: 'Please enter a reason, which the shopper reads.',
    path: ['answer'],
  })

/** A month in India, YYYY-MM. */
export const ordersExportQuery = z.object({
  month: z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, 'must be a month such as 2026-11'),
})
