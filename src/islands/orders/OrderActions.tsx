import { type ReactNode, useEffect, useState } from 'react'
import type { OrderDetail, OrderLine } from '#src/contract/orders.ts'
import { CANCEL_REASONS, ORDER_LIMITS, RETURN_REASONS } from '#src/contract/values.ts'
import { formatVariant } from '#src/rules/cart-line.ts'
import { formatDate } from '#src/rules/dates.ts'
import { formatRupees } from '#src/rules/money.ts'
import { cancelOrder, payOrder, returnOrder } from '#src/stores/orders.ts'
import { toFormDraftKey } from '#src/stores/storage.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { SelectField, TextareaField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { type FieldReader, useForm } from '../form/use-form.ts'

interface Props {
  order: OrderDetail
}

/** What can be done with the order now; what cannot, and why. */
export function OrderActions({ order }: Props) {
  const { number, steps, returnBefore } = order
  const [open, setOpen] = useState<'cancel' | 'return'>()
  const { pay, cancel, return: bringBack } = steps
  const close = () => setOpen(undefined)
  // Before the parcel has arrived, the reason why it cannot be returned is left out.
  const reasons = [
    !cancel.can && order.state === 'dispatched' && cancel.why,
    !bringBack.can && order.state === 'delivered' && bringBack.why,
  ].filter(Boolean)
  if (!pay.can && !cancel.can && !bringBack.can && reasons.length === 0) return null
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
        {bringBack.can && returnBefore && (
          <p>You may return it until {formatDate(returnBefore)}.</p>
        )}
        <div className="flex flex-wrap gap-3">
          {pay.can && <PayButton order={order} />}
          {bringBack.can && (
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen('return')}>
              Return pieces
            </Button>
          )}
          {cancel.can && (
            <Button variant="danger" aria-haspopup="dialog" onClick={() => setOpen('cancel')}>
              Cancel this order
            </Button>
          )}
        </div>
      </form>
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
    </>
  )
}

function PayButton({ order: { number, total } }: Props) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  useEffect(() => {
    // Back from the provider's page.
    const handleShow = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false)
    addEventListener('pageshow', handleShow)
    return () => removeEventListener('pageshow', handleShow)
  }, [])
  async function pay() {
    setBusy(true)
    const reason = await payOrder(number)
    setError(reason)
    if (reason) setBusy(false)
  }
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Button size="narrow" className="wrap-anywhere" busy={busy} onClick={() => void pay()}>
        <span className="min-w-0">Pay {formatRupees(total)}</span>
      </Button>
      {error && <Notice kind="error">{error}</Notice>}
    </div>
  )
}

interface FormProps extends Props {
  onDone: () => void
}

interface StepButtonsProps {
  label: string
  busyLabel: string
  busy: boolean
  ready: boolean
  keep: string
  danger?: boolean
  onKeep: () => void
}

const StepButtons = ({ label, busyLabel, busy, ready, keep, danger, onKeep }: StepButtonsProps) => (
  <div className="flex flex-wrap gap-3">
    <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} disabled={!ready}>
      {busy ? busyLabel : label}
    </Button>
    <Button variant="quiet" onClick={onKeep}>
      {keep}
    </Button>
  </div>
)

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

const quantityName = ({ position }: OrderLine) => `line-${position}`

function ReturnForm({ order: { number, lines }, onDone }: FormProps) {
  const returnable = lines.filter(({ returnable: quantity }) => quantity > 0)
  const only = returnable.length === 1
  const readLines = (read: FieldReader) =>
    returnable.flatMap((line) => {
      const quantity = Number(read(quantityName(line)))
      return quantity > 0 ? [{ position: line.position, quantity }] : []
    })
  const { form, field, failure, busy, ready } = useForm({
    validate: (read) => ({
      ...(returnable[0] &&
        readLines(read).length === 0 && {
          [quantityName(returnable[0])]: 'Please choose what you return.',
        }),
      reason: read('reason') ? undefined : 'Please choose a reason.',
    }),
    onSubmit: async (read) => {
      const reason = RETURN_REASONS.find((known) => known === read('reason')) ?? RETURN_REASONS[4]
      const body = { lines: readLines(read), reason, note: read('note').trim() }
      const result = await returnOrder(number, body)
      if (result.ok) onDone()
      return result
    },
    draftKey: toFormDraftKey('return', number),
  })
  return (
    <form {...form} className="flex flex-col gap-5">
      {returnable.map((line) => (
        <SelectField
          key={line.position}
          label={[line.title, formatVariant(line.variant)].filter(Boolean).join(', ')}
          {...field(quantityName(line))}
          defaultValue={only ? line.returnable : 0}
          required
        >
          {Array.from({ length: line.returnable + 1 }, (_, quantity) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the quantity
            <option key={quantity} value={quantity}>
              {quantity === 0 ? 'Keep' : `Return ${quantity}`}
            </option>
          ))}
        </SelectField>
      ))}
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
        label="Ask for the return"
        busyLabel="Asking..."
        busy={busy}
        ready={ready}
        keep="Keep everything"
        onKeep={onDone}
      />
    </form>
  )
}

const Hint = ({ children }: { children: ReactNode }) => (
  <p className="text-body-sm text-muted">{children}</p>
)
