import { z } from 'zod'
import {
  correctShipmentRequest,
  customerNoteRequest,
  decideReturnRequest,
  dispatchOrderRequest,
  editorOrderResponse,
  editorOrdersRequest,
  editorOrdersResponse,
  editorStepResponse,
  orderNoteRequest,
  orderPapersRequest,
  orderPapersResponse,
  orderPresenceResponse,
  orderStepsRequest,
  orderStepsResponse,
  ordersExportQuery,
  receiveTransferRequest,
  reduceOrderRequest,
  refundOrderRequest,
  returnParcelRequest,
  staffCancelRequest,
  staffCorrectDeliveryRequest,
  undoStepRequest,
} from './editor-orders.ts'
import { type Endpoint, successResponse } from './endpoint.ts'
import {
  cancelOrderRequest,
  confirmPaymentRequest,
  correctDeliveryRequest,
  documentQuery,
  exchangesQuery,
  exchangesResponse,
  linkedOrderRequest,
  orderPaperResponse,
  orderResponse,
  orderStepResponse,
  ordersQuery,
  ordersResponse,
  payoutRequest,
  placeOrderRequest,
  placeOrderResponse,
  returnOrderRequest,
  shopperReduceRequest,
  startPaymentResponse,
  webhookResponse,
} from './orders.ts'
import { PDF_TYPE, PLAIN_STEPS, type PlainStep, XLSX_TYPE } from './values.ts'

/** Calls of shoppers and of the payment provider. */
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
  'POST /orders/linked': {
    summary: 'Returns an order of a deleted account by the link of a mail; no step can be taken.',
    access: 'public',
    body: linkedOrderRequest,
    response: orderResponse,
    errorStatuses: [404],
  },
  'POST /orders/:number/again': {
    summary:
      'Puts the pieces of a cancelled order into the cart, with their personalisation and the gift card.',
    access: 'user',
    response: successResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'GET /orders/:number/paper': {
    summary: 'Returns the order summary of an order, or its tax invoice with the credit notes.',
    access: 'user',
    response: orderPaperResponse,
    errorStatuses: [404],
  },
  'GET /orders/:number/pdf': {
    summary: 'Returns the tax invoice of an order, or a credit note, as a PDF.',
    access: 'user',
    query: documentQuery,
    responseType: PDF_TYPE,
    response: z.string(),
    errorStatuses: [404],
  },
  'POST /orders/:number/mail': {
    summary: 'Mails an order, as it is now, to the address of the account.',
    access: 'user',
    response: successResponse,
    errorStatuses: [404],
  },
  'PUT /orders/:number/delivery': {
    summary: 'Corrects name, address and telephone number of an order that is not dispatched.',
    access: 'user',
    body: correctDeliveryRequest,
    response: orderStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'POST /orders/:number/reduce': {
    summary:
      'Takes pieces off an order that is not dispatched; what was paid online for them is refunded.',
    access: 'user',
    body: shopperReduceRequest,
    response: orderStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'POST /orders/:number/cancel': {
    summary:
      'Cancels an order, or the pieces of it that have not left; what was paid for them is refunded.',
    access: 'user',
    body: cancelOrderRequest,
    response: orderStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'POST /orders/:number/return': {
    summary:
      'Asks to return pieces of an order that has arrived, or to exchange those of a line for another variant.',
    access: 'user',
    body: returnOrderRequest,
    response: orderStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'GET /orders/:number/exchanges': {
    summary: 'Lists what a line of an order that has arrived can be exchanged for.',
    access: 'user',
    query: exchangesQuery,
    response: exchangesResponse,
    errorStatuses: [404, 409],
  },
  'PUT /orders/:number/payout': {
    summary: 'Stores where the cash of returned pieces is paid back: a UPI ID or a bank account.',
    access: 'user',
    body: payoutRequest,
    response: orderStepResponse,
    errorStatuses: [404, 409],
  },
  'POST /returns/:id/withdraw': {
    summary: 'Withdraws a return of the user before the day on which the courier comes.',
    access: 'user',
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
  'POST /webhooks/:provider': {
    summary:
      'Takes events of a payment provider. Of `razorpay`, `X-Razorpay-Signature` is the hex HMAC-SHA256 of the body with RAZORPAY_WEBHOOK_SECRET.',
    access: 'public',
    hasOwnLimit: true,
    response: webhookResponse,
    errorStatuses: [401, 404, 503],
  },
} as const satisfies Record<string, Endpoint>

const toPlainStep = (step: PlainStep) =>
  ({
    summary: `Takes the step "${step}" of an order.`,
    access: 'orders',
    response: editorStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  }) as const satisfies Endpoint

const plainStepEndpoints = Object.fromEntries(
  PLAIN_STEPS.map((step) => [`POST /editor/orders/:number/${step}`, toPlainStep(step)]),
) as Record<`POST /editor/orders/:number/${PlainStep}`, ReturnType<typeof toPlainStep>>

const parcelStep = {
  access: 'orders' as const,
  response: editorStepResponse,
  errorStatuses: [404, 409, 422],
  idempotent: true as const,
} satisfies Partial<Endpoint>

/** Calls of the order desk of the studio. */
export const editorOrderEndpoints = {
  'POST /editor/orders/search': {
    summary:
      'Lists orders. The search is in the body: it names people, and addresses of calls are logged.',
    access: 'orders',
    body: editorOrdersRequest,
    response: editorOrdersResponse,
  },
  'GET /editor/orders/export': {
    summary:
      'Exports the books of a month as a spreadsheet: documents, payments and refunds, each by its date.',
    access: 'books',
    query: ordersExportQuery,
    responseType: XLSX_TYPE,
    response: z.string(),
  },
  'GET /editor/orders/:number': {
    summary: 'Returns an order with its timeline, and writes in the audit log who looked.',
    access: 'orders',
    response: editorOrderResponse,
    errorStatuses: [404],
  },
  'POST /editor/orders/papers': {
    summary:
      'Returns what packing slip, label, order summary, tax invoice and credit notes of orders say.',
    access: 'orders',
    body: orderPapersRequest,
    response: orderPapersResponse,
    errorStatuses: [404],
  },
  'POST /editor/orders/steps': {
    summary:
      'Takes a step of many orders, each in a transaction of its own. The answer names those that are refused, and why.',
    access: 'orders',
    body: orderStepsRequest,
    response: orderStepsResponse,
  },
  'PUT /editor/orders/:number/presence': {
    summary:
      'Marks the order as open for 45 seconds, and returns its version and the others who have it open.',
    access: 'orders',
    isBackground: true,
    response: orderPresenceResponse,
    errorStatuses: [404],
  },
  'DELETE /editor/orders/:number/presence': {
    summary: 'Marks the order as closed.',
    access: 'orders',
    response: successResponse,
    errorStatuses: [404],
  },
  'PUT /editor/orders/:number/note': {
    summary: 'Sets the note of the team on an order.',
    access: 'orders',
    body: orderNoteRequest,
    response: editorStepResponse,
    errorStatuses: [404],
  },
  'POST /editor/orders/:number/notes': {
    summary:
      'Adds a note to the shopper, who reads it on the page of the order, and by mail if so chosen.',
    access: 'orders',
    body: customerNoteRequest,
    response: editorStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'POST /editor/orders/:number/receive': {
    summary: 'Records that the bank transfer for an order has arrived, with its reference.',
    access: 'payments',
    body: receiveTransferRequest,
    response: editorStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'POST /editor/orders/:number/dispatch': {
    summary:
      'Marks a parcel of an order as dispatched; the stock is lowered, and its invoice gets its number.',
    access: 'orders',
    body: dispatchOrderRequest,
    response: editorStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  ...plainStepEndpoints,
  'POST /editor/orders/:number/undo': {
    summary:
      'Takes the last step back: a dispatch, a delivery or a collection of cash, for a minute, until its mail leaves.',
    access: 'orders',
    body: undoStepRequest,
    response: editorStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'PUT /editor/orders/:number/delivery': {
    summary: 'Corrects name, address and telephone number of an order that is not dispatched.',
    access: 'orders',
    body: staffCorrectDeliveryRequest,
    response: editorStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'PUT /editor/shipments/:id': {
    summary: 'Corrects the carrier and the tracking number of a parcel that has not arrived.',
    access: 'orders',
    body: correctShipmentRequest,
    response: editorStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'POST /editor/shipments/:id/deliver': {
    summary: 'Marks a parcel as delivered.',
    ...parcelStep,
  },
  'POST /editor/shipments/:id/collect': {
    summary: 'Records that the cash of a parcel was collected.',
    ...parcelStep,
  },
  'POST /editor/shipments/:id/return': {
    summary:
      'Records that a parcel came back, or was lost; what was paid online for its pieces is refunded.',
    ...parcelStep,
    body: returnParcelRequest,
  },
  'POST /editor/orders/:number/reduce': {
    summary:
      'Takes pieces off an order that have not left; what was paid online for them is refunded.',
    access: 'orders',
    body: reduceOrderRequest,
    response: editorStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'POST /editor/orders/:number/cancel': {
    summary: 'Cancels an order that is not dispatched; what was paid is refunded.',
    access: 'orders',
    body: staffCancelRequest,
    response: editorStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'POST /editor/orders/:number/refund': {
    summary: 'Refunds an order in part or whole; of cash it records the transfer.',
    access: 'payments',
    body: refundOrderRequest,
    response: editorStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'POST /editor/refunds/:id/repeat': {
    summary: 'Starts a failed refund again: the same amount of the same payment.',
    access: 'payments',
    response: editorStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'POST /editor/refunds/:id/finish': {
    summary: 'Records that the staff has transferred a refund.',
    access: 'payments',
    response: editorStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
  'PUT /editor/returns/:id': {
    summary: 'Accepts or refuses the request for a return, or records that the pieces came back.',
    access: 'orders',
    body: decideReturnRequest,
    response: editorStepResponse,
    errorStatuses: [404, 409, 422],
    idempotent: true,
  },
} as const satisfies Record<string, Endpoint>
