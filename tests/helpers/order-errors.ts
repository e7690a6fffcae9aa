import type { OrderEventRow, OrderRow, PaymentRow } from '#src/server/shop/orders/tables.ts'
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

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/**
 * Finds what is not true of all orders, whatever has happened: pieces on the shelf and dispatched less those that came
 * back are what editors counted, every hold is of an order that waits or is placed, payments less refunds are what the
 * states say, and each event has one mail.
 * @param counted pieces that editors have counted, by product; all choices together.
 * @returns a sentence for each error.
 */
export async function findOrderErrors(
  { deps: { db } }: { deps: Pick<TestApp['deps'], 'db'> },
  counted: Record<string, number> = {},
): Promise<string[]> {
  const orders = await db.selectFrom('order').selectAll().execute()
  const allLines = await db.selectFrom('order_line').selectAll().execute()
  const stock = await db.selectFrom('stock').selectAll().execute()
  const linesOf = groupBy(allLines)
  const holdsOf = groupBy(await db.selectFrom('stock_hold').selectAll().execute())
  const paymentsOf = groupBy(await db.selectFrom('payment').selectAll().execute())
  const refundsOf = groupBy(await db.selectFrom('refund').selectAll().execute())
  const eventsOf = groupBy(await db.selectFrom('order_event').selectAll().execute())
  const mails = await db.selectFrom('outbox').select('subject').execute()
  const shipments = await db.selectFrom('shipment').select('order_id').execute()
  const dispatched = new Set(shipments.map(({ order_id }) => order_id))
  const errors: string[] = []
  const expectSame = (what: string, found: unknown, wanted: unknown) => {
    if (found !== wanted) errors.push(`${what}: ${String(found)} in place of ${String(wanted)}.`)
  }

  for (const [productId, count] of Object.entries(counted)) {
    const ofProduct = <Row extends { product_id: string | null }>(rows: Row[]) =>
      rows.filter(({ product_id }) => product_id === productId)
    const onHand = sum(ofProduct(stock).map(({ on_hand }) => on_hand))
    const gone = sum(
      ofProduct(allLines)
        .filter(({ order_id }) => dispatched.has(order_id))
        .map(({ quantity, cancelled, returned }) => quantity - cancelled - returned),
    )
    expectSame(`Pieces of ${productId}`, onHand + gone, count)
  }
  for (const order of orders) {
    const { id, number, state, expires_at } = order
    const held = sum(holdsOf(id).map(({ quantity }) => quantity))
    const wanted = sum(linesOf(id).map(({ quantity, cancelled }) => quantity - cancelled))
    const isHeld = state === 'awaiting_payment' || state === 'placed'
    expectSame(`Pieces held for ${number} (${state})`, held, isHeld ? wanted : 0)
    expectSame(`An end of ${number} (${state})`, expires_at !== null, state === 'awaiting_payment')
    errors.push(...findMoneyErrors(order, paymentsOf(id), refundsOf(id)))
  }
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

function findMoneyErrors(
  order: OrderRow,
  payments: PaymentRow[],
  refunds: { payment_id: string | null; state: string; amount_paise: number }[],
): string[] {
  const isCash = order.method === 'cod'
  const main = payments.filter(({ state }) => state === 'captured')
  const surplus = payments.filter(({ state }) => state === 'surplus')
  const toPaise = (rows: { amount_paise: number }[]) => sum(rows.map((row) => row.amount_paise))
  const paid = toPaise(main) + (isCash && order.payment_state !== 'none' ? order.total_paise : 0)
  const ofSurplus = new Set<string | null>(surplus.map(({ id }) => id))
  const started = refunds.filter(({ state }) => state !== 'failed')
  const errors: string[] = []
  if (main.length > 1) errors.push(`${order.number} has ${main.length} payments.`)
  if (toPaise(started) > paid + toPaise(surplus))
    errors.push(`${order.number} is refunded more than it was paid.`)
  const refunded = toPaise(
    refunds.filter(({ payment_id, state }) => state === 'processed' && !ofSurplus.has(payment_id)),
  )
  const says = {
    none: 0,
    pending: 0,
    failed: 0,
    authorized: 0,
    refunded: 0,
    collected: order.total_paise,
    captured: order.total_paise,
    part_refunded: order.total_paise - order.refunded_paise,
  }[order.payment_state]
  // The orders of earlier releases have no payment.
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
  return left.filter((event) => event.kind === kind)
}

/** Cash is mailed as placed, a payment as paid; one that came too late has no mail but that of its refund. */
function tellsByMail(kind: string, order: OrderRow, events: OrderEventRow[]): boolean {
  if (kind === 'placed') return order.method === 'cod'
  if (kind !== 'paid') return true
  return !events.some(
    (event) => event.kind === 'refund_started' && /was cancelled before/.test(event.text),
  )
}
