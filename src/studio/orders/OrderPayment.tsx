import { formatInstant } from '#src/rules/dates.ts'
import { formatRupees } from '#src/rules/money.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Badge } from '../ui/controls.tsx'
import { Section } from './OrderSection.tsx'
import type { StepProps } from './OrderSteps.tsx'
import { refundBadges } from './order-labels.ts'
import type { OrderAction } from './use-order-steps.ts'

/** Why cash is paid back. The customer reads it. */
const PIECES_BACK = 'The returned pieces are back'

/** Shows the payment of an order, the cash to collect, and its refunds. */
export function OrderPayment({ order, steps }: Pick<StepProps, 'order' | 'steps'>) {
  async function finish(amount: number, action: OrderAction): Promise<void> {
    const isConfirmed = await confirm({
      title: 'Is the refund transferred?',
      text: `${order.name} is told by mail that ${formatRupees(amount)} was refunded. This cannot be undone.`,
      confirmLabel: 'It is transferred',
    })
    if (isConfirmed) steps.take(action)
  }
  const left = order.total - order.credit
  const isCash = METHOD_RULES[order.method].settles === 'on_delivery'
  const isFree = order.paymentState === 'none' && order.toCollect === 0
  return (
    <Section title="Payment">
      <p className="text-sm">
        {left === 0
          ? 'Paid by what came back of another order'
          : `${METHOD_RULES[order.method].desk}, ${formatRupees(left)}`}
        {order.state === 'awaiting_return' && ', less what comes back'}
        {order.state === 'cancelled' && ', of an order that is cancelled'}
        {order.payBefore &&
          order.state === 'awaiting_payment' &&
          `, awaited until ${formatInstant(order.payBefore)}`}
        .
      </p>
      {order.toCollect > 0 && order.toCollect < left && (
        <p className="text-sm">{formatRupees(order.toCollect)} is left to collect.</p>
      )}
      {isCash && order.state === 'delivered' && isFree && (
        <p className="text-sm">Nothing is to be collected: all of it came back.</p>
      )}
      {isCash && order.refundDue > 0 && (
        <div className="flex flex-col items-start gap-2 text-sm">
          <p className="font-medium">{formatRupees(order.refundDue)} is to be paid back.</p>
          <p className="wrap-anywhere">
            {order.payout
              ? `To ${order.payout}.`
              : 'The customer has not entered an account. Please ask for one.'}
          </p>
          {order.steps.refund.can && (
            <Button
              variant="secondary"
              busy={steps.pending === 'refund'}
              onClick={() =>
                void finish(order.refundDue, {
                  step: 'refund',
                  body: {
                    amount: order.refundDue,
                    reason: order.cancelReason || PIECES_BACK,
                    isDue: true,
                  },
                })
              }
            >
              It is transferred
            </Button>
          )}
        </div>
      )}
      {order.paymentId && (
        <p className="text-sm wrap-anywhere text-muted">Payment {order.paymentId}</p>
      )}
      {order.refunds.length > 0 && (
        <ul className="flex flex-col text-sm">
          {order.refunds.map(({ id, amount, state, reason, at, canRepeat, isByHand, problem }) => (
            <li key={id} className="flex flex-col gap-1 border-b border-line py-2">
              <span className="flex flex-wrap items-center gap-2">
                <span className="amount font-medium">{formatRupees(amount)}</span>
                <Badge kind={refundBadges[state][0]}>
                  {isByHand ? 'To transfer' : refundBadges[state][1]}
                </Badge>
                <span className="text-muted">{formatInstant(at)}</span>
              </span>
              <span className="wrap-anywhere">{reason}</span>
              {problem && <span className="wrap-anywhere text-muted">{problem}</span>}
              {isByHand && (
                <Button
                  variant="secondary"
                  className="self-start"
                  busy={steps.pending === 'finish_refund'}
                  onClick={() => void finish(amount, { step: 'finish_refund', id })}
                >
                  It is transferred
                </Button>
              )}
              {canRepeat && (
                <Button
                  variant="secondary"
                  className="self-start"
                  busy={steps.pending === 'repeat_refund'}
                  onClick={() => steps.take({ step: 'repeat_refund', id })}
                >
                  Try again
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
