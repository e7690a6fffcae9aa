import type { DocumentBody } from '#src/contract/orders.ts'
import { toPaise } from '#src/rules/money.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import { withTax } from '#src/server/shop/orders/document-taxes.ts'
import { findKept } from '#src/server/shop/orders/order-money.ts'
import {
  countPieces,
  findParcelState,
  listLive,
  parsePieces,
  toUnsentLines,
} from '#src/server/shop/orders/parcels.ts'
import { CREDIT } from '#src/server/shop/orders/payment-queries.ts'
import type {
  DocumentRow,
  OrderEventRow,
  OrderLineRow,
  OrderRow,
  PaymentRow,
  RefundRow,
  ReturnRequestRow,
  ShipmentRow,
} from '#src/server/shop/orders/tables.ts'
import type { TestApp } from './test-app.ts'

const MAIL_SUBJECTS = {
  placed: /^Your order (KV-\w+) at Kairavi$/,
  paid: /^Your order (KV-\w+) at Kairavi is paid$/,
  dispatched: /^Your order (KV-\w+) is on its way$/,
  delivered: /^Your order (KV-\w+) has arrived$/,
  cancelled: /^Your order (KV-\w+) at Kairavi is cancelled$/,
  refunded: /^A refund for your order (KV-\w+)$/,
} as const

const groupBy = <Row extends { order_id: string }>(rows: Row[]) => {
  const groups = Map.groupBy(rows, ({ order_id }) => order_id)
  return (id: string): Row[] => groups.get(id) ?? []
}

const isCredit = ({ provider }: Pick<PaymentRow, 'provider'>): boolean => provider === CREDIT

const isOpen = ({ state }: Pick<ReturnRequestRow, 'state'>): boolean =>
  state === 'requested' || state === 'accepted'

const isGone = ({ state }: Pick<RefundRow, 'state'>): boolean =>
  state === 'processed' || state === 'exchanged'

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/**
 * Finds what is not true of all orders, whatever has happened: pieces on the shelf and dispatched less those that came
 * back are what editors counted, every hold is of an order that waits or is placed, payments less refunds are what the
 * states say, what returned pieces have paid is the credit of exchanges, parcels add up to their order, and each event
 * has one mail.
 * @param counted pieces that editors have counted, by product; all choices together.
 * @returns a sentence for each error.
 */
export async function findOrderErrors(
  { deps: { db } }: { deps: Pick<TestApp['deps'], 'db'> },
  counted: Record<string, number> = {},
): Promise<string[]> {
  const orders = await db.selectFrom('order').selectAll().execute()
  const allLines = await db.selectFrom('order_line').selectAll().execute()
  const stock = await db
    .selectFrom('stock')
    .innerJoin('variant', 'variant.id', 'stock.variant_id')
    .select(['product_id', 'on_hand'])
    .execute()
  const linesOf = groupBy(allLines)
  const holdsOf = groupBy(await db.selectFrom('stock_hold').selectAll().execute())
  const paymentsOf = groupBy(await db.selectFrom('payment').selectAll().execute())
  const refunds = await db.selectFrom('refund').selectAll().execute()
  const refundsOf = groupBy(refunds)
  const returns = await db.selectFrom('return_request').selectAll().execute()
  const shipmentsOf = groupBy(
    await db.selectFrom('shipment').selectAll().orderBy('position').execute(),
  )
  const documentsOf = groupBy(await db.selectFrom('document').selectAll().execute())
  const eventsOf = groupBy(await db.selectFrom('order_event').selectAll().execute())
  const mails = await db.selectFrom('outbox').select('subject').execute()
  const errors: string[] = []
  const expectSame = (what: string, found: unknown, wanted: unknown) => {
    if (found !== wanted) errors.push(`${what}: ${String(found)} in place of ${String(wanted)}.`)
  }

  for (const [productId, count] of Object.entries(counted)) {
    const ofProduct = <Row extends { product_id: string | null }>(rows: Row[]) =>
      rows.filter(({ product_id }) => product_id === productId)
    const onHand = sum(ofProduct(stock).map(({ on_hand }) => on_hand))
    const gone = sum(ofProduct(allLines).map(({ taken_from_shelf }) => taken_from_shelf))
    expectSame(`Pieces of ${productId}`, onHand + gone, count)
  }
  for (const { product_id, on_hand } of stock)
    if (on_hand < 0) errors.push(`The shelf has ${on_hand} of ${product_id}.`)
  for (const line of allLines)
    if (line.taken_from_shelf < 0 || line.taken_from_shelf > line.quantity)
      errors.push(`${line.title} has ${line.taken_from_shelf} of ${line.quantity} off the shelf.`)
  for (const order of orders) {
    const { id, number, state, expires_at } = order
    const held = sum(holdsOf(id).map(({ quantity }) => quantity))
    const whole = { order, lines: linesOf(id), shipments: shipmentsOf(id) }
    const wanted = sum(linesOf(id).map(({ quantity, cancelled }) => quantity - cancelled))
    const hasEnd = state === 'awaiting_payment' || state === 'awaiting_return'
    const unsent = countPieces(toUnsentLines(whole))
    expectSame(`Pieces held for ${number} (${state})`, held, hasEnd ? wanted : unsent)
    errors.push(...findParcelErrors(whole, documentsOf(id)))
    expectSame(`An end of ${number} (${state})`, expires_at !== null, hasEnd)
    const kept = findKept({ order, lines: linesOf(id) })
    expectSame(
      `Price of the pieces of ${number} that are back`,
      order.back_paise,
      order.total_paise - kept,
    )
    errors.push(...findMoneyErrors(order, paymentsOf(id), refundsOf(id)))
    const open = returns.filter((request) => request.exchange_id === id && isOpen(request))
    if (state === 'awaiting_return')
      expectSame(`Open returns that ${number} waits for`, open.length, 1)
    const ofCredits = sum(
      paymentsOf(id)
        .filter(isCredit)
        .map((row) => row.amount_paise),
    )
    if (METHOD_RULES[order.method].settles !== 'on_delivery')
      expectSame(`Credit of ${number}`, ofCredits, order.credit_paise)
  }
  const exchanged = refunds.filter(({ state }) => state === 'exchanged')
  expectSame(
    'What returned pieces have paid',
    sum(orders.map(({ credit_paise }) => credit_paise)),
    sum(exchanged.map(({ amount_paise }) => amount_paise)),
  )
  for (const [kind, subject] of Object.entries(MAIL_SUBJECTS)) {
    const sent = mails.flatMap((mail) => subject.exec(mail.subject)?.[1] ?? []).toSorted()
    const told = orders
      .flatMap((order) => {
        const events = eventsOf(order.id)
        const isMailed = order.email !== '' && tellsByMail(kind, order, events)
        return isMailed ? listLasting(events, kind).map(() => order.number) : []
      })
      .toSorted()
    expectSame(`Mails that say ${kind}`, sent.join(' '), told.join(' '))
  }
  return errors
}

interface Parcels {
  order: OrderRow
  lines: OrderLineRow[]
  shipments: ShipmentRow[]
}

/** Finds parcels that have more pieces, other money or another state than their order. */
function findParcelErrors(
  { order, lines, shipments }: Parcels,
  documents: Pick<DocumentRow, 'kind' | 'shipment_id' | 'body'>[],
): string[] {
  if (shipments.length === 0) return []
  const { number, state } = order
  const errors: string[] = []
  const expectSame = (what: string, found: unknown, wanted: unknown) => {
    if (found !== wanted) errors.push(`${what} of ${number}: ${found} in place of ${wanted}.`)
  }
  const ofLine = (parcels: ShipmentRow[], { position }: OrderLineRow) =>
    sum(
      parcels
        .flatMap(parsePieces)
        .filter((piece) => piece.position === position)
        .map(({ quantity }) => quantity),
    )
  for (const line of lines) {
    const sent = ofLine(listLive(shipments), line)
    if (sent > line.quantity - line.cancelled)
      errors.push(
        `${number} has sent ${sent} of ${line.title}, of which ${line.cancelled} of ${line.quantity} are cancelled.`,
      )
  }
  for (const { lines: pieces } of shipments)
    if (pieces === '[]') errors.push(`${number} has an empty parcel.`)
  if (state !== 'cancelled') expectSame('State', state, findParcelState({ lines, shipments }))
  const never = sum(
    lines.map((line) => line.unit_paise * (line.quantity - ofLine(shipments, line))),
  )
  const amounts = sum(shipments.map(({ amount_paise }) => amount_paise))
  // A piece that is cancelled between two parcels can round the tax of each in another way.
  const rounding = lines.every(({ cancelled }) => cancelled === 0) ? 0 : shipments.length
  if (Math.abs(amounts - order.total_paise + withTax(never)) > rounding)
    errors.push(`The parcels of ${number} cost ${amounts} in all.`)
  const collected = sum(shipments.map(({ collected_paise }) => collected_paise))
  if (METHOD_RULES[order.method].settles === 'on_delivery')
    expectSame('Cash', order.collected_paise, order.credit_paise + collected)
  for (const { id, amount_paise } of shipments) {
    const invoices = documents.filter(({ shipment_id }) => shipment_id === id)
    if (invoices.length > 1) errors.push(`A parcel of ${number} has ${invoices.length} invoices.`)
    for (const { body } of invoices)
      expectSame('Invoice', toPaise((JSON.parse(body) as DocumentBody).total), amount_paise)
  }
  for (const { kind, shipment_id } of documents)
    if (kind === 'invoice') expectSame('Invoice without a parcel', shipment_id === null, false)
  return errors
}

function findMoneyErrors(
  order: OrderRow,
  payments: PaymentRow[],
  refunds: Pick<RefundRow, 'payment_id' | 'state' | 'amount_paise' | 'last_error' | 'reason'>[],
): string[] {
  const isCash = METHOD_RULES[order.method].settles === 'on_delivery'
  const main = payments.filter(({ state }) => state === 'captured')
  const surplus = payments.filter(({ state }) => state === 'surplus')
  const sumUp = (rows: { amount_paise: number }[]) => sum(rows.map((row) => row.amount_paise))
  const paid = sumUp(main) + (isCash ? order.collected_paise : 0)
  const ofSurplus = new Set<string | null>(surplus.map(({ id }) => id))
  const processed = refunds.filter(isGone)
  // One that was made at the provider can come while others are pending, of which the provider then refuses one.
  const started = refunds.filter(
    ({ state, reason }) => state !== 'failed' && !/made at the payment provider/.test(reason),
  )
  const errors: string[] = []
  const own = main.filter((payment) => !isCredit(payment))
  if (own.length > 1) errors.push(`${order.number} has ${own.length} payments.`)
  if (Math.max(sumUp(started), sumUp(processed)) > paid + sumUp(surplus))
    errors.push(`${order.number} is refunded more than it was paid.`)
  const isCaptured = ['captured', 'part_refunded', 'refunded'].includes(order.payment_state)
  // The orders of earlier releases have no payment.
  if (!isCash && isCaptured && payments.length > 0 && main.length === 0)
    errors.push(`${order.number} is ${order.payment_state} without a captured payment.`)
  for (const { id, amount_paise } of surplus) {
    // A failed one waits for the staff as long as it has its error.
    const known = refunds.filter(
      ({ payment_id, state, last_error }) =>
        payment_id === id && (state !== 'failed' || last_error !== null),
    )
    if (sumUp(known) < amount_paise)
      errors.push(`A payment that ${order.number} does not need is not refunded.`)
  }
  const refunded = sumUp(
    refunds.filter((refund) => isGone(refund) && !ofSurplus.has(refund.payment_id)),
  )
  const says = {
    none: isCash ? order.collected_paise : order.credit_paise,
    pending: order.credit_paise,
    failed: order.credit_paise,
    authorized: order.credit_paise,
    refunded: 0,
    collected: order.collected_paise,
    captured: order.total_paise,
    part_refunded: paid - order.refunded_paise,
  }[order.payment_state]
  if ((paid > 0 || isCash) && paid - refunded !== says)
    errors.push(
      `Money of ${order.number} (${order.payment_state}): ${paid - refunded} in place of ${says}.`,
    )
  return errors
}

/** The events of a kind that were not taken back: what follows one of them takes it back. */
function listLasting(events: OrderEventRow[], kind: string): OrderEventRow[] {
  const left: OrderEventRow[] = []
  for (const event of events.toSorted((a, b) => a.position - b.position))
    if (event.kind === 'undone') left.pop()
    else left.push(event)
  return left.filter(
    (event) => event.kind === kind || (kind === 'cancelled' && event.kind === 'expired'),
  )
}

/** Cash is mailed as placed, a payment as paid; one that came too late has no mail but that of its refund. */
function tellsByMail(kind: string, order: OrderRow, events: OrderEventRow[]): boolean {
  if (kind === 'placed') return METHOD_RULES[order.method].settles === 'on_delivery'
  if (kind !== 'paid') return true
  return !events.some(
    (event) => event.kind === 'refund_started' && /was cancelled before/.test(event.text),
  )
}
