import type { OrderEventKind } from '#src/contract/values.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { notifyOthers } from '../../core/publish-requests/channel-queries.ts'
import { requestPublish } from '../../core/publish-requests/run-publishing.ts'
import type { StockPublish } from '../stock/show-stock.ts'
import { type DocumentRequest, issueDocuments } from './documents.ts'
import * as queries from './queries.ts'
import type { OrderRow } from './tables.ts'

/** One transaction that changes an order. */
export interface OrderTransaction {
  deps: Deps
  db: Db
  /** The time of all that it writes. */
  now: number
  /** The editor; null for shopper, provider and job. */
  actorId: string | null
  /** Products whose availability has passed a bound: they are published when the transaction commits. */
  published: StockPublish[]
  /** Whether it has a refund that the provider is asked for after the commit. */
  startsRefund: boolean
  /** By the ids of orders; issued at the end. */
  documents: Map<string, DocumentRequest>
}

type AfterCommit = (callback: () => void) => void

/**
 * Changes orders within the transaction of a request.
 * @param afterCommit gets what is to be done once that is committed.
 */
export async function changeOrder<T>(
  deps: Deps,
  db: Db,
  { actorId = null, afterCommit }: { actorId?: string | null; afterCommit: AfterCommit },
  change: (transaction: OrderTransaction) => Promise<T>,
): Promise<T> {
  const transaction: OrderTransaction = {
    deps,
    db,
    now: deps.now(),
    actorId,
    published: [],
    startsRefund: false,
    documents: new Map(),
  }
  const result = await change(transaction)
  if (transaction.published.length > 0) {
    await requestPublish(deps, db, { published: transaction.published })
    afterCommit(() => deps.events.emit('catalogChanged'))
  }
  if (transaction.startsRefund) {
    await notifyOthers(deps, db, 'refundStarted')
    afterCommit(() => deps.events.emit('refundStarted'))
  }
  await issueDocuments(transaction, transaction.documents)
  return result
}

/** Changes orders in a transaction of its own. @param actorId the editor. */
export async function runOrderChange<T>(
  deps: Deps,
  change: (transaction: OrderTransaction) => Promise<T>,
  actorId: string | null = null,
): Promise<T> {
  const callbacks: (() => void)[] = []
  const afterCommit: AfterCommit = (callback) => void callbacks.push(callback)
  const result = await deps.db
    .transaction()
    .execute((db) => changeOrder(deps, db, { actorId, afterCommit }, change))
  for (const callback of callbacks) callback()
  return result
}

/**
 * Adds a sentence to the timeline of an order that the transaction holds.
 * @param mailId the mail about it, where the step can be undone.
 */
export const addEvent = (
  { db, now, actorId }: OrderTransaction,
  { id }: Pick<OrderRow, 'id'>,
  kind: OrderEventKind,
  text: string,
  mailId: string | null = null,
) =>
  queries.insertEvent(db, {
    order_id: id,
    at: now,
    kind,
    text,
    actor_id: actorId,
    mail_id: mailId,
  })

/**
 * Asks for a credit note if the invoices of the order are too high after the changes of the transaction.
 * @param shipmentId the parcel whose pieces came back; undefined if others did.
 */
export function requestCreditNote(
  { documents }: OrderTransaction,
  { id }: Pick<OrderRow, 'id'>,
  reason: string,
  shipmentId?: string,
): void {
  if (!documents.has(id)) documents.set(id, { isInvoiced: false, reason, shipmentId })
}
