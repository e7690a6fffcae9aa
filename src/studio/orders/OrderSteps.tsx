import { useEffect, useState } from 'react'
import type { EditorOrder } from '#src/contract/editor-orders.ts'
import {
  CARRIERS,
  ORDER_LIMITS,
  PLAIN_STEPS,
  STAFF_CANCEL_REASONS,
  STAFF_STEPS,
  type StaffStep,
  type UndoStep,
} from '#src/contract/values.ts'
import { formatRupees } from '#src/rules/money.ts'
import { findRefundError } from '#src/rules/orders/refund-amount.ts'
import { parseTypedAmount } from '#src/rules/product/typed-price.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field, SelectField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { keepOnDevice, readKept } from '../app/device-storage.ts'
import { confirm } from '../ui/confirm.tsx'
import { DialogForm } from '../ui/DialogForm.tsx'
import { Section } from './OrderSection.tsx'
import type { OrderDraft, useOrderDraft } from './use-order-draft.ts'
import type { useOrderSteps } from './use-order-steps.ts'

export interface StepProps {
  order: EditorOrder
  steps: ReturnType<typeof useOrderSteps>
  draft: OrderDraft
  onDraft: ReturnType<typeof useOrderDraft>[1]
}

/** A new step does not compile until it is named here; its button is below. */
const stepLabels: Record<StaffStep, string> = {
  dispatch: 'Mark as dispatched',
  deliver: 'Mark as delivered',
  collect: 'Cash is collected',
  cancel: 'Cancel the order',
  refund: 'Refund',
}

/** The only reason to cancel an order that is dispatched. */
const CAME_BACK: (typeof STAFF_CANCEL_REASONS)[number] = 'The parcel came back to us'

/** What can be done now, and nothing else. A step that is refused says why. */
export function OrderSteps(props: StepProps) {
  const { order, steps } = props
  const [open, setOpen] = useState<'cancel' | 'refund'>()
  const can = (step: StaffStep): boolean => order.steps[step].can
  const { refused, pending } = steps
  const isOnItsWay = order.state === 'dispatched'
  const confirmCameBack = async () => {
    const confirmed = await confirm({
      title: 'Has the parcel come back?',
      text: `Its pieces are for sale again, the order is cancelled, and what was paid is paid back. ${order.name} is told by mail. This cannot be undone.`,
      confirmLabel: 'It has come back',
    })
    if (confirmed) steps.take({ step: 'cancel', body: { reason: CAME_BACK } })
  }
  if (!STAFF_STEPS.some(can) && !refused && !order.undo) return null
  return (
    <Section title="What is next">
      {refused && refused.step !== 'note' && refused.step !== 'return' && (
        <Notice kind="error">{refused.message}</Notice>
      )}
      {can('dispatch') && <DispatchForm {...props} />}
      <div className="flex flex-wrap gap-2">
        {PLAIN_STEPS.filter(can).map((step, index) => (
          <Button
            key={step}
            variant={index === 0 ? 'primary' : 'secondary'}
            busy={pending === step}
            onClick={() => steps.take({ step })}
          >
            {stepLabels[step]}
          </Button>
        ))}
        {can('refund') && (
          <Button variant="secondary" busy={pending === 'refund'} onClick={() => setOpen('refund')}>
            {stepLabels.refund}…
          </Button>
        )}
        {can('cancel') && (
          <Button
            variant="danger"
            busy={pending === 'cancel'}
            onClick={() => (isOnItsWay ? void confirmCameBack() : setOpen('cancel'))}
          >
            {isOnItsWay ? 'The parcel came back' : stepLabels.cancel}…
          </Button>
        )}
      </div>
      <Undo order={order} steps={steps} />
      {open === 'cancel' && <CancelDialog {...props} onClose={() => setOpen(undefined)} />}
      {open === 'refund' && <RefundDialog {...props} onClose={() => setOpen(undefined)} />}
    </Section>
  )
}

/** A step by mistake, in words of the person who took it. */
const undoTexts: Record<UndoStep, string> = {
  dispatch: 'The parcel has not left',
  deliver: 'The parcel has not arrived',
  collect: 'The cash is not collected',
}

/** The last step can be taken back, here too where its toast is gone, until the customer is told. */
function Undo({ order: { undo }, steps }: Pick<StepProps, 'order' | 'steps'>) {
  const [, setOver] = useState('')
  const before = undo?.before
  useEffect(() => {
    if (!before) return
    const timer = setTimeout(() => setOver(before), Date.parse(before) - Date.now())
    return () => clearTimeout(timer)
  }, [before])
  if (!undo || Date.parse(undo.before) <= Date.now()) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <Button
        variant="secondary"
        busy={steps.pending === 'undo'}
        onClick={() => steps.take({ step: 'undo', body: { step: undo.step } })}
      >
        Undo: {undoTexts[undo.step]}
      </Button>
      For one minute{undo.step !== 'collect' && '; then the customer is told by mail'}.
    </p>
  )
}

/** The carrier that took the last parcel from this device. */
const LAST_CARRIER = 'kairavi-studio-carrier'

const isText = (value: unknown): value is string => typeof value === 'string'

function DispatchForm({ order, steps, draft, onDraft }: StepProps) {
  const [isChecked, setChecked] = useState(false)
  const { carrier = readKept(LAST_CARRIER, isText) ?? '', trackingNumber = '' } = draft
  const isMissing = isChecked && carrier.trim() === ''
  const dispatch = async (body: { carrier: string; trackingNumber: string }) => {
    const parcel = [body.carrier, body.trackingNumber].filter(Boolean).join(', ')
    const confirmed =
      !order.isDispatchFinal ||
      (await confirm({
        title: 'Has the parcel left?',
        text: `${parcel}\n\nThe tax invoice gets its number, and ${order.name} is told by mail. This cannot be undone.`,
        confirmLabel: 'It has left',
      }))
    if (!confirmed) return
    steps.take({ step: 'dispatch', body }, () => {
      keepOnDevice(LAST_CARRIER, body.carrier)
      onDraft({ carrier: undefined, trackingNumber: undefined })
    })
  }
  return (
    <form
      noValidate
      className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] sm:items-start"
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (carrier.trim() === '') {
          document.getElementById('order-carrier')?.focus()
          return
        }
        void dispatch({ carrier: carrier.trim(), trackingNumber: trackingNumber.trim() })
      }}
    >
      <Field
        label="Carrier"
        name="order-carrier"
        list="order-carriers"
        required
        maxLength={ORDER_LIMITS.carrier}
        autoComplete="off"
        value={carrier}
        error={isMissing ? 'Please enter the carrier.' : undefined}
        onChange={({ target }) => onDraft({ carrier: target.value })}
      />
      <datalist id="order-carriers">
        {CARRIERS.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
      <Field
        label="Tracking number"
        name="order-tracking"
        maxLength={ORDER_LIMITS.trackingNumber}
        autoComplete="off"
        autoCapitalize="characters"
        value={trackingNumber}
        onChange={({ target }) => onDraft({ trackingNumber: target.value || undefined })}
      />
      <Button type="submit" busy={steps.pending === 'dispatch'} className="sm:mt-[1.8rem]">
        {stepLabels.dispatch}
      </Button>
    </form>
  )
}

interface DialogProps extends StepProps {
  onClose: () => void
}

function CancelDialog({ order, steps, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { message } = steps.refused?.step === 'cancel' ? steps.refused : {}
  return (
    <Dialog title={`Cancel the order ${order.number}?`} onClose={onClose}>
      <p className="text-body-sm text-muted">
        {order.name} is told by mail. The pieces are for sale again, and what was paid is paid back.
        This cannot be undone.
      </p>
      <DialogForm
        submitLabel="Cancel the order"
        isDangerous
        busy={steps.pending === 'cancel'}
        onSubmit={() => {
          setChecked(true)
          if (reason) steps.take({ step: 'cancel', body: { reason } }, onClose)
        }}
      >
        <SelectField
          label="Reason, which the customer reads"
          name="cancel-reason"
          required
          value={reason}
          error={isChecked && !reason ? 'Please choose a reason.' : message}
          onChange={({ target }) => setReason(target.value)}
        >
          <option value="">Choose a reason</option>
          {STAFF_CANCEL_REASONS.filter((known) => known !== CAME_BACK).map((known) => (
            <option key={known}>{known}</option>
          ))}
        </SelectField>
      </DialogForm>
    </Dialog>
  )
}

function RefundDialog({ order, steps, draft, onDraft, onClose }: DialogProps) {
  const { refundAmount = String(order.refundable), refundReason = '' } = draft
  const [isChecked, setChecked] = useState(false)
  const amountError = findRefundError(refundAmount, order.refundable)
  const reasonError = refundReason.trim() ? undefined : 'Please enter a reason.'
  const { message } = steps.refused?.step === 'refund' ? steps.refused : {}
  return (
    <Dialog title="Pay back" onClose={onClose}>
      <p className="text-body-sm text-muted">
        {order.method === 'cod'
          ? 'Cash was collected: transfer the amount first, then record it here.'
          : 'The amount goes back to where it was paid from, in five to seven days.'}{' '}
        {order.name} is told by mail. This cannot be undone.
      </p>
      <DialogForm
        submitLabel={
          amountError ? 'Pay back' : `Pay back ${formatRupees(parseTypedAmount(refundAmount))}`
        }
        busy={steps.pending === 'refund'}
        onSubmit={() => {
          setChecked(true)
          if (amountError || reasonError) return
          const amount = parseTypedAmount(refundAmount)
          steps.take({ step: 'refund', body: { amount, reason: refundReason.trim() } }, () => {
            onDraft({ refundAmount: undefined, refundReason: undefined })
            onClose()
          })
        }}
      >
        <Field
          label="Amount in rupees"
          name="refund-amount"
          inputMode="decimal"
          autoComplete="off"
          required
          hint={`At most ${formatRupees(order.refundable)}.`}
          value={refundAmount}
          error={isChecked ? amountError : undefined}
          onChange={({ target }) => onDraft({ refundAmount: target.value })}
        />
        <Field
          label="Reason, which the customer reads"
          name="refund-reason"
          autoComplete="off"
          maxLength={ORDER_LIMITS.reason}
          required
          value={refundReason}
          error={isChecked ? (reasonError ?? message) : message}
          onChange={({ target }) => onDraft({ refundReason: target.value || undefined })}
        />
      </DialogForm>
    </Dialog>
  )
}
