import { type ReactNode, useEffect, useState } from 'react'
import type { OrderDetail } from '#src/contract/orders.ts'
import { CANCEL_REASONS, ORDER_LIMITS, RETURN_REASONS } from '#src/contract/values.ts'
import { validateName, validatePhone } from '#src/rules/account/account-validation.ts'
import { checkoutMessages } from '#src/rules/messages/checkout.ts'
import { formatRupees } from '#src/rules/money.ts'
import { countPieces, isExchange } from '#src/rules/orders/describe-return.ts'
import {
  cancelOrder,
  correctDelivery,
  orderAgain,
  payOrder,
  reduceOrder,
  returnOrder,
  withdrawReturn,
} from '#src/stores/orders.ts'
import { toFormDraftKey } from '#src/stores/storage.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field, SelectField, TextareaField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import {
  AddressFields,
  DELIVERY_FIELDS,
  PhoneField,
  readAddress,
  validateDeliveryAddress,
} from '../account/profile-fields.tsx'
import { useForm } from '../form/use-form.ts'
import { ExchangeForm } from './ExchangeForm.tsx'
import { PayoutForm } from './PayoutForm.tsx'
import { type Choosable, PieceFields, readPieces, validatePieces } from './PieceFields.tsx'
import { StepButtons } from './StepButtons.tsx'

interface Props {
  order: OrderDetail
}

/** What can be done with the order now; what cannot, and why. */
export function OrderActions({ order }: Props) {
  const { number, steps, returns } = order
  const [open, setOpen] = useState<
    'correct' | 'reduce' | 'cancel' | 'return' | 'exchange' | 'payout'
  >()
  const { pay, correct, cancel, return: bringBack, exchange, payout, again } = steps
  const withdrawable = returns.filter(({ canWithdraw }) => canWithdraw)
  const close = () => setOpen(undefined)
  // Before the parcel has arrived, the reason why it cannot be returned is left out.
  const reasons = [
    !cancel.can &&
      (order.state === 'dispatched' || order.state === 'part_dispatched') &&
      cancel.why,
    // A return that was requested has a sentence of its own.
    !bringBack.can && order.state === 'delivered' && returns.length === 0 && bringBack.why,
  ].filter(Boolean)
  const canAct = [pay, correct, cancel, bringBack, exchange, payout, again].some(({ can }) => can)
  if (!canAct && withdrawable.length === 0 && reasons.length === 0) return null
  return (
    <>
      {/* A form, so that it is not on paper (print.css). */}
      <form aria-labelledby="actions" className="flex min-w-0 flex-col gap-4">
        <h2 id="actions" className="border-b border-line pb-3 text-title">
          What you can do now
        </h2>
        {reasons.map((why) => (
          <p key={String(why)} className="wrap-anywhere text-muted">
            {why}
          </p>
        ))}
        {payout.can && !order.payout && <p>Please tell us where to send your money.</p>}
        <div className="flex flex-wrap gap-3">
          {pay.can && <PayButton order={order} />}
          {again.can && <AgainButton number={number} />}
          {bringBack.can && (
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen('return')}>
              Return pieces
            </Button>
          )}
          {exchange.can && (
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen('exchange')}>
              Exchange a piece
            </Button>
          )}
          {payout.can && (
            <Button
              variant={order.payout ? 'secondary' : 'primary'}
              aria-haspopup="dialog"
              onClick={() => setOpen('payout')}
            >
              {order.payout ? 'Change where the money goes' : 'Enter UPI or bank account'}
            </Button>
          )}
          {withdrawable.map((request) => (
            <WithdrawButton key={request.id} request={request} />
          ))}
          {correct.can && (
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen('correct')}>
              Correct delivery details
            </Button>
          )}
          {canReduce(order) && (
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen('reduce')}>
              Take pieces off
            </Button>
          )}
          {cancel.can && (
            <Button variant="danger" aria-haspopup="dialog" onClick={() => setOpen('cancel')}>
              Cancel this order
            </Button>
          )}
        </div>
      </form>
      {open === 'correct' && (
        <Dialog title="Correct delivery details" onClose={close}>
          <DeliveryForm order={order} onDone={close} />
        </Dialog>
      )}
      {open === 'reduce' && (
        <Dialog title="Take pieces off the order" onClose={close}>
          <ReduceForm order={order} onDone={close} />
        </Dialog>
      )}
      {open === 'cancel' && (
        <Dialog title={`Cancel order ${number}`} onClose={close}>
          <CancelForm order={order} onDone={close} />
        </Dialog>
      )}
      {open === 'return' && (
        <Dialog title="Return pieces" onClose={close}>
          <ReturnForm order={order} onDone={close} />
        </Dialog>
      )}
      {open === 'exchange' && (
        <Dialog title="Exchange a piece" onClose={close}>
          <ExchangeForm order={order} onDone={close} />
        </Dialog>
      )}
      {open === 'payout' && (
        <Dialog title="Where we send your money" onClose={close}>
          <PayoutForm number={number} onDone={close} />
        </Dialog>
      )}
    </>
  )
}

/** The pieces can be returned again, so it asks nothing. */
function WithdrawButton({ request }: { request: OrderDetail['returns'][number] }) {
  const { id, lines } = request
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  async function withdraw() {
    setBusy(true)
    const result = await withdrawReturn(id)
    setError(result.ok ? '' : result.message)
    setBusy(false)
  }
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Button variant="secondary" busy={busy} onClick={() => void withdraw()}>
        Withdraw the {isExchange(request) ? 'exchange' : 'return'} of {countPieces(lines)}
      </Button>
      {error && <Notice kind="error">{error}</Notice>}
    </div>
  )
}

/** A press that opens another page, and why it does not. @param send returns '' while the page opens. */
function useOpening(send: () => Promise<string>) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  useEffect(() => {
    // Back from the provider's page.
    const handleShow = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false)
    addEventListener('pageshow', handleShow)
    return () => removeEventListener('pageshow', handleShow)
  }, [])
  async function press() {
    setBusy(true)
    const reason = await send()
    setError(reason)
    if (reason) setBusy(false)
  }
  return { busy, error, onClick: () => void press() }
}

function PayButton({ order: { number, total, credit } }: Props) {
  const { error, ...button } = useOpening(() => payOrder(number))
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Button size="narrow" className="wrap-anywhere" {...button}>
        <span className="min-w-0">Pay {formatRupees(total - credit)}</span>
      </Button>
      {error && <Notice kind="error">{error}</Notice>}
    </div>
  )
}

function AgainButton({ number }: { number: string }) {
  const { error, ...button } = useOpening(() => orderAgain(number))
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Button {...button}>
        {button.busy ? 'Opening your cart...' : 'Order these pieces again'}
      </Button>
      {error && <Notice kind="error">{error}</Notice>}
    </div>
  )
}

interface FormProps extends Props {
  onDone: () => void
}

function CancelForm({ order: { number, paymentState }, onDone }: FormProps) {
  const { form, field, failure, busy, ready } = useForm({
    validate: (read) => ({ reason: read('reason') ? undefined : 'Please choose a reason.' }),
    onSubmit: async (read) => {
      const reason = CANCEL_REASONS.find((known) => known === read('reason')) ?? CANCEL_REASONS[3]
      const result = await cancelOrder(number, reason)
      if (result.ok) onDone()
      return result
    },
  })
  return (
    <form {...form} className="flex flex-col gap-5">
      <p>
        All pieces of the order are cancelled.
        {paymentState === 'captured' && ' What you paid is refunded to the account that paid.'}
      </p>
      <Reasons field={field('reason')} reasons={CANCEL_REASONS} />
      {failure && <Notice kind="error">{failure}</Notice>}
      <StepButtons
        label="Cancel the order"
        busyLabel="Cancelling..."
        busy={busy}
        ready={ready}
        keep="Keep the order"
        danger
        onKeep={onDone}
      />
    </form>
  )
}

function DeliveryForm({ order: { number, name, shipTo, phone }, onDone }: FormProps) {
  const { form, field, failure, busy, ready } = useForm({
    validate: (read) => ({
      name: validateName(read('name')),
      ...validateDeliveryAddress(read),
      phone: validatePhone(read('phone')),
    }),
    onSubmit: async (read) => {
      const body = {
        name: read('name').trim(),
        address: readAddress(read),
        phone: read('phone').trim(),
      }
      const result = await correctDelivery(number, body)
      if (result.ok) onDone()
      return result
    },
  })
  return (
    <form {...form} className="flex flex-col gap-5">
      <Field
        label="Name of the recipient"
        {...field('name')}
        defaultValue={name}
        autoComplete="name"
        required
      />
      <AddressFields field={field} values={shipTo} required={DELIVERY_FIELDS} />
      <PhoneField
        {...field('phone')}
        hint={checkoutMessages.checkout.courierHint}
        defaultValue={phone}
        required
      />
      {failure && <Notice kind="error">{failure}</Notice>}
      <StepButtons
        label="Save"
        busyLabel="Saving..."
        busy={busy}
        ready={ready}
        keep="Cancel"
        onKeep={onDone}
      />
    </form>
  )
}

interface ReasonsProps {
  field: { name: string; error: string | undefined }
  reasons: readonly string[]
}

const Reasons = ({ field, reasons }: ReasonsProps) => (
  <SelectField label="Reason" {...field} required>
    <option value="">Please choose</option>
    {reasons.map((reason) => (
      <option key={reason}>{reason}</option>
    ))}
  </SelectField>
)

/** The pieces of an order that can be taken off it. */
const listReducible = ({ lines }: OrderDetail): Choosable[] =>
  lines.flatMap((line) => (line.toSend > 0 ? [{ line, most: line.toSend }] : []))

/** All pieces of an order are cancelled with it, unless others were sent. */
const canReduce = (order: OrderDetail): boolean => {
  const count = listReducible(order).reduce((sum, { most }) => sum + most, 0)
  return order.steps.reduce.can && count > (order.state === 'part_dispatched' ? 0 : 1)
}

function ReduceForm({ order, onDone }: FormProps) {
  const choosable = listReducible(order)
  const { form, field, failure, busy, ready } = useForm({
    validate: (read) => ({
      ...validatePieces(choosable, read, 'Please choose what is taken off the order.'),
      reason: read('reason') ? undefined : 'Please choose a reason.',
    }),
    onSubmit: async (read) => {
      const reason = CANCEL_REASONS.find((known) => known === read('reason')) ?? CANCEL_REASONS[3]
      const body = { lines: readPieces(choosable, read), reason }
      const result = await reduceOrder(order.number, body)
      if (result.ok) onDone()
      return result
    },
  })
  return (
    <form {...form} className="flex flex-col gap-5">
      {order.paymentState === 'captured' && (
        <p>What you paid for these pieces is refunded to the account that paid.</p>
      )}
      <PieceFields
        choosable={choosable}
        field={field}
        toLabel={(quantity) => `Take ${quantity} off`}
      />
      <Reasons field={field('reason')} reasons={CANCEL_REASONS} />
      {failure && <Notice kind="error">{failure}</Notice>}
      <StepButtons
        label="Take them off"
        busyLabel="Saving..."
        busy={busy}
        ready={ready}
        keep="Keep all pieces"
        danger
        onKeep={onDone}
      />
    </form>
  )
}

function ReturnForm({ order: { number, lines }, onDone }: FormProps) {
  const choosable = lines.flatMap((line) =>
    line.returnable > 0 ? [{ line, most: line.returnable }] : [],
  )
  const { form, field, failure, busy, ready } = useForm({
    validate: (read) => ({
      ...validatePieces(choosable, read, 'Please choose what you return.'),
      reason: read('reason') ? undefined : 'Please choose a reason.',
    }),
    onSubmit: async (read) => {
      const reason = RETURN_REASONS.find((known) => known === read('reason')) ?? RETURN_REASONS[4]
      const body = { lines: readPieces(choosable, read), reason, note: read('note').trim() }
      const result = await returnOrder(number, body)
      if (result.ok) onDone()
      return result
    },
    draftKey: toFormDraftKey('return', number),
  })
  return (
    <form {...form} className="flex flex-col gap-5">
      <PieceFields
        choosable={choosable}
        field={field}
        toLabel={(quantity) => `Return ${quantity}`}
        startsWithAll
      />
      {lines.some(
        ({ personalised, returned, cancelled, quantity }) =>
          personalised && returned + cancelled < quantity,
      ) && (
        <Hint>
          What was personalised for you can be returned only if it is faulty: please write to us.
        </Hint>
      )}
      <Reasons field={field('reason')} reasons={RETURN_REASONS} />
      <TextareaField label="Note" {...field('note')} rows={3} maxLength={ORDER_LIMITS.note} />
      {failure && <Notice kind="error">{failure}</Notice>}
      <StepButtons
        label="Request return"
        busyLabel="Asking..."
        busy={busy}
        ready={ready}
        keep="Cancel"
        onKeep={onDone}
      />
    </form>
  )
}

const Hint = ({ children }: { children: ReactNode }) => (
  <p className="text-body-sm text-muted">{children}</p>
)
