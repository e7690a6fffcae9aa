import type { MailKind } from '#src/contract/kinds/mails.ts'
import { formatVariant } from '#src/rules/cart-line.ts'
import { TAX_PERCENT, UNDO_MS } from '#src/rules/constants.ts'
import { formatRupees, toRupees } from '#src/rules/money.ts'
import { ORDER_RULES } from '#src/rules/orders/order-states.ts'
import { orderPath } from '#src/rules/paths.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import type { ServerEnv } from '../../core/env.ts'
import { toSiteUrl } from '../../core/mail/account-mails.ts'
import type { MailDraft } from '../../core/mail/compose-mail.ts'
import { enqueueMail } from '../../core/mail/enqueue-mail.ts'
import { type MailLine, toSingleLine } from '../../core/mail/render-mail.ts'
import type { OrderTransaction } from './order-transaction.ts'
import type { OrderLineRow, OrderRow, RefundRow, ShipmentRow } from './tables.ts'

type MailedOrder = Pick<
  OrderRow,
  | 'number'
  | 'name'
  | 'subtotal_paise'
  | 'tax_paise'
  | 'total_paise'
  | 'promised_from'
  | 'promised_to'
  | 'reason'
>
type MailedLine = Pick<OrderLineRow, 'quantity' | 'title' | 'variant' | 'unit_paise'>

/** Titles that a mail names, so that it stays short. */
const NAMED_LINES = 10

/** The lines of an order, without prices where it is not about money. */
function toMailLines(lines: readonly MailedLine[], hasPrices: boolean): MailLine[] {
  const named = lines
    .slice(0, NAMED_LINES)
    .map(({ quantity, title, variant, unit_paise: unitPaise }) => {
      const detail = formatVariant(JSON.parse(variant) as Record<string, string>)
      return {
        label: `${quantity} × ${title}`,
        ...(detail && { detail }),
        ...(hasPrices && unitPaise > 0 && { amount: formatPaise(unitPaise * quantity) }),
      }
    })
  const more = lines.length - named.length
  return more > 0 ? [...named, { label: `${more} more` }] : named
}

const formatItems = (lines: readonly MailedLine[]): string =>
  toMailLines(lines, false)
    .map(({ label, detail }) => (detail ? `${label} (${detail})` : label))
    .join('; ')

/** What was ordered and what it costs. */
const toBill = (order: MailedOrder, lines: readonly MailedLine[]) => ({
  lines: toMailLines(lines, true),
  sums: [
    { label: 'Subtotal', amount: formatPaise(order.subtotal_paise) },
    { label: `Tax (${TAX_PERCENT}%)`, amount: formatPaise(order.tax_paise) },
    { label: 'Total', amount: formatPaise(order.total_paise) },
  ],
})

const formatPaise = (paise: number): string => formatRupees(toRupees(paise))

const toValues = (order: MailedOrder, lines: readonly MailedLine[]) => ({
  recipient: toSingleLine(order.name),
  order: order.number,
  items: formatItems(lines),
  total: formatPaise(order.total_paise),
})

const toUrl = (env: ServerEnv, { number }: MailedOrder) => toSiteUrl(env, orderPath(number))

const { format: formatDay } = new Intl.DateTimeFormat('en-IN', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

function formatPromise({ promised_from: from, promised_to: to }: MailedOrder): string {
  if (from === null || to === null) return 'We write once more when it leaves us.'
  const days = from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
  return `It arrives ${days}.`
}

const formatParcel = ({
  carrier,
  tracking_number,
}: Pick<ShipmentRow, 'carrier' | 'tracking_number'>): string =>
  tracking_number
    ? `${toSingleLine(carrier)} brings it, with the number ${toSingleLine(tracking_number)}.`
    : `${toSingleLine(carrier)} brings it.`

const drafts = {
  placed: (env: ServerEnv, order: MailedOrder, lines: readonly MailedLine[]): MailDraft => ({
    kind: 'mail-order-placed',
    values: { ...toValues(order, lines), delivery: formatPromise(order) },
    ...toBill(order, lines),
    url: toUrl(env, order),
  }),
  copy: (
    env: ServerEnv,
    order: MailedOrder & Pick<OrderRow, 'state'>,
    lines: readonly MailedLine[],
  ): MailDraft => ({
    kind: 'mail-order-copy',
    values: {
      ...toValues(order, lines),
      state: `“${ORDER_RULES[order.state].label}”`,
    },
    ...toBill(order, lines),
    url: toUrl(env, order),
  }),
  paid: (env: ServerEnv, order: MailedOrder, lines: readonly MailedLine[]): MailDraft => ({
    kind: 'mail-order-paid',
    values: { ...toValues(order, lines), delivery: formatPromise(order) },
    ...toBill(order, lines),
    url: toUrl(env, order),
  }),
  dispatched: (
    env: ServerEnv,
    order: MailedOrder,
    lines: readonly MailedLine[],
    shipment: Pick<ShipmentRow, 'carrier' | 'tracking_number'>,
  ): MailDraft => ({
    kind: 'mail-order-dispatched',
    values: { ...toValues(order, lines), parcel: formatParcel(shipment) },
    lines: toMailLines(lines, false),
    url: toUrl(env, order),
  }),
  delivered: (env: ServerEnv, order: MailedOrder, lines: readonly MailedLine[]): MailDraft => ({
    kind: 'mail-order-delivered',
    values: toValues(order, lines),
    lines: toMailLines(lines, false),
    url: toUrl(env, order),
  }),
  cancelled: (env: ServerEnv, order: MailedOrder, lines: readonly MailedLine[]): MailDraft => ({
    kind: 'mail-order-cancelled',
    values: { ...toValues(order, lines), reason: toReason(order.reason) },
    lines: toMailLines(lines, false),
    url: toUrl(env, order),
  }),
  refunded: (
    env: ServerEnv,
    order: MailedOrder,
    lines: readonly MailedLine[],
    { amount_paise, reason }: Pick<RefundRow, 'amount_paise' | 'reason'>,
  ): MailDraft => ({
    kind: 'mail-order-refunded',
    values: {
      ...toValues(order, lines),
      amount: formatPaise(amount_paise),
      reason: toReason(reason),
    },
    sums: [{ label: 'Refunded', amount: formatPaise(amount_paise) }],
    url: toUrl(env, order),
  }),
}

const toReason = (reason: string): string => (reason ? `Reason: ${toSingleLine(reason)}.` : '')

/** An order of a deleted account that is over has no address any more. @returns the id of the mail. */
async function send(
  { deps, db, now }: OrderTransaction,
  { email, user_id }: OrderRow,
  draft: MailDraft,
  delayMs = 0,
): Promise<string | null> {
  if (email === '') return null
  return enqueueMail(deps, db, { to: email, userId: user_id ?? undefined, now, delayMs }, draft)
}

type Lines = readonly MailedLine[]

export const placedMail = (transaction: OrderTransaction, order: OrderRow, lines: Lines) =>
  send(transaction, order, drafts.placed(transaction.deps.env, order, lines))

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
  order: OrderRow,
  lines: Lines,
  shipment: ShipmentRow,
) =>
  send(transaction, order, drafts.dispatched(transaction.deps.env, order, lines, shipment), UNDO_MS)

export const deliveredMail = (transaction: OrderTransaction, order: OrderRow, lines: Lines) =>
  send(transaction, order, drafts.delivered(transaction.deps.env, order, lines), UNDO_MS)

export const cancelledMail = (transaction: OrderTransaction, order: OrderRow, lines: Lines) =>
  send(transaction, order, drafts.cancelled(transaction.deps.env, order, lines))

export const refundedMail = (
  transaction: OrderTransaction,
  order: OrderRow,
  lines: Lines,
  refund: RefundRow,
) => send(transaction, order, drafts.refunded(transaction.deps.env, order, lines, refund))

type OrderMailKind = Extract<MailKind, `mail-order-${string}`>

/** A mail of each kind with example values, for the preview of editors. */
export function toExampleOrderMails(env: ServerEnv): Record<OrderMailKind, MailDraft> {
  const order: MailedOrder = {
    number: 'KV-7Q4M2XWP',
    name: 'Asha Rao',
    subtotal_paise: 12_500_000,
    tax_paise: 625_000,
    total_paise: 13_125_000,
    promised_from: Date.UTC(2026, 10, 24),
    promised_to: Date.UTC(2026, 10, 26),
    reason: 'A piece is out of stock',
  }
  const lines = [
    {
      quantity: 1,
      title: 'Chronograph',
      variant: '{"Strap size":"Long"}',
      unit_paise: 12_500_000,
    },
  ]
  return {
    'mail-order-placed': drafts.placed(env, order, lines),
    'mail-order-copy': drafts.copy(env, { ...order, state: 'placed' }, lines),
    'mail-order-paid': drafts.paid(env, order, lines),
    'mail-order-dispatched': drafts.dispatched(env, order, lines, {
      carrier: 'Blue Dart',
      tracking_number: '1234567890',
    }),
    'mail-order-delivered': drafts.delivered(env, order, lines),
    'mail-order-cancelled': drafts.cancelled(env, order, lines),
    'mail-order-refunded': drafts.refunded(env, order, lines, {
      amount_paise: 13_125_000,
      reason: order.reason,
    }),
  }
}
