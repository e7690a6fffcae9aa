import type { Gift } from '#src/contract/cart.ts'
import type { MailKind } from '#src/contract/kinds/mails.ts'
import type { OrderAddress } from '#src/contract/orders.ts'
import type { ServerEnv } from '../../core/env.ts'
import type { MailDraft } from '../../core/mail/compose-mail.ts'
import { drafts, type MailedOrder } from './order-mail-drafts.ts'
import type { ReturnRequestRow } from './tables.ts'

type OrderMailKind = Extract<MailKind, `mail-order-${string}`>

/** A mail of each kind with example values, for the preview of editors. */
export function toExampleOrderMails(env: ServerEnv): Record<OrderMailKind, MailDraft> {
  const order: MailedOrder = {
    number: 'KV-7Q4M2XWP',
    name: 'Asha Rao',
    subtotal_paise: 12_500_000,
    tax_paise: 625_000,
    total_paise: 13_125_000,
    credit_paise: 0,
    collected_paise: 0,
    back_paise: 0,
    promised_from: '2026-11-24',
    promised_to: '2026-11-26',
    reason: 'A piece is out of stock',
    method: 'cod',
    payment_state: 'none',
    ship_to: JSON.stringify({
      address: '7, Jalebi Chowk',
      city: 'Jaipur',
      state: 'Rajasthan',
      pincode: '302002',
      country: '',
    } satisfies OrderAddress),
    sealed_payout: '',
    gift: JSON.stringify({ wrap: true, note: 'For Amma.' } satisfies Gift),
  }
  const paid: MailedOrder = { ...order, method: 'razorpay', payment_state: 'captured' }
  const request = {
    lines: '[{"position":0,"quantity":1}]',
    answer: 'It was worn',
    due_on: '2026-12-01',
  }
  const returned = (state: ReturnRequestRow['state']) =>
    drafts.returned(
      env,
      paid,
      lines,
      { ...request, state, exchange: null },
      {
        refundedPaise: paid.total_paise,
      },
    )
  const exchanged = (state: ReturnRequestRow['state']) => {
    const ended = state === 'refused' || state === 'withdrawn'
    const exchange = {
      state: ended ? ('cancelled' as const) : ('awaiting_return' as const),
      variant: '{"Strap size":"Short"}',
    }
    const paidOrder = { ...paid, number: 'KV-8R5N3YXQ', credit_paise: 13_125_000, expires_at: null }
    return drafts.returned(
      env,
      paid,
      lines,
      { ...request, state, exchange },
      {
        refundedPaise: 0,
        ...(state === 'received' && { exchange: paidOrder }),
      },
    )
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
    'mail-order-transfer': drafts.transfer(
      env,
      { ...order, expires_at: Date.UTC(2026, 10, 24, 12) },
      lines,
      { name: 'Kairavi', number: '50200012345678', ifsc: 'HDFC0001234' },
    ),
    'mail-order-copy': drafts.copy(env, { ...order, state: 'placed' }, lines),
    'mail-order-paid': drafts.paid(env, paid, lines),
    'mail-order-dispatched': drafts.dispatched(env, order, lines, {
      carrier: 'Blue Dart',
      tracking_number: '1234567890',
      duePaise: order.total_paise,
      isLast: true,
    }),
    'mail-order-corrected': drafts.corrected(
      env,
      order,
      lines,
      'The delivery address was corrected.',
    ),
    'mail-order-note': drafts.noted(env, order, lines, 'We engrave the lid on Monday.'),
    'mail-order-delivered': drafts.delivered(env, order, lines),
    'mail-order-cancelled': drafts.cancelled(env, paid, lines, paid.total_paise),
    'mail-order-refunded': drafts.refunded(env, order, lines, {
      amount_paise: 13_125_000,
      reason: order.reason,
    }),
    'mail-order-late-payment': drafts.latePayment(env, paid, lines, paid.total_paise),
    'mail-order-payout': drafts.payout(env, order, lines, 'UPI as••••@okhdfc'),
    'mail-order-return-requested': returned('requested'),
    'mail-order-return-accepted': returned('accepted'),
    'mail-order-return-refused': returned('refused'),
    'mail-order-return-received': returned('received'),
    'mail-order-return-withdrawn': returned('withdrawn'),
    'mail-order-exchange-requested': exchanged('requested'),
    'mail-order-exchange-accepted': exchanged('accepted'),
    'mail-order-exchange-refused': exchanged('refused'),
    'mail-order-exchange-received': exchanged('received'),
    'mail-order-exchange-withdrawn': exchanged('withdrawn'),
  }
}
