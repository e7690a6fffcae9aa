import { z } from 'zod'
import { rupees } from './catalog.ts'
import { presenceResponse } from './editor.ts'
import { successResponse } from './endpoint.ts'
import {
  correctDeliveryRequest,
  documentBody,
  orderDetail,
  orderEvent,
  orderPaper,
  orderRefund,
  orderReturn,
  orderSummary,
  shopperReduceRequest,
  stepState,
} from './orders.ts'
import { lines, singleLine } from './texts.ts'
import {
  MAX_ORDERS_AT_ONCE,
  ORDER_LIMITS,
  ORDER_SORTS,
  ORDER_STATES,
  ORDER_VIEWS,
  PARCEL_CANCEL_REASONS,
  PROMISED_VIEWS,
  REDUCE_REASONS,
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

const number = singleLine(20).min(1)
/** Orders by their numbers, each once. */
const numbers = z
  .array(number)
  .min(1, 'Please select an order.')
  .max(MAX_ORDERS_AT_ONCE, `Please select at most ${MAX_ORDERS_AT_ONCE} orders.`)
  .refine((list) => new Set(list).size === list.length, 'names an order twice')

export const editorOrdersRequest = z
  .strictObject({
    /** A number, words of name, email and city, a telephone number, a SKU, or the number of a parcel or invoice. */
    search: z.string().trim().max(320).default(''),
    /** Empty for all orders. */
    states: z.array(state).max(ORDER_STATES.length).default([]),
    view: z.enum(ORDER_VIEWS).optional(),
    /** By default, the oldest first of a view, and otherwise the newest. What a search fits best comes first. */
    sort: z.enum(ORDER_SORTS).optional(),
    /** These orders alone, on one page. */
    numbers: numbers.optional(),
    page: z.int().min(1).max(400).default(1),
  })
  .refine(({ sort, view }) => sort !== 'promised' || (view && PROMISED_VIEWS.includes(view)), {
    error: 'is for orders that are to be sent',
    path: ['sort'],
  })

const editorOrderRow = orderSummary.extend({
  name: z.string(),
  email: z.string(),
  city: z.string(),
  /** The last promised day has passed without delivery. */
  isOverdue: z.boolean(),
  /** Whether a return waits for staff. */
  hasOpenReturn: z.boolean(),
  /** It is to be sent, and its tax invoice lacks the HSN code of a piece. */
  isMissingHsn: z.boolean(),
  /** Whether the pieces that are not sent yet are packed. */
  isPacked: z.boolean(),
  /** Cash that the courier owes for parcels that have left. */
  toCollect: amount,
  /** The parcels for which cash is to be collected. */
  parcels: z.array(z.object({ id: z.string(), trackingNumber: z.string(), toCollect: amount })),
})
export type EditorOrderRow = z.output<typeof editorOrderRow>

export const editorOrdersResponse = z.object({
  orders: z.array(editorOrderRow),
  total: z.int(),
  /** Whether there are more orders than were counted; `total` is then the limit. */
  isBounded: z.boolean(),
  pageCount: z.int(),
  /** Whether a dispatch gives a tax invoice its number, so that it cannot be taken back. */
  isDispatchFinal: z.boolean(),
})

/** Orders that wait for staff, for the page Today; null if the shop has never taken orders. */
export const orderCounts = z
  .object({
    states: z.record(z.enum(ORDER_STATES), z.int()),
    views: z.record(z.enum(ORDER_VIEWS), z.int()),
  })
  .nullable()
export type OrderCounts = z.output<typeof orderCounts>

/** Money and pieces behind the orders that wait, and what was sold, for Today; null without orders. */
export const orderFigures = z
  .object({
    /** The amounts of the orders of each view or state. */
    sums: z.object({
      to_collect: amount,
      transfers: amount,
      to_pay_back: amount,
      awaiting_payment: amount,
    }),
    /** Pieces whose HSN code orders wait for; the first 20. */
    missingHsn: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        category: z.object({ id: z.string(), name: z.string() }),
      }),
    ),
    sales: z.object({
      /** The last 30 days in India, the oldest first. Orders that are cancelled or not paid yet are left out. */
      days: z.array(z.object({ day: z.iso.date(), orders: z.int(), sum: amount })),
      orders: z.int(),
      sum: amount,
    }),
  })
  .nullable()
export type OrderFigures = z.output<typeof orderFigures>

export const editorOrder = orderDetail
  .omit({ steps: true, events: true, returns: true, refunds: true })
  .extend({
    /** Null after the account is deleted. */
    customerId: z.string().nullable(),
    /** The buyer's PAN, for admins only; empty without one. */
    pan: z.string(),
    /** The account for repaid cash; masked unless cash is due. */
    payout: z.string(),
    note: z.string(),
    /** Differs after each change of the order. */
    version: z.string(),
    /** With the name of the editor; empty for the shopper, the provider or a job. */
    events: z.array(orderEvent.extend({ by: z.string() })),
    /** With the possible next states: `accepted` or `refused` for a request, `received` for an accepted return. */
    returns: z.array(orderReturn.extend({ next: z.array(z.enum(RETURN_STATES)) })),
    refunds: z.array(
      orderRefund.extend({
        /** Whether it failed, and its payment still has the money. */
        canRepeat: z.boolean(),
        /** Whether staff have to transfer it and have not recorded that yet. */
        isByHand: z.boolean(),
        /** The provider's last error; empty without a problem. */
        problem: z.string(),
      }),
    ),
    /** The provider's id of the captured payment; empty without one. */
    paymentId: z.string(),
    /** Maximum amount of a refund. */
    refundable: amount,
    /** What is still to be sent is packed; the last event `packed` says when and by whom. */
    isPacked: z.boolean(),
    /** Cash that the courier owes. */
    toCollect: amount,
    steps: z.record(z.enum(STAFF_STEPS), stepState),
    /** Positions of the lines whose pieces lack the HSN code that a tax invoice needs. */
    missingHsn: z.array(z.int()),
    /** Whether the dispatch creates a tax invoice, and therefore cannot be undone. */
    isDispatchFinal: z.boolean(),
    /** The last step and its undo deadline, if it can be undone. */
    undo: z.object({ step: z.enum(UNDO_STEPS), before: time }).nullable(),
  })
export type EditorOrder = z.output<typeof editorOrder>
/** The other members of the staff who have the order open, and the order's current version. */
export const orderPresenceResponse = presenceResponse.extend({ version: z.string() })
export const editorOrderResponse = z.object({ order: editorOrder })
export const editorStepResponse = successResponse.extend({ order: editorOrder })

export const orderNoteRequest = z.strictObject({ note: lines(ORDER_LIMITS.note) })
export const receiveTransferRequest = z.strictObject({
  /** The bank's reference of the transfer, e.g. its UTR. */
  reference: singleLine(60).min(1, 'Please enter the reference of the transfer.'),
})
export const dispatchOrderRequest = z.strictObject({
  carrier: singleLine(ORDER_LIMITS.carrier).min(1, 'Please enter the carrier.'),
  /** Empty for a parcel without one, e.g. delivered by hand. */
  trackingNumber: singleLine(ORDER_LIMITS.trackingNumber).default(''),
  /** The pieces of the parcel. By default, all that are still to be sent. */
  lines: shopperReduceRequest.shape.lines.optional(),
})
const isEachOnce = (orders: readonly { number: string; parcelId?: string }[]): boolean =>
  new Set(orders.map(({ number, parcelId }) => `${number} ${parcelId}`)).size === orders.length

/** The orders of a step, with what each needs. */
const stepOrders = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .array(z.strictObject({ number, ...shape }))
    .min(1, 'Please select an order.')
    .max(MAX_ORDERS_AT_ONCE, `Please select at most ${MAX_ORDERS_AT_ONCE} orders.`)
    .refine(
      (orders) => isEachOnce(orders as { number: string; parcelId?: string }[]),
      'names an order twice',
    )

/** A step of many orders. Each is changed on its own: one that is refused stops no other. */
export const orderStepsRequest = z.discriminatedUnion('step', [
  z.strictObject({
    step: z.literal('dispatch'),
    carrier: dispatchOrderRequest.shape.carrier,
    orders: stepOrders({ trackingNumber: dispatchOrderRequest.shape.trackingNumber }),
  }),
  z.strictObject({ step: z.enum(['deliver', 'pack', 'unpack']), orders: stepOrders({}) }),
  z.strictObject({
    step: z.literal('collect'),
    /**
     * With the amount that the courier has paid, an order is refused if something else is to be collected. By default,
     * the amount is of all its parcels that have left.
     */
    orders: stepOrders({ amount: rupees.optional(), parcelId: singleLine(60).optional() }),
  }),
  z.strictObject({ step: z.literal('undo'), undoes: z.enum(UNDO_STEPS), orders: stepOrders({}) }),
])
export type OrderStepsRequest = z.input<typeof orderStepsRequest>
export const orderStepsResponse = successResponse.extend({
  /** The numbers of the orders that are changed. An order can be named once for each of its parcels. */
  taken: z.array(z.string()),
  /** The others, with the reason of each. */
  refused: z.array(z.object({ number: z.string(), message: z.string() })),
})
export type OrderStepsAnswer = z.output<typeof orderStepsResponse>

export const orderPapersRequest = z.strictObject({ numbers })
/** The papers of each order, in the order of the numbers. */
export const orderPapersResponse = z.object({
  papers: z.array(
    z.object({
      paper: orderPaper,
      parcels: z.array(orderPaper),
      creditNotes: z.array(documentBody),
    }),
  ),
})

/** Whether to mail the customer. */
const tellsCustomer = z.boolean()
export const staffCorrectDeliveryRequest = correctDeliveryRequest.extend({ tellsCustomer })
export const correctShipmentRequest = dispatchOrderRequest
  .omit({ lines: true })
  .extend({ tellsCustomer })
/** A note that the shopper reads on the page of the order. */
export const customerNoteRequest = z.strictObject({
  text: lines(ORDER_LIMITS.note).min(1, 'Please enter the note.'),
  tellsCustomer,
})
/** Items to put back into stock. By default the reason decides. If given, omitted lines have none. */
const shelved = z
  .array(z.strictObject({ position: z.int().min(0).max(100), quantity: z.int().min(0).max(1_000) }))
  .max(101)
  .optional()
export const reduceOrderRequest = z.strictObject({
  lines: shopperReduceRequest.shape.lines,
  reason: z.enum(REDUCE_REASONS, 'Please choose a reason.'),
  shelved,
  tellsCustomer,
})
export const staffCancelRequest = z.strictObject({
  reason: z.enum(STAFF_CANCEL_REASONS, 'Please choose a reason.'),
  shelved,
})
/** A parcel that came back, or was lost. */
export const returnParcelRequest = z.strictObject({
  reason: z.enum(PARCEL_CANCEL_REASONS, 'Please choose a reason.'),
  shelved,
})
export const undoStepRequest = z.strictObject({ step: z.enum(UNDO_STEPS) })
export const refundOrderRequest = z.strictObject({
  /**
   * By default, the value of returned items that is not refunded yet, or the rest of the payment if
   * nothing was returned.
   */
  amount: rupees.optional(),
  reason: singleLine(ORDER_LIMITS.reason).min(1, 'Please enter a reason, which the shopper reads.'),
  /** States that the amount is what is due. The call fails with 409 if another amount is due now. */
  isDue: z.boolean().default(false),
})
export const decideReturnRequest = z
  .strictObject({
    state: z.enum(['accepted', 'refused', 'received']),
    /** Why it is refused, for the shopper. */
    answer: singleLine(ORDER_LIMITS.reason).default(''),
    /**
     * The day on which the courier collects an accepted return; by default the earliest possible
     * day. An accepted return can be accepted again with another day.
     */
    pickupOn: z.iso.date().optional(),
    shelved,
    /** Whether the courier has collected the cash of the whole order, which is then recorded with the return. */
    collected: z.boolean().default(false),
  })
  .refine(({ state, answer }) => state !== 'refused' || answer !== '', {
    error: 'Please enter a reason, which the shopper reads.',
    path: ['answer'],
  })

/** A month in India, YYYY-MM. */
export const ordersExportQuery = z.object({
  month: z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, 'must be a month such as 2026-11'),
})
