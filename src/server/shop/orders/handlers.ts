import type { Context } from 'hono'
import { PDF_TYPE } from '#src/contract/values.ts'
import { refuseShopperStep } from '#src/rules/orders/order-states.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { readText } from '../../core/http/body.ts'
import { clientAddress, clientSubnet } from '../../core/http/client-address.ts'
import type { Caller, Handlers } from '../../core/http/mount.ts'
import { assertAllowed, consume, countSuccess, type RateLimit } from '../../core/http/rate-limit.ts'
import { correctDeliveryByShopper, reduceByShopper } from './corrections.ts'
import { renderDocument } from './document-pdf.ts'
import { listDocuments } from './document-queries.ts'
import { listExchanges } from './exchanges.ts'
import { orderAgain } from './order-again.ts'
import { toOrderDetail, toOrderSummary, withoutSteps } from './order-answers.ts'
import { findLinkedOrder } from './order-links.ts'
import { copyMail } from './order-mails.ts'
import { savePayout } from './order-payout.ts'
import { findReturnName, requestReturn, withdrawReturn } from './order-returns.ts'
import { cancelByShopper, orderNotFound } from './order-steps.ts'
import { changeOrder, type OrderTransaction } from './order-transaction.ts'
import { readPapers } from './paper.ts'
import { confirmPayment, handleEvent, startPayment } from './payments.ts'
import { placeOrder } from './place-order.ts'
import { toOrderItem } from './profile-orders.ts'
import * as queries from './queries.ts'
import { readWhole } from './read-order.ts'
import type { OrderRow } from './tables.ts'

const PAGE_SIZE = 20

/** Orders that an account places in an hour. */
const ORDERS_PER_ACCOUNT: RateLimit = { name: 'orders', limit: 20, windowMinutes: 60 }
/** Orders that are placed from a subnet in an hour: a mobile network has thousands of people behind one address. */
const ORDERS_PER_SUBNET: RateLimit = {
  name: 'orders-subnet',
  limit: 2_000,
  windowMinutes: 60,
  inMemory: true,
}
/** Corrections, cancellations, returns and their changes of an account in an hour. */
const ORDER_CHANGES_PER_ACCOUNT: RateLimit = { name: 'order-changes', limit: 30, windowMinutes: 60 }
/** Corrections, cancellations, returns and their changes from a subnet in an hour. */
const ORDER_CHANGES_PER_SUBNET: RateLimit = {
  name: 'order-changes-subnet',
  limit: 3_000,
  windowMinutes: 60,
  inMemory: true,
}
/** Mails of orders that an account asks for in an hour. */
const ORDER_MAILS_PER_ACCOUNT: RateLimit = { name: 'order-mails', limit: 5, windowMinutes: 60 }
/** Mails of orders that a subnet asks for in an hour. */
const ORDER_MAILS_PER_SUBNET: RateLimit = {
  name: 'order-mails-subnet',
  limit: 500,
  windowMinutes: 60,
  inMemory: true,
}
/** PDFs of tax documents that an account asks for in an hour. */
const PDFS_PER_ACCOUNT: RateLimit = {
  name: 'order-pdfs',
  limit: 60,
  windowMinutes: 60,
  inMemory: true,
}
/** Calls of an account in an hour for which the payment provider is asked. */
const PAYMENT_CALLS_PER_ACCOUNT: RateLimit = { name: 'payments', limit: 60, windowMinutes: 60 }
/** Calls from a subnet in an hour for which the payment provider is asked. */
const PAYMENT_CALLS_PER_SUBNET: RateLimit = {
  name: 'payments-subnet',
  limit: 600,
  windowMinutes: 60,
  inMemory: true,
}
/** Orders that a subnet opens by the links of mails, in an hour. */
const LINKS_PER_SUBNET: RateLimit = {
  name: 'order-links',
  limit: 300,
  windowMinutes: 60,
  inMemory: true,
}
/** Events of the payment provider from a subnet in a minute. */
const EVENTS_PER_SUBNET: RateLimit = {
  name: 'payment-events',
  limit: 6_000,
  windowMinutes: 1,
  inMemory: true,
}

/** The provider sends a few kB. */
const MAX_EVENT_BYTES = 256 * 1024

interface StepRequest {
  c: Context
  db: Db
  caller: Caller
  afterCommit: (callback: () => void) => void
}

/** Handlers of the orders of shoppers, and of the payment provider. */
export function orderHandlers(deps: Deps) {
  const findOwn = async (db: Db, number: string, userId: string) => {
    const order = await queries.findOrder(db, { number })
    if (order?.user_id !== userId) throw orderNotFound()
    return order
  }
  /** Counts a call to the provider, also one that fails. */
  const countCall = async (c: Context, userId: string) => {
    await consume(deps, PAYMENT_CALLS_PER_ACCOUNT, userId)
    await consume(deps, PAYMENT_CALLS_PER_SUBNET, clientSubnet(clientAddress(c, deps.env)))
  }
  /** Counts a call once it has succeeded: of the account within its transaction, of the subnet after it. */
  const count = async (
    {
      c,
      db,
      userId,
      afterCommit,
    }: { c: Context; db: Db; userId: string; afterCommit: (callback: () => void) => void },
    account: RateLimit,
    subnet: RateLimit,
  ) => {
    const key = clientSubnet(clientAddress(c, deps.env))
    assertAllowed(deps, subnet, key)
    await consume({ ...deps, db: db as Deps['db'] }, account, userId)
    afterCommit(() => countSuccess(deps, subnet, key))
  }
  /** Takes a step of the shopper, which is counted. */
  const takeStep = async (
    { c, db, caller: { userId }, afterCommit }: StepRequest,
    message: string,
    change: (transaction: OrderTransaction, userId: string) => Promise<OrderRow>,
  ) => {
    const request = { c, db, userId, afterCommit }
    await count(request, ORDER_CHANGES_PER_ACCOUNT, ORDER_CHANGES_PER_SUBNET)
    const order = await changeOrder(deps, db, { afterCommit }, (transaction) =>
      change(transaction, userId),
    )
    return { success: true as const, message, order: await toOrderDetail(deps, db, order) }
  }
  return {
    'POST /orders': async ({ body, caller, db, c, afterCommit }) => {
      const { userId } = caller
      await count({ c, db, userId, afterCommit }, ORDERS_PER_ACCOUNT, ORDERS_PER_SUBNET)
      const order = await changeOrder(deps, db, { afterCommit }, (transaction) =>
        placeOrder(transaction, userId, body),
      )
      const message = order.state === 'placed' ? 'Thank you for your order.' : 'Please pay now.'
      return { success: true, message, order }
    },
    'GET /orders': async ({ caller, query, db }) => {
      const { userId } = caller
      const before =
        query.before === undefined ? undefined : await findOwn(db, query.before, userId)
      const total = await queries.countOrdersOfUser(db, userId)
      const found = await queries.listOrdersOfUser(db, userId, { before, limit: PAGE_SIZE + 1 })
      const rows = found.slice(0, PAGE_SIZE)
      const lines = await queries.listLinesOf(
        db,
        rows.map(({ id }) => id),
      )
      const ofOrder = Map.groupBy(lines, ({ order_id }) => order_id)
      return {
        success: true,
        orders: rows.map((row) => {
          const ofRow = ofOrder.get(row.id) ?? []
          return { ...toOrderSummary(row, ofRow), items: ofRow.map(toOrderItem) }
        }),
        total,
        next: found.length > PAGE_SIZE ? (rows.at(-1)?.number ?? null) : null,
      }
    },
    'GET /orders/:number': async ({ caller, param, db }) => ({
      success: true,
      order: await toOrderDetail(deps, db, await findOwn(db, param, caller.userId)),
    }),
    'POST /orders/linked': async ({ body, db, c }) => {
      await consume(deps, LINKS_PER_SUBNET, clientSubnet(clientAddress(c, deps.env)))
      const order = await findLinkedOrder(db, body)
      if (!order) throw new HttpError(404, 'This link has ended. Please write to us.')
      return { success: true, order: withoutSteps(await toOrderDetail(deps, db, order)) }
    },
    'POST /orders/:number/again': async ({ caller, param, db, c, afterCommit }) => {
      const { userId } = caller
      await count(
        { c, db, userId, afterCommit },
        ORDER_CHANGES_PER_ACCOUNT,
        ORDER_CHANGES_PER_SUBNET,
      )
      const message = await changeOrder(deps, db, { afterCommit }, (transaction) =>
        orderAgain(transaction, { number: param, userId }),
      )
      return { success: true, message }
    },
    'GET /orders/:number/paper': async ({ caller, param, db }) => ({
      success: true,
      ...(await readPapers(deps, db, await findOwn(db, param, caller.userId))),
    }),
    'GET /orders/:number/pdf': async ({ caller, param, query, db, c }) => {
      const order = await findOwn(db, param, caller.userId)
      const documents = await listDocuments(db, order.id)
      const document = documents.find(({ kind, number }) =>
        query.document === undefined ? kind === 'invoice' : number === query.document,
      )
      if (!document) throw new HttpError(404, 'This order has no such document.')
      await consume(deps, PDFS_PER_ACCOUNT, caller.userId)
      return c.body(Uint8Array.from(await renderDocument(document)), 200, {
        'Content-Type': PDF_TYPE,
        'Content-Disposition': `attachment; filename="${document.number.replaceAll('/', '-')}.pdf"`,
      })
    },
    'POST /orders/:number/mail': async ({ caller, param, db, c, afterCommit }) => {
      const order = await findOwn(db, param, caller.userId)
      const { userId } = caller
      await count({ c, db, userId, afterCommit }, ORDER_MAILS_PER_ACCOUNT, ORDER_MAILS_PER_SUBNET)
      await copyMail(deps, db, order, await queries.listLinesOf(db, [order.id]))
      return { success: true, message: `We have sent it to ${order.email}.` }
    },
    'PUT /orders/:number/delivery': ({ body, param, ...request }) =>
      takeStep(request, 'Your order is corrected.', (transaction, userId) =>
        correctDeliveryByShopper(transaction, { number: param, userId }, body),
      ),
    'POST /orders/:number/reduce': ({ body, param, ...request }) =>
      takeStep(request, 'The pieces are taken off your order.', (transaction, userId) =>
        reduceByShopper(transaction, { number: param, userId }, body),
      ),
    'POST /orders/:number/cancel': ({ body, param, ...request }) =>
      takeStep(request, 'Your order is cancelled.', (transaction, userId) =>
        cancelByShopper(transaction, { number: param, userId }, body.reason),
      ),
    'POST /orders/:number/return': ({ body, param, ...request }) =>
      takeStep(
        request,
        `Your ${body.variantId === undefined ? 'return' : 'exchange'} is requested. We will write to you with our answer.`,
        (transaction, userId) => requestReturn(transaction, { number: param, userId }, body),
      ),
    'GET /orders/:number/exchanges': async ({ caller, param, query, db }) => {
      const order = await findOwn(db, param, caller.userId)
      const refusal = refuseShopperStep('exchange', (await readWhole(deps, db, order)).facts)
      if (refusal) throw new HttpError(409, refusal)
      return { success: true, variants: await listExchanges(db, order.id, query.position) }
    },
    'POST /returns/:id/withdraw': async ({ param, ...request }) => {
      const name = await findReturnName(request.db, param)
      return takeStep(request, `Your ${name} is withdrawn.`, (transaction, userId) =>
        withdrawReturn(transaction, { id: param, userId }),
      )
    },
    // Not idempotent: the hash of a request with a bank account could be guessed.
    'PUT /orders/:number/payout': ({ body, param, ...request }) =>
      deps.db
        .transaction()
        .execute((db) =>
          takeStep({ ...request, db }, 'We know where to send your money.', (transaction, userId) =>
            savePayout(transaction, { number: param, userId }, body),
          ),
        ),
    'POST /orders/:number/payment': async ({ caller, param, db, c }) => {
      const { userId } = caller
      await findOwn(db, param, userId)
      const key = { number: param, userId }
      return { success: true, ...(await startPayment(deps, key, () => countCall(c, userId))) }
    },
    'POST /orders/:number/payment/confirm': async ({ body, caller, param, db, c }) => {
      const { userId } = caller
      await findOwn(db, param, userId)
      await confirmPayment(deps, { number: param, userId }, body, () => countCall(c, userId))
      const order = await findOwn(db, param, userId)
      const message =
        order.payment_state === 'captured'
          ? 'Thank you. Your payment has arrived.'
          : 'Your payment is being checked.'
      return { success: true, message, order: await toOrderDetail(deps, db, order) }
    },
    'POST /webhooks/:provider': async ({ c, param }) => {
      await consume(deps, EVENTS_PER_SUBNET, clientSubnet(clientAddress(c, deps.env)))
      await handleEvent(deps, param, {
        body: await readText(c, MAX_EVENT_BYTES),
        getHeader: (name) => c.req.header(name) ?? '',
      })
      return { success: true, message: 'Thank you.' }
    },
  } satisfies Partial<Handlers>
}
