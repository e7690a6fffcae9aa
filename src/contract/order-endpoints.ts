import { z } from 'zod'
import {
  decideReturnRequest,
  dispatchOrderRequest,
  editorOrderResponse,
  editorOrdersRequest,
  editorOrdersResponse,
  editorStepResponse,
  orderNoteRequest,
  ordersExportQuery,
  refundOrderRequest,
  staffCancelRequest,
  undoStepRequest,
} from './editor-orders.ts'
import { type Endpoint, successResponse } from './endpoint.ts'
import {
  cancelOrderRequest,
  confirmPaymentRequest,
  orderPaperResponse,
  orderResponse,
  orderStepResponse,
  ordersQuery,
  ordersResponse,
  placeOrderRequest,
  placeOrderResponse,
  returnOrderRequest,
  startPaymentResponse,
  webhookResponse,
} from './orders.ts'
import { PLAIN_STEPS, type PlainStep, XLSX_TYPE } from './values.ts'

/** What shoppers and the payment provider call. */
export const orderEndpoints = {
  'POST /orders': {
    summary:
      'Places an order of the whole cart. The 409 of a cart that is not as it was seen has the changed lines.',
    access: 'user',
    status: 201,
    body: placeOrderRequest,
    response: placeOrderResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
    needsIdempotencyKey: true,
  },
  'GET /orders': {
    summary: 'Lists the orders of the user, the newest first, from one on.',
    access: 'user',
    query: ordersQuery,
    response: ordersResponse,
    errorStatuses: [404],
  },
  'GET /orders/:number': {
    summary: 'Returns an order of the user, with what can be done with it now.',
    access: 'user',
    response: orderResponse,
    errorStatuses: [404],
  },
  'GET /orders/:number/paper': {
    summary: 'Returns what the order summary of an order says, or its tax invoice.',
    access: 'user',
    response: orderPaperResponse,
    errorStatuses: [404],
  },
  'POST /orders/:number/mail': {
    summary: 'Mails an order, as it is now, to the address of the account.',
    access: 'user',
    response: successResponse,
    errorStatuses: [404],
  },
  'POST /orders/:number/cancel': {
    summary: 'Cancels an order that is not dispatched; what was paid is refunded.',
    access: 'user',
    body: cancelOrderRequest,
    response: orderStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'POST /orders/:number/return': {
    summary: 'Asks to return pieces of an order that has arrived.',
    access: 'user',
    body: returnOrderRequest,
    response: orderStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'POST /orders/:number/payment': {
    summary:
      'Returns the page of the provider on which the order is paid. Repeating the call returns the same page.',
    access: 'user',
    response: startPaymentResponse,
    errorStatuses: [404, 409, 502],
  },
  'POST /orders/:number/payment/confirm': {
    summary: 'Settles a payment with what the provider gave the browser on its way back.',
    access: 'user',
    body: confirmPaymentRequest,
    response: orderStepResponse,
    errorStatuses: [404, 409, 502],
  },
  'POST /webhooks/razorpay': {
    summary:
      'Takes events of Razorpay. `X-Razorpay-Signature` is the hex HMAC-SHA256 of the body with RAZORPAY_WEBHOOK_SECRET.',
    access: 'public',
    hasOwnLimit: true,
    response: webhookResponse,
    errorStatuses: [401, 404],
  },
} as const satisfies Record<string, Endpoint>

const toPlainStep = (step: PlainStep) =>
  ({
    summary: `Takes the step "${step}" of an order.`,
    access: 'editor',
    response: editorStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  }) as const satisfies Endpoint

const plainStepEndpoints = Object.fromEntries(
  PLAIN_STEPS.map((step) => [`POST /editor/orders/:number/${step}`, toPlainStep(step)]),
) as Record<`POST /editor/orders/:number/${PlainStep}`, ReturnType<typeof toPlainStep>>

/** What the order desk of the studio calls. */
export const editorOrderEndpoints = {
  'POST /editor/orders/search': {
    summary:
      'Lists orders. The search is in the body: it names people, and addresses of calls are logged.',
    access: 'editor',
    body: editorOrdersRequest,
    response: editorOrdersResponse,
  },
  'GET /editor/orders/export': {
    summary: 'Exports the orders that were placed in a month as a spreadsheet.',
    access: 'editor',
    query: ordersExportQuery,
    responseType: XLSX_TYPE,
    response: z.string(),
  },
  'GET /editor/orders/:number': {
    summary: 'Returns an order with its timeline, and writes in the audit log who looked.',
    access: 'editor',
    response: editorOrderResponse,
    errorStatuses: [404],
  },
  'GET /editor/orders/:number/paper': {
    summary: 'Returns what packing slip and order summary of an order say.',
    access: 'editor',
    response: orderPaperResponse,
    errorStatuses: [404],
  },
  'PUT /editor/orders/:number/note': {
    summary: 'Sets the note of the team on an order.',
    access: 'editor',
    body: orderNoteRequest,
    response: editorStepResponse,
    errorStatuses: [404],
  },
  'POST /editor/orders/:number/dispatch': {
    summary: 'Marks an order as dispatched; the stock is lowered, and an invoice gets its number.',
    access: 'editor',
    body: dispatchOrderRequest,
    response: editorStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  ...plainStepEndpoints,
  'POST /editor/orders/:number/undo': {
    summary:
      'Takes the last step back: a dispatch, a delivery or a collection of cash, for a minute, until its mail leaves.',
    access: 'editor',
    body: undoStepRequest,
    response: editorStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'POST /editor/orders/:number/cancel': {
    summary: 'Cancels an order that is not dispatched; what was paid is refunded.',
    access: 'editor',
    body: staffCancelRequest,
    response: editorStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'POST /editor/orders/:number/refund': {
    summary: 'Refunds an order in part or whole; of cash it records the transfer.',
    access: 'editor',
    body: refundOrderRequest,
    response: editorStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'PUT /editor/returns/:id': {
    summary: 'Accepts or refuses the request for a return, or records that the pieces came back.',
    access: 'editor',
    body: decideReturnRequest,
    response: editorStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
} as const satisfies Record<string, Endpoint>
