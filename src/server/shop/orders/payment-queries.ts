import { MINUTE_MS } from '#src/rules/constants.ts'
import type { Db } from '../../core/db/schema.ts'
import { transition } from './state-queries.ts'
import type { PaymentEventRow, PaymentRow, PaymentRowState, RefundRow } from './tables.ts'

/** The provider of a payment that is the price of returned pieces; another payment has the money. */
export const CREDIT = 'credit'

export const listPayments = (db: Db, orderId: string): Promise<PaymentRow[]> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const insertPayment = (db: Db, payment: PaymentRow) =>
  db.insertInto('payment').values(payment).execute()

/** Time after which the provider is asked for a payment: its webhooks stop after a day of failures. */
export const CHECK_AFTER_MS = 5 * MINUTE_MS

/** States of a payment whose money has not arrived, and still can. */
export const AWAITED: readonly PaymentRowState[] = ['asked', 'open', 'authorized']

/** States of a payment whose link the provider can be asked for. */
export const ASKABLE: readonly PaymentRowState[] = [...AWAITED, 'captured', 'closed']

export const findPaymentOfLink = (
  db: Db,
  provider: string,
  linkId: string,
): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('link_id', '=', linkId)
    .where('provider', '=', provider)
    .executeTakeFirst()

/** @returns the credits of a payment: parts of it that have paid exchanges. */
export const listCredits = (db: Db, { id }: Pick<PaymentRow, 'id'>): Promise<PaymentRow[]> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('source_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findPaymentOfProvider = (db: Db, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payment').selectAll().where('provider_id', '=', id).executeTakeFirst()

/** @returns payments that the provider is to be asked for, the longest due first. */
export const listPaymentsToCheck = (db: Db, now: number, limit: number): Promise<PaymentRow[]> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('check_at', '<=', now)
    .orderBy('check_at')
    .limit(limit)
    .execute()

/**
 * Takes a due row for the time of a lease, so that no other process asks too.
 * @param until when it is due again; null for the last time.
 * @returns whether it was still due.
 */
export const claimPayment = (
  db: Db,
  { id, check_at }: Pick<PaymentRow, 'id' | 'check_at'>,
  until: number | null,
): Promise<boolean> => transition(db, 'payment', id, ASKABLE, { check_at: until }, { check_at })

/** @returns false for an event that was seen before. */
export async function insertPaymentEvent(db: Db, event: PaymentEventRow): Promise<boolean> {
  const result = await db
    .insertInto('payment_event')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const listRefunds = (db: Db, orderId: string): Promise<RefundRow[]> =>
  db
    .selectFrom('refund')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const insertRefund = (db: Db, refund: RefundRow) =>
  db.insertInto('refund').values(refund).execute()

export const findRefund = (db: Db, id: string): Promise<RefundRow | undefined> =>
  db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirst()

export const findRefundOfProvider = (db: Db, id: string): Promise<RefundRow | undefined> =>
  db.selectFrom('refund').selectAll().where('provider_id', '=', id).executeTakeFirst()

/** @returns refunds that the provider is to be asked for, with the id of their payment, the longest due first. */
export const listDueRefunds = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('refund')
    .innerJoin('payment as own', 'own.id', 'refund.payment_id')
    .innerJoin('payment', (join) =>
      join.on('payment.id', '=', (eb) => eb.fn.coalesce('own.source_id', 'own.id')),
    )
    .selectAll('refund')
    .select(['payment.provider_id as payment', 'payment.provider'])
    .where('due_at', '<=', now)
    .where('refund.state', '=', 'pending')
    .orderBy('due_at')
    .limit(limit)
    .execute()

export const claimRefund = (
  db: Db,
  { id, due_at, attempts }: Pick<RefundRow, 'id' | 'due_at' | 'attempts'>,
  until: number,
): Promise<boolean> =>
  transition(db, 'refund', id, ['pending'], { due_at: until, attempts: attempts + 1 }, { due_at })

/** A setting that is there while a provider refuses the keys of the shop. */
const KEY_REFUSED = 'payments.key-refused'

export const insertKeyRefusal = (db: Db) =>
  db
    .insertInto('setting')
    .values({ name: KEY_REFUSED, value: 1 })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()

export const hasKeyRefusal = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', KEY_REFUSED)
    .executeTakeFirst()) !== undefined

export const deleteKeyRefusal = (db: Db) =>
  db.deleteFrom('setting').where('name', '=', KEY_REFUSED).execute()
