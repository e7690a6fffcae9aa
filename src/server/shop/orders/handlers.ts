import type { Context } from 'hono'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { readText } from '../../core/http/body.ts'
import { clientAddress, clientSubnet } from '../../core/http/client-address.ts'
import type { Handlers } from '../../core/http/mount.ts'
import { consume, type RateLimit } from '../../core/http/rate-limit.ts'
import { copyMail } from './order-mails.ts'
import { requestReturn } from './order-returns.ts'
import { cancelByShopper, orderNotFound } from './order-steps.ts'
import { changeOrder } from './order-transaction.ts'
import { toOrderPaper } from './paper.ts'
import { confirmPayment, handleEvent, startPayment } from './payments.ts'
import { placeOrder } from './place-order.ts'
import { toOrderItem } from './profile-orders.ts'
import * as queries from './queries.ts'
import { toOrderDetail, toOrderSummary } from './read-order.ts'

const PAGE_SIZE = 20

/** Orders that an account places in an hour. */
const ORDERS_PER_ACCOUNT: RateLimit = { name: 'orders', limit: 20, windowMinutes: 60 }
/** Orders that are placed from a subnet in an hour; it may be a mobile network. */
const ORDERS_PER_SUBNET: RateLimit = {
  name: 'orders-subnet',
  limit: 200,
  windowMinutes: 60,
  inMemory: true,
}
/** Cancellations and returns of an account in an hour. */
const ORDER_CHANGES_PER_ACCOUNT: RateLimit = { name: 'order-changes', limit: 30, windowMinutes: 60 }
/** Cancellations and returns from a subnet in an hour. */
const ORDER_CHANGES_PER_SUBNET: RateLimit = {
  name: 'order-changes-subnet',
  limit: 300,
  windowMinutes: 60,
  inMemory: true,
}
/** Mails of orders that an account asks for in an hour. */
const ORDER_MAILS_PER_ACCOUNT: RateLimit = { name: 'order-mails', limit: 5, windowMinutes: 60 }
/** Mails of orders that a subnet asks for in an hour. */
const ORDER_MAILS_PER_SUBNET: RateLimit = {
  name: 'order-mails-subnet',
  limit: 50,
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
/** Events of the payment provider from a subnet in a minute. */
const EVENTS_PER_SUBNET: RateLimit = {
  name: 'payment-events',
  limit: 6_000,
  windowMinutes: 1,
  inMemory: true,
}

/** The provider sends a few kB. */
const MAX_EVENT_BYTES = 256 * 1024

/** Handlers of the orders of shoppers, and of the payment provider. */
export function orderHandlers(deps: Deps) {
  const findOwn = async (db: Db, number: string, userId: string) => {
    const order = await queries.findOrder(db, { number })
    if (order?.user_id !== userId) throw orderNotFound()
    return order
  }
  /** Counts a call within its transaction: one that fails is not counted. */
  const count = async (
    { c, db, userId }: { c: Context; db: Db; userId: string },
    account: RateLimit,
    subnet: RateLimit,
  ) => {
    await consume({ ...deps, db: db as Deps['db'] }, account, userId)
    await consume(deps, subnet, clientSubnet(clientAddress(c, deps.env)))
  }
  return {
    'POST /orders': async ({ body, caller, db, c, afterCommit }) => {
      const { userId } = caller
      await count({ c, db, userId }, ORDERS_PER_ACCOUNT, ORDERS_PER_SUBNET)
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
    'GET /orders/:number/paper': async ({ caller, param, db }) => ({
      success: true,
      paper: await toOrderPaper(deps, db, await findOwn(db, param, caller.userId)),
    }),
    'POST /orders/:number/mail': async ({ caller, param, db, c }) => {
      const order = await findOwn(db, param, caller.userId)
      await count({ c, db, userId: caller.userId }, ORDER_MAILS_PER_ACCOUNT, ORDER_MAILS_PER_SUBNET)
      await copyMail(deps, db, order, await queries.listLinesOf(db, [order.id]))
      return { success: true, message: `We have sent it to ${order.email}.` }
    },
    'POST /orders/:number/cancel': async ({ body, caller, param, db, c, afterCommit }) => {
      const { userId } = caller
      await count({ c, db, userId }, ORDER_CHANGES_PER_ACCOUNT, ORDER_CHANGES_PER_SUBNET)
      const order = await changeOrder(deps, db, { afterCommit }, (transaction) =>
        cancelByShopper(transaction, { number: param, userId }, body.reason),
      )
      const message = 'Your order is cancelled.'
      return { success: true, message, order: await toOrderDetail(deps, db, order) }
    },
    'POST /orders/:number/return': async ({ body, caller, param, db, c, afterCommit }) => {
      const { userId } = caller
      await count({ c, db, userId }, ORDER_CHANGES_PER_ACCOUNT, ORDER_CHANGES_PER_SUBNET)
      const order = await changeOrder(deps, db, { afterCommit }, (transaction) =>
        requestReturn(transaction, { number: param, userId }, body),
      )
      const message = 'We have your request and write to you soon.'
      return { success: true, message, order: await toOrderDetail(deps, db, order) }
    },
    'POST /orders/:number/payment': async ({ caller, param, db, c }) => {
      const { userId } = caller
      await findOwn(db, param, userId)
      await count({ c, db, userId }, PAYMENT_CALLS_PER_ACCOUNT, PAYMENT_CALLS_PER_SUBNET)
      return { success: true, ...(await startPayment(deps, { number: param, userId })) }
    },
    'POST /orders/:number/payment/confirm': async ({ body, caller, param, db, c }) => {
      const { userId } = caller
      await findOwn(db, param, userId)
      await count({ c, db, userId }, PAYMENT_CALLS_PER_ACCOUNT, PAYMENT_CALLS_PER_SUBNET)
      await confirmPayment(deps, { number: param, userId }, body)
      const order = await findOwn(db, param, userId)
      const message =
        order.payment_state === 'captured'
          ? 'Thank you. Your payment has arrived.'
          : 'Your payment is being checked.'
      return { success: true, message, order: await toOrderDetail(deps, db, order) }
    },
    'POST /webhooks/razorpay': async ({ c }) => {
      await consume(deps, EVENTS_PER_SUBNET, clientSubnet(clientAddress(c, deps.env)))
      await handleEvent(deps, {
        body: await readText(c, MAX_EVENT_BYTES),
        signature: c.req.header('x-razorpay-signature') ?? '',
        id: c.req.header('x-razorpay-event-id') ?? '',
      })
      return { success: true, message: 'Thank you.' }
    },
  } satisfies Partial<Handlers>
}
