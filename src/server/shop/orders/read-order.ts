import { DAY_MS } from '#src/rules/constants.ts'
import type { OrderFacts } from '#src/rules/orders/order-states.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { readFacts } from '../../core/mail/compose-mail.ts'
import { listDocuments } from './document-queries.ts'
import {
  findCollectable,
  findRefundable,
  findRefundDue,
  findToCollect,
  isPaidInCash,
  isRefunded,
  listReturnable,
} from './order-money.ts'
import { isUnderWay } from './parcels.ts'
import * as payments from './payment-queries.ts'
import * as queries from './queries.ts'
import type { OrderRow } from './tables.ts'
import type { WholeOrder } from './whole-order.ts'

/** Reads what belongs to an order. A caller that changes it holds the order. */
export async function readWhole(
  deps: Pick<Deps, 'env' | 'log' | 'now'>,
  db: Db,
  order: OrderRow,
): Promise<WholeOrder> {
  const whole = {
    order,
    lines: await queries.listLines(db, order.id),
    payments: await payments.listPayments(db, order.id),
    refunds: await payments.listRefunds(db, order.id),
    returns: await queries.listReturns(db, order.id),
    shipments: await queries.listShipments(db, order.id),
    documents: await listDocuments(db, order.id),
    exchangeOf: (await queries.findExchangedNumber(db, order.id)) ?? '',
  }
  const { returns, exchange } = await readFacts(deps, db)
  return { ...whole, facts: toFacts(deps, whole, { ...returns, ...exchange }) }
}

function toFacts(
  { env, now }: Pick<Deps, 'env' | 'now'>,
  whole: Omit<WholeOrder, 'facts'>,
  { returnDays, exchangeDays }: { returnDays: number; exchangeDays: number },
): OrderFacts {
  const { order, lines, returns } = whole
  const isCash = isPaidInCash(order)
  const returnable = listReturnable(whole)
  return {
    state: order.state,
    paymentState: order.payment_state,
    method: order.method,
    now: now(),
    payBefore: order.expires_at,
    returnBefore: order.delivered_at === null ? null : order.delivered_at + returnDays * DAY_MS,
    exchangeBefore: order.delivered_at === null ? null : order.delivered_at + exchangeDays * DAY_MS,
    isReplacement: whole.exchangeOf !== '',
    returnable: lines.reduce((sum, { position }) => sum + (returnable.get(position) ?? 0), 0),
    refundable: findRefundable(whole),
    credited: order.credit_paise,
    mayOweCash: isCash && (findRefundDue(whole) > 0 || returns.some(isRefunded)),
    canSeal: env.PAN_KEY !== undefined,
    toCollect: findToCollect(whole),
    collectable: findCollectable(whole),
    isPacked: order.packed_at !== null,
    underWay: whole.shipments.filter(isUnderWay).length,
  }
}
