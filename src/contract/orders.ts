import { z } from 'zod'
import { orderItem } from './account.ts'
import { gift } from './cart.ts'
import { variant } from './catalog.ts'
import { apiError, successResponse } from './endpoint.ts'
import { ACCOUNT_LIMITS, ADDRESS_LIMITS } from './form-limits.ts'
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

/** The address of a parcel or a bill: of those of the profile, without the mark of the default one. */
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

/** What the shopper saw: an order is placed only as long as it is true. */
const seenLine = z.strictObject({
  /** Id of the line of the cart. */
  id: singleLine(100).min(1),
  quantity: z.int().min(1).max(1_000),
  /** Unit price in rupees. */
  price: z.number().min(0).max(999_999_999),
})

export const placeOrderRequest = z.strictObject({
  address: orderAddress,
  /** The address of the bill: by default, the address of the parcel. */
  billingAddress: orderAddress.optional(),
  /** The name of the person who receives the parcel: by default, the name of the account. */
  name: singleLine(ACCOUNT_LIMITS.name).optional(),
  /** The telephone number for the courier. */
  phone: singleLine(ACCOUNT_LIMITS.phone).min(
    1,
    'Please enter a telephone number for the courier.',
  ),
  method,
  /** Needed from PUBLIC_PAN_FROM on; it is checked, and not stored. */
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
    /** `awaiting_payment` where the provider takes the payment: POST /orders/{number}/payment follows. */
    state,
    total: amount,
  }),
})
export type PlacedOrder = z.output<typeof placeOrderResponse>['order']

/** One line that is not as it was seen. `was` and `now` are rupees for a price, else quantities. */
export const orderChange = z.object({
  /** Id of the line of the cart. */
  id: z.string(),
  title: z.string(),
  variant,
  /**
   * `limit`: more than the maximum of one piece. `unavailable`: it cannot be bought any more. `added`, `removed`: the
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
  /** The total of the cart as it is now, with tax. */
  total: amount,
})

/** A step, and the sentence that says why it cannot be taken now; empty where it can. */
export const stepState = z.object({ can: z.boolean(), why: z.string() })

const orderLine = z.object({
  /** Within the order, from 0. */
  position: z.int(),
  /** Null once the product is deleted. */
  productId: z.string().nullable(),
  /** The slug of its page of now; empty where it has none. */
  slug: z.string(),
  title: z.string(),
  variant,
  sku: z.string(),
  /** Address of a picture; empty without one. */
  picture: z.string(),
  price: amount,
  quantity: z.int(),
  /** Made for this shopper, e.g. engraved: it cannot be returned. */
  personalised: z.boolean(),
  /** How many of them were cancelled, or came back. */
  cancelled: z.int(),
  returned: z.int(),
  /** How many can be returned now. */
  returnable: z.int(),
})
export type OrderLine = z.output<typeof orderLine>

export const orderEvent = z.object({
  at: time,
  kind: z.enum(ORDER_EVENTS),
  /** What happened, as a sentence. */
  text: z.string(),
})

const shipment = z.object({
  carrier: z.string(),
  trackingNumber: z.string(),
  /** Where the carrier shows the parcel; empty where no address is known. */
  trackingUrl: z.string(),
  dispatchedAt: time,
  deliveredAt: time.nullable(),
})

const refund = z.object({
  id: z.string(),
  amount,
  state: z.enum(REFUND_STATES),
  reason: z.string(),
  at: time,
})

export const orderReturn = z.object({
  id: z.string(),
  lines: z.array(z.object({ position: z.int(), quantity: z.int() })),
  reason: z.enum(RETURN_REASONS),
  /** What the shopper wrote. */
  note: z.string(),
  state: z.enum(RETURN_STATES),
  /** Why it was refused; empty else. */
  answer: z.string(),
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
  /** The number of an order of the user: those that were placed before it. */
  before: z.string().max(20).optional(),
})
export const ordersResponse = z.object({
  success: z.literal(true),
  orders: z.array(orderSummary.extend({ items: z.array(orderItem) })),
  /** All orders of the user. */
  total: z.int(),
  /** What `before` is for the orders that follow; null with the last ones. */
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
  /** What has been paid back. */
  refunded: amount,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  shipTo: keptAddress,
  billTo: keptAddress,
  gstin: z.string(),
  /** The days on which it arrives, as they were promised; null where the pincode is not known. */
  promised: z.object({ from: day, to: day }).nullable(),
  cancelReason: z.string(),
  /** Empty until it is dispatched, and without GSTIN. */
  invoiceNumber: z.string(),
  shipments: z.array(shipment),
  refunds: z.array(refund),
  returns: z.array(orderReturn),
  /** The oldest first. */
  events: z.array(orderEvent),
  /** Until when the pieces are kept for a payment; null where none is awaited. */
  payBefore: time.nullable(),
  /** Until when pieces can be returned; null where nothing has arrived. */
  returnBefore: time.nullable(),
  steps: z.record(z.enum(SHOPPER_STEPS), stepState),
})
export type OrderDetail = z.output<typeof orderDetail>

export const orderResponse = z.object({ success: z.literal(true), order: orderDetail })
/** The answer to a step: the order as it is now. */
export const orderStepResponse = successResponse.extend({ order: orderDetail })

export const cancelOrderRequest = z.strictObject({
  reason: z.enum(CANCEL_REASONS, 'Please choose a reason.'),
})

export const returnOrderRequest = z.strictObject({
  lines: z
    .array(
      z.strictObject({ position: z.int().min(0).max(100), quantity: z.int().min(1).max(1_000) }),
    )
    .min(1, 'Please choose what you return.')
    .max(100),
  reason: z.enum(RETURN_REASONS, 'Please choose a reason.'),
  note: lines(ORDER_LIMITS.note).default(''),
})

/** The page of the provider on which the order is paid. */
export const startPaymentResponse = z.object({
  success: z.literal(true),
  url: z.url(),
  /** Until when it can be paid there. */
  expiresAt: time,
})

/** What the provider adds to the address of the order's page when a shopper comes back, without `razorpay_`. */
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
  /** The two digits of the state in GST returns; empty where the state is not known. */
  stateCode: z.string(),
  phone: z.string(),
  email: z.string(),
})

/**
 * What order summary and packing slip say. With GSTIN, after dispatch, the summary is the tax invoice of rule 46 of
 * the CGST rules.
 */
export const orderPaper = z.object({
  title: z.enum(['Order summary', 'Tax invoice']),
  number: z.string(),
  date: time,
  /** Empty and null without an invoice. */
  invoiceNumber: z.string(),
  invoiceDate: time.nullable(),
  seller: party,
  billTo: party,
  shipTo: party,
  placeOfSupply: z.string(),
  lines: z.array(
    z.object({
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
  /** IGST, or CGST and SGST within the state of the seller; "Tax" without GSTIN. */
  taxes: z.array(z.object({ label: z.string(), percent: z.number(), amount })),
  total: amount,
  method,
  paymentState,
  /** What the courier collects in cash. */
  toCollect: amount,
  gift,
  shipment: shipment.nullable(),
})
export type OrderPaper = z.output<typeof orderPaper>
export const orderPaperResponse = z.object({ success: z.literal(true), paper: orderPaper })
