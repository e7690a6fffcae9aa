import { changesRows } from '../../core/db/row-counts.ts'
import type { Db } from '../../core/db/schema.ts'
import type { PaymentEventRow, PaymentRow, RefundRow } from './tables.ts'

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

export const updatePayment = (db: Db, id: string, change: Partial<PaymentRow>) =>
  db.updateTable('payment').set(change).where('id', '=', id).execute()

/** The same for one that is not captured. */
export const updateOpenPayment = (db: Db, id: string, change: Partial<PaymentRow>) =>
  db
    .updateTable('payment')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', ['asked', 'open', 'authorized'])
    .execute()

export const findPaymentOfLink = (db: Db, linkId: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payment').selectAll().where('link_id', '=', linkId).executeTakeFirst()

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

/** Takes a due row for the time of a lease, so that no other process asks too. @returns whether it was due still. */
export const claimPayment = (
  db: Db,
  { id, check_at }: Pick<PaymentRow, 'id' | 'check_at'>,
  until: number,
): Promise<boolean> =>
  changesRows(
    db
      .updateTable('payment')
      .set({ check_at: until })
      .where('id', '=', id)
      .where('check_at', '=', check_at),
  )

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

export const updateRefund = (db: Db, id: string, change: Partial<RefundRow>) =>
  db.updateTable('refund').set(change).where('id', '=', id).execute()

export const findRefund = (db: Db, id: string): Promise<RefundRow | undefined> =>
  db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirst()

export const findRefundOfProvider = (db: Db, id: string): Promise<RefundRow | undefined> =>
  db.selectFrom('refund').selectAll().where('provider_id', '=', id).executeTakeFirst()

/** @returns refunds that the provider is to be asked for, with the id of their payment, the longest due first. */
export const listDueRefunds = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .selectAll('refund')
    .select('payment.provider_id as payment')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute()

export const claimRefund = (
  db: Db,
  { id, due_at }: Pick<RefundRow, 'id' | 'due_at'>,
  until: number,
): Promise<boolean> =>
  changesRows(
    db
      .updateTable('refund')
      .set((eb) => ({ due_at: until, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('due_at', '=', due_at),
  )
