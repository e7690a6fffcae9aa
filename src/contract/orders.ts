import { z } from 'zod'
import { orderItem } from './account.ts'
import { gift } from './cart.ts'
import { variant } from './catalog.ts'
import { apiError, successResponse } from './endpoint.ts'
import { ACCOUNT_LIMITS, ADDRESS_LIMITS, PAYOUT_FIELDS, PAYOUT_KINDS } from './form-limits.ts'
import { lines, singleLine } from './texts.ts'
import {
  CANCEL_REASONS,
  ORDER_EVENTS,
  ORDER_LIMITS,
  ORDER_STATES,
  PAYMENT_METHODS,
  PAYMENT_STATES,
  REFUND_STATES,
  RETURN_REASONS,
  RETURN_STATES,
  SHOPPER_STEPS,
} from './values.ts'

const time = z.iso.datetime()
/** YYYY-MM-DD, a day in India. */
const day = z.iso.date()
/** Rupees; an amount of an answer. */
const amount = z.number()
const state = z.enum(ORDER_STATES)
const paymentState = z.enum(PAYMENT_STATES)
const method = z.enum(PAYMENT_METHODS)

/** The address of a parcel or a bill: an address of the profile without the mark of the default one. */
export const orderAddress = z.strictObject({
  address: singleLine(ADDRESS_LIMITS.address).min(1, 'Please enter the street of the address.'),
  city: singleLine(ADDRESS_LIMITS.city).min(1, 'Please enter the city of the address.'),
  state: singleLine(ADDRESS_LIMITS.state).min(1, 'Please enter the state of the address.'),
  pincode: singleLine(ADDRESS_LIMITS.pincode).min(1, 'Please enter the pincode of the address.'),
  country: singleLine(ADDRESS_LIMITS.country).default(''),
})
export type OrderAddress = z.output<typeof orderAddress>

/** An address of an answer; the one of an order of an earlier release is empty. */
const keptAddress = z.object({
  address: z.string(),
  city: z.string(),
  state: z.string(),
  pincode: z.string(),
  country: z.string(),
})

/** Where a parcel goes. */
const delivery = {
  address: orderAddress,
  /** The telephone number for the courier. */
  phone: singleLine(ACCOUNT_LIMITS.phone).min(
    1,
    'Please enter a telephone number for the courier.',
  ),
}
export const correctDeliveryRequest = z.strictObject({
  ...delivery,
  /** The name of the person who receives the parcel: by default, it stays. */
  name: singleLine(ACCOUNT_LIMITS.name)
    .min(1, 'Please enter the name of the person who receives the parcel.')
    .optional(),
})

/** The cart as the shopper saw it. An order is placed only if it is still true. */
const seenLine = z.strictObject({
  /** Id of the line of the cart. */
  id: singleLine(100).min(1),
  quantity: z.int().min(1).max(1_000),
  /** Unit price in rupees. */
  price: z.number().min(0).max(999_999_999),
})

export const placeOrderRequest = z.strictObject({
  ...delivery,
  /** The address of the bill: by default, the address of the parcel. */
  billingAddress: orderAddress.optional(),
  /** The name of the person who receives the parcel: by default, the name of the account. */
  name: singleLine(ACCOUNT_LIMITS.name).optional(),
  method,
  /** Needed from PUBLIC_PAN_FROM on; it is stored sealed. */
  pan: singleLine(20).optional(),
  /** The number of a business that buys. */
  gstin: singleLine(20).optional(),
  seen: z.strictObject({
    lines: z.array(seenLine).min(1, 'Your cart is empty.').max(100),
    /** Gift wrap and card; by default, they are taken as they are now. */
    gift: gift.optional(),
    /** With tax, in rupees. */
    total: z.number().min(0).max(99_999_999_999),
  }),
})
export type PlaceOrderRequest = z.input<typeof placeOrderRequest>

export const placeOrderResponse = successResponse.extend({
  order: z.object({
    number: z.string(),
    /** `awaiting_payment` until it is paid: online by POST /orders/{number}/payment, or by a bank transfer. */
    state,
    method,
    total: amount,
  }),
})
export type PlacedOrder = z.output<typeof placeOrderResponse>['order']

/** One line that has changed. `was` and `now` are rupees for a price, otherwise quantities. */
export const orderChange = z.object({
  /** Id of the line of the cart. */
  id: z.string(),
  title: z.string(),
  variant,
  /**
   * `limit`: more than the maximum of one piece. `unavailable`: it can no longer be bought. `added`, `removed`: the
   * cart was changed elsewhere.
   */
  kind: z.enum(['price', 'stock', 'limit', 'unavailable', 'quantity', 'added', 'removed']),
  was: z.number(),
  now: z.number(),
})
export type OrderChange = z.output<typeof orderChange>

/** The 409 of POST /orders. Without changes, the message alone says what differs. */
export const placeOrderConflict = apiError.extend({
  changes: z.array(orderChange),
  /** The current total of the cart, with tax. */
  total: amount,
})

/** A step, and the sentence that says why it cannot be taken now; empty if it can. */
export const stepState = z.object({ can: z.boolean(), why: z.string() })

const orderLine = z.object({
  /** Within the order, from 0. */
  position: z.int(),
  /** Null once the product is deleted. */
  productId: z.string().nullable(),
  /** The slug of its current page; empty if it has none. */
  slug: z.string(),
  title: z.string(),
  variant,
  sku: z.string(),
  /** Address of a picture; empty without one. */
  picture: z.string(),
  price: amount,
  quantity: z.int(),
  /** True for a piece that was made for this shopper, e.g. engraved, and cannot be returned. */
  personalised: z.boolean(),
  /** How many of them were cancelled, or came back. */
  cancelled: z.int(),
  returned: z.int(),
  /** How many can be returned now, and how many can be exchanged. */
  returnable: z.int(),
  exchangeable: z.int(),
  /** How many are still to be sent. */
  toSend: z.int(),
})
export type OrderLine = z.output<typeof orderLine>

export const orderEvent = z.object({
  at: time,
  kind: z.enum(ORDER_EVENTS),
  /** A sentence about the event. */
  text: z.string(),
})

/** Pieces of lines of an order. */
const pieces = z.array(z.object({ position: z.int(), quantity: z.int() }))

/** A parcel that has left. */
const shipment = z.object({
  id: z.string(),
  lines: pieces,
  carrier: z.string(),
  trackingNumber: z.string(),
  /** The carrier's page of the parcel; empty if no address is known. */
  trackingUrl: z.string(),
  dispatchedAt: time,
  deliveredAt: time.nullable(),
  /** When it came back to the shop, or was lost. */
  returnedAt: time.nullable(),
  /** The cash that the courier still collects for it. */
  toCollect: amount,
  /** Empty without a tax invoice. */
  invoiceNumber: z.string(),
})

export const orderRefund = z.object({
  id: z.string(),
  amount,
  state: z.enum(REFUND_STATES),
  reason: z.string(),
  /** When it was processed; until then, when it was started. */
  at: time,
})

export const orderReturn = z.object({
  id: z.string(),
  lines: pieces,
  reason: z.enum(RETURN_REASONS),
  /** The shopper's own words. */
  note: z.string(),
  state: z.enum(RETURN_STATES),
  /** Why it was refused; empty otherwise. */
  answer: z.string(),
  /** The order of the pieces that leave instead, with their choice; null if the money goes back. */
  exchange: z.object({ number: z.string(), state, variant }).nullable(),
  /** The day by which our answer, the pick-up or the refund is due; null if nothing is. */
  dueOn: day.nullable(),
  at: time,
})

/** A row of a list of orders. */
export const orderSummary = z.object({
  number: z.string(),
  date: time,
  state,
  paymentState,
  method,
  total: amount,
  /** Title of the first line, the number of lines, and the number of pieces of all. */
  title: z.string(),
  lineCount: z.int(),
  quantity: z.int(),
  /** Address of the picture of the first line; empty without one. */
  picture: z.string(),
})
export type OrderSummary = z.output<typeof orderSummary>

/** The newest first. */
export const ordersQuery = z.object({
  /** The number of an order of the user. Lists the orders that were placed before it. */
  before: z.string().max(20).optional(),
})
export const ordersResponse = z.object({
  success: z.literal(true),
  orders: z.array(orderSummary.extend({ items: z.array(orderItem) })),
  /** All orders of the user. */
  total: z.int(),
  /** The `before` of the next part; null with the last orders. */
  next: z.string().nullable(),
})

export const orderDetail = z.object({
  number: z.string(),
  date: time,
  state,
  paymentState,
  method,
  lines: z.array(orderLine),
  gift,
  subtotal: amount,
  tax: amount,
  total: amount,
  /** The price of the pieces that are cancelled or came back, with tax. */
  back: amount,
  /** The part of the total that is paid with the value of returned pieces. */
  credit: amount,
  /** The number of the order whose returned pieces it replaces; empty for most. */
  exchangeOf: z.string(),
  /** The sum of refunds, with what has paid for exchanges. */
  refunded: amount,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  shipTo: keptAddress,
  billTo: keptAddress,
  gstin: z.string(),
  /** The days on which it arrives, as they were promised; null if the pincode is not known. */
  promised: z.object({ from: day, to: day }).nullable(),
  cancelReason: z.string(),
  /** Empty until it is dispatched, and without GSTIN. */
  invoiceNumber: z.string(),
  /** Numbers of the credit notes to the invoice, the first one first. */
  creditNoteNumbers: z.array(z.string()),
  shipments: z.array(shipment),
  refunds: z.array(orderRefund),
  /** With whether the shopper can withdraw it. */
  returns: z.array(orderReturn.extend({ canWithdraw: z.boolean() })),
  /** The oldest first. */
  events: z.array(orderEvent),
  /** Until when the pieces are kept for a payment, or for returned pieces; null if none are awaited. */
  payBefore: time.nullable(),
  /** The account to which the total is transferred; null if nothing is awaited there. */
  bank: z.object({ name: z.string(), number: z.string(), ifsc: z.string() }).nullable(),
  /** Cash that is to be paid back. */
  refundDue: amount,
  /** Where cash is paid back, with most of it hidden; empty until it is entered, and once all is paid back. */
  payout: z.string(),
  /** Until when pieces can be returned; null if nothing has arrived. */
  returnBefore: time.nullable(),
  steps: z.record(z.enum(SHOPPER_STEPS), stepState),
})
export type OrderDetail = z.output<typeof orderDetail>

export const orderResponse = z.object({ success: z.literal(true), order: orderDetail })
/** The answer to a step: the current order. */
export const orderStepResponse = successResponse.extend({ order: orderDetail })

/** An order with which something is still to happen, and what. */
export const openOrder = z.object({ number: z.string(), text: z.string() })
export type OpenOrder = z.output<typeof openOrder>
export const openOrdersResponse = z.object({
  success: z.literal(true),
  orders: z.array(openOrder),
})

/** The number and the token of a mailed link. */
export const linkedOrderRequest = z.strictObject({
  number: singleLine(20),
  token: singleLine(100),
})

export const cancelOrderRequest = z.strictObject({
  reason: z.enum(CANCEL_REASONS, 'Please choose a reason.'),
})

/** Pieces of an order, by its lines. */
export const orderedPieces = z
  .array(z.strictObject({ position: z.int().min(0).max(100), quantity: z.int().min(1).max(1_000) }))
  .max(100)

export const shopperReduceRequest = cancelOrderRequest.extend({
  lines: orderedPieces.min(1, 'Please choose what is taken off the order.'),
})

export const returnOrderRequest = z.strictObject({
  lines: orderedPieces.min(1, 'Please choose what you return.'),
  reason: z.enum(RETURN_REASONS, 'Please choose a reason.'),
  note: lines(ORDER_LIMITS.note).default(''),
  /** The id of the variant that the shopper wants instead of the money, of the same product. */
  variantId: singleLine(60).optional(),
})

export const exchangesQuery = z.object({
  /** The line of the order. */
  position: z.coerce.number().int().min(0).max(100).default(0),
})
export const exchangesResponse = z.object({
  success: z.literal(true),
  /** What the product of the line comes in. */
  variants: z.array(
    z.object({
      id: z.string(),
      variant,
      price: amount,
      /** The pieces that can be had. */
      stock: z.int(),
    }),
  ),
})
export type Exchange = z.output<typeof exchangesResponse>['variants'][number]

/** A text whose spaces do not count. */
const compact = singleLine(340).transform((text) => text.replace(/\s/g, ''))

/** Where cash is paid back: the fields of its kind. It is stored sealed. */
export const payoutRequest = z
  .strictObject({
    kind: z.enum(['upi', 'bank']),
    upi: compact.default(''),
    holder: singleLine(ACCOUNT_LIMITS.name).default(''),
    account: compact.default(''),
    ifsc: compact.transform((text) => text.toUpperCase()).default(''),
  })
  .superRefine((payout, context) => {
    for (const name of PAYOUT_KINDS[payout.kind])
      if (!PAYOUT_FIELDS[name].pattern.test(payout[name]))
        context.addIssue({ code: 'custom', path: [name], message: PAYOUT_FIELDS[name].error })
  })
export type Payout = z.output<typeof payoutRequest>
export type PayoutRequest = z.input<typeof payoutRequest>

/** The page of the provider on which the order is paid. */
export const startPaymentResponse = z.object({
  success: z.literal(true),
  url: z.url(),
  /** Until when it can be paid there. */
  expiresAt: time,
})

/** Parameters that the provider adds to the order's page when a shopper comes back, without `razorpay_`. */
export const confirmPaymentRequest = z.strictObject({
  paymentId: singleLine(60).min(1),
  linkId: singleLine(60).min(1),
  referenceId: singleLine(60),
  status: singleLine(40),
  signature: singleLine(200).min(1),
})

export const webhookResponse = z.object({ success: z.literal(true), message: z.string() })

const party = z.object({
  name: z.string(),
  lines: z.array(z.string()),
  gstin: z.string(),
  /** The two digits of the state in GST returns; empty if the state is not known. */
  stateCode: z.string(),
  phone: z.string(),
  email: z.string(),
})

/**
 * The contents of a tax document, with the fields of the rules 46 and 53 of the CGST rules. It is stored as it is printed. The
 * order summary has the same shape and is drawn anew each time.
 */
export const documentBody = z.object({
  title: z.enum(['Order summary', 'Tax invoice', 'Credit note']),
  /** Number and date of the order. */
  number: z.string(),
  date: time,
  /** Empty and null without an invoice. A credit note names the invoice that it corrects. */
  invoiceNumber: z.string(),
  invoiceDate: time.nullable(),
  /** Empty and null unless it is a credit note. */
  creditNoteNumber: z.string(),
  creditNoteDate: time.nullable(),
  /** Why a credit note was issued. */
  reason: z.string(),
  /** Printed at the foot; empty for most. */
  note: z.string(),
  seller: party,
  billTo: party,
  shipTo: party,
  placeOfSupply: z.string(),
  lines: z.array(
    z.object({
      /** The line of the order; null for an amount that is not a piece. */
      position: z.int().nullable(),
      title: z.string(),
      /** Its choice and personalisation; empty without one. */
      variant: z.string(),
      sku: z.string(),
      /** Empty without an invoice. */
      hsn: z.string(),
      quantity: z.int(),
      price: amount,
      taxableValue: amount,
      taxPercent: z.number(),
      tax: amount,
      total: amount,
    }),
  ),
  subtotal: amount,
  /**
   * IGST, or CGST and SGST or UTGST within the state of the seller; "Tax" without GSTIN. The last one may be "Round off"
   * with 0 percent.
   */
  taxes: z.array(z.object({ label: z.string(), percent: z.number(), amount })),
  total: amount,
})
export type DocumentBody = z.output<typeof documentBody>

/** The tax invoice or the order summary, with what the packing slip says. */
export const orderPaper = documentBody.extend({
  /** Name, address and telephone number for the courier. */
  recipient: party,
  state,
  method,
  paymentState,
  /** The cash that the courier collects. */
  toCollect: amount,
  gift,
  shipment: shipment.nullable(),
})
export type OrderPaper = z.output<typeof orderPaper>
/** The number of an invoice or a credit note; by default, of the invoice. */
export const documentQuery = z.object({ document: z.string().max(40).optional() })

export const orderPaperResponse = z.object({
  success: z.literal(true),
  paper: orderPaper,
  /** The paper of each parcel, the last one of what is still to be sent. */
  parcels: z.array(orderPaper),
  creditNotes: z.array(documentBody),
})
