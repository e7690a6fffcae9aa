import { UNDO_MS } from '#src/rules/constants.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import type { MailDraft } from '../../core/mail/compose-mail.ts'
import { enqueueMail } from '../../core/mail/enqueue-mail.ts'
import { createOrderLink } from './order-links.ts'
import { type Bank, drafts, type MailedLine, type Settlement } from './order-mail-drafts.ts'
import { findDues } from './order-money.ts'
import type { OrderTransaction } from './order-transaction.ts'
import { countPieces, toParcelLines, toQuantities, toUnsentLines } from './parcels.ts'
import { listOrdersWithLine } from './queries.ts'
import type { OrderLineRow, OrderRow, RefundRow, ReturnRequestRow, ShipmentRow } from './tables.ts'
import type { WholeOrder } from './whole-order.ts'

/** An order of a deleted account that is over has no address any more. @returns the id of the mail. */
async function send(
  { deps, db, now }: OrderTransaction,
  order: OrderRow,
  draft: MailDraft,
  delayMs = 0,
): Promise<string | null> {
  const { email, user_id } = order
  if (email === '') return null
  // Without an account, nothing but a link opens the page.
  const own = user_id === null ? { ...draft, url: await createOrderLink(deps, db, order) } : draft
  return enqueueMail(deps, db, { to: email, userId: user_id ?? undefined, now, delayMs }, own)
}

type Lines = readonly MailedLine[]

export const placedMail = (transaction: OrderTransaction, order: OrderRow, lines: Lines) =>
  send(transaction, order, drafts.placed(transaction.deps.env, order, lines))

export const transferMail = (
  transaction: OrderTransaction,
  order: OrderRow,
  lines: Lines,
  bank: Bank,
) => send(transaction, order, drafts.transfer(transaction.deps.env, order, lines, bank))

/** Mails an order as it is now, because its shopper asks for it. */
export const copyMail = (deps: Deps, db: Db, order: OrderRow, lines: Lines): Promise<string> =>
  enqueueMail(
    deps,
    db,
    { to: order.email, userId: order.user_id ?? undefined, now: deps.now() },
    drafts.copy(deps.env, order, lines),
  )

export const paidMail = (transaction: OrderTransaction, order: OrderRow, lines: Lines) =>
  send(transaction, order, drafts.paid(transaction.deps.env, order, lines))

// What an editor can take back is told once that is over.

export const dispatchedMail = (
  transaction: OrderTransaction,
  whole: Pick<WholeOrder, 'order' | 'shipments'> & { lines: readonly OrderLineRow[] },
  shipment: ShipmentRow,
) => {
  const { order, lines } = whole
  const pieces = toQuantities(toParcelLines(lines, [shipment]))
  const parcel = {
    ...shipment,
    duePaise: findDues(whole).get(shipment.id) ?? 0,
    isLast: countPieces(toUnsentLines(whole)) === 0,
  }
  const draft = drafts.dispatched(transaction.deps.env, order, pieces, parcel)
  return send(transaction, order, draft, UNDO_MS)
}

/** @param change what was corrected, in sentences. */
export const correctedMail = (
  transaction: OrderTransaction,
  order: OrderRow,
  lines: Lines,
  change: string,
  shipment?: ShipmentRow,
) =>
  send(transaction, order, drafts.corrected(transaction.deps.env, order, lines, change, shipment))

export const noteMail = (
  transaction: OrderTransaction,
  order: OrderRow,
  lines: Lines,
  note: string,
) => send(transaction, order, drafts.noted(transaction.deps.env, order, lines, note))

export const deliveredMail = (transaction: OrderTransaction, order: OrderRow, lines: Lines) =>
  send(transaction, order, drafts.delivered(transaction.deps.env, order, lines), UNDO_MS)

/** @param refundedPaise what is refunded now. @param awaitsReturn see `drafts.cancelled`. */
export const cancelledMail = (
  transaction: OrderTransaction,
  order: OrderRow,
  lines: Lines,
  refundedPaise: number,
  awaitsReturn: boolean,
) =>
  send(
    transaction,
    order,
    drafts.cancelled(transaction.deps.env, order, lines, refundedPaise, awaitsReturn),
  )

/** @param account where cash is paid back, masked. */
export const payoutMail = (
  transaction: OrderTransaction,
  order: OrderRow,
  lines: Lines,
  account: string,
) => send(transaction, order, drafts.payout(transaction.deps.env, order, lines, account))

/** @param refundedPaise what is refunded now. */
export const latePaymentMail = (
  transaction: OrderTransaction,
  order: OrderRow,
  lines: Lines,
  refundedPaise: number,
) => send(transaction, order, drafts.latePayment(transaction.deps.env, order, lines, refundedPaise))

/**
 * Mails how a return stands.
 * @param lines the pieces that are returned.
 */
export async function returnMail(
  transaction: OrderTransaction,
  order: OrderRow,
  lines: Lines,
  request: ReturnRequestRow,
  settled: Settlement = { refundedPaise: 0 },
) {
  const ids = request.exchange_id === null ? [] : [request.exchange_id]
  const [exchange = null] = await listOrdersWithLine(transaction.db, ids)
  const mailed = { ...request, exchange }
  return send(
    transaction,
    order,
    drafts.returned(transaction.deps.env, order, lines, mailed, settled),
  )
}

export const refundedMail = (
  transaction: OrderTransaction,
  order: OrderRow,
  lines: Lines,
  refund: RefundRow,
) => send(transaction, order, drafts.refunded(transaction.deps.env, order, lines, refund))
