import { useEffect, useState } from 'react'
import type { EditorOrder } from '#src/contract/editor-orders.ts'
import {
  isParcelCancelReason,
  ORDER_LIMITS,
  PLAIN_STEPS,
  type PlainStep,
  STAFF_CANCEL_REASONS,
  STAFF_STEPS,
  type StaffStep,
  type UndoStep,
} from '#src/contract/values.ts'
import { parseTypedAmount } from '#src/editing/typed-price.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { formatRupees } from '#src/rules/money.ts'
import { isInParts, listUnsent, namePieces } from '#src/rules/orders/parcel-pieces.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import { Button, LinkButton } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field, SelectField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { findMissing, useFields } from '#src/ui/use-fields.ts'
import type { useDraft } from '../record/use-draft.ts'
import { confirm } from '../ui/confirm.tsx'
import { DialogForm } from '../ui/DialogForm.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { CARRIER_LIST, CarrierOptions, keepLastCarrier, readLastCarrier } from './carriers.tsx'
import { Section } from './OrderSection.tsx'
import { toPiecesMoneyText } from './order-labels.ts'
import { findRefundError } from './refund-amount.ts'
import { listLeft, pickLines, ShelfFields, type TypedShelf, toShelved } from './ShelfFields.tsx'
import type { useOrderSteps } from './use-order-steps.ts'

export interface StepProps {
  order: EditorOrder
  steps: ReturnType<typeof useOrderSteps>
  draft: ReturnType<typeof useDraft>['typed']
  onDraft: ReturnType<typeof useDraft>['change']
}

/** A new step does not compile until it is named here; its button is below. */
const stepLabels: Record<StaffStep, string> = {
  receive: 'The transfer has arrived',
  pack: 'Mark as packed',
  unpack: 'Mark as not packed',
  dispatch: 'Mark as dispatched',
  deliver: 'Mark as delivered',
  collect: 'Cash is collected',
  correct: 'Correct the delivery',
  correct_parcel: 'Correct the parcel',
  reduce: 'Take pieces off',
  cancel: 'Cancel the order',
  refund: 'Refund',
}

/** What a cancellation does with the money. */
function refundText({ refundable, method }: EditorOrder): string {
  if (refundable <= 0) return ''
  return METHOD_RULES[method].settles === 'before'
    ? ` ${formatRupees(refundable)} is paid back.`
    : ` You then have to transfer ${formatRupees(refundable)} to the customer.`
}

/** Steps whose own form says why they were refused. */
const SHOWN_BESIDE = [
  'note',
  'customer_note',
  'return',
  'receive',
  'correct',
  'correct_parcel',
  'return_parcel',
  'reduce',
]

/** The steps of several parcels at once. */
const allLabels: Partial<Record<PlainStep, string>> = {
  deliver: 'Sent parcels are delivered',
  collect: 'Cash of sent parcels is collected',
}

/** What can be done now, and nothing else. A step that is refused says why. */
export function OrderSteps(props: StepProps) {
  const { order, steps } = props
  const [open, setOpen] = useState<'cancel' | 'refund'>()
  const can = (step: StaffStep): boolean => order.steps[step].can
  const { refused, pending } = steps
  const isOnItsWay = order.state === 'dispatched'
  const isSplit = isInParts(order)
  const packed = order.isPacked && order.events.findLast(({ kind }) => kind === 'packed')
  if (!STAFF_STEPS.some(can) && !refused && !order.undo) return null
  return (
    <Section title="What is next">
      {refused && !SHOWN_BESIDE.includes(refused.step) && (
        <Notice kind="error">{refused.message}</Notice>
      )}
      {can('receive') && <ReceiveForm {...props} />}
      {can('dispatch') && <MissingHsn order={order} />}
      {can('dispatch') && <DispatchForm {...props} />}
      {packed && (
        <p className="text-sm text-muted">
          Packed {formatInstant(packed.at)}
          {packed.by && `, by ${packed.by}`}.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {PLAIN_STEPS.filter(can).map((step, index) => (
          <Button
            key={step}
            variant={index === 0 && !can('dispatch') ? 'primary' : 'secondary'}
            busy={pending === step}
            onClick={() => steps.take({ step })}
          >
            {(isSplit && allLabels[step]) || stepLabels[step]}
          </Button>
        ))}
        {can('refund') && (
          <Button variant="secondary" busy={pending === 'refund'} onClick={() => setOpen('refund')}>
            {stepLabels.refund}…
          </Button>
        )}
        {can('cancel') && !(isOnItsWay && isSplit) && (
          <Button variant="danger" busy={pending === 'cancel'} onClick={() => setOpen('cancel')}>
            {toCancelLabel(order)}…
          </Button>
        )}
      </div>
      <Undo order={order} steps={steps} />
      {open === 'cancel' && <CancelDialog {...props} onClose={() => setOpen(undefined)} />}
      {open === 'refund' && <RefundDialog {...props} onClose={() => setOpen(undefined)} />}
    </Section>
  )
}

function toCancelLabel({ state }: EditorOrder): string {
  if (state === 'part_dispatched') return 'Cancel what is not sent'
  return state === 'dispatched' ? 'The parcel came back, or is lost' : stepLabels.cancel
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

/** Records a bank transfer with its reference, which is of one order alone. */
function ReceiveForm({ order, steps }: StepProps) {
  const [reference, setReference] = useState('')
  const { message } = steps.refused?.step === 'receive' ? steps.refused : {}
  const { errorOf, check } = useFields({
    'order-reference': findMissing(reference, 'Please enter the reference.'),
  })
  return (
    <form
      noValidate
      className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start"
      onSubmit={(event) => {
        event.preventDefault()
        if (check()) steps.take({ step: 'receive', body: { reference: reference.trim() } })
      }}
    >
      <Field
        label="Reference of the transfer"
        name="order-reference"
        required
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        hint={`Of ${formatRupees(order.total)}, as the bank shows it.`}
        value={reference}
        error={errorOf('order-reference') ?? message}
        onChange={({ target }) => setReference(target.value)}
      />
      <Button type="submit" busy={steps.pending === 'receive'} className="sm:mt-[1.8rem]">
        {stepLabels.receive}
      </Button>
    </form>
  )
}

/** Names the pieces whose HSN codes the tax invoice lacks, before their parcel has left. */
function MissingHsn({ order }: Pick<StepProps, 'order'>) {
  const pieces = pickLines(order, listUnsent(order)).filter(({ position }) =>
    order.missingHsn.includes(position),
  )
  if (pieces.length === 0) return null
  return (
    <Notice kind="error">
      These pieces cannot be dispatched, because the tax invoice needs their HSN codes. Enter each
      code in the piece, or in its category.
      <ul className="flex flex-wrap gap-x-4">
        {pieces.map(({ position, productId, title }) => (
          <li key={position}>
            {productId ? <TextLink to={`/products/${productId}`}>{title}</TextLink> : title}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function DispatchForm({ order, steps, draft, onDraft }: StepProps) {
  const { carrier = readLastCarrier(), trackingNumber = '' } = draft
  const unsent = pickLines(order, listUnsent(order))
  // The quantity of each line in the parcel; undefined for all.
  const [counts, setCounts] = useState<Readonly<Record<number, number>>>()
  const toCount = ({ position, count }: { position: number; count: number }) =>
    counts?.[position] ?? count
  const pieces = unsent.flatMap((line) => {
    const quantity = toCount(line)
    return quantity > 0 ? [{ position: line.position, quantity }] : []
  })
  const { errorOf, check } = useFields({
    'order-carrier': findMissing(carrier, 'Please enter the carrier.'),
    [toCountId(unsent[0])]:
      pieces.length === 0 ? 'Please choose at least one piece for the parcel.' : undefined,
  })
  const dispatch = async (parcel: { carrier: string; trackingNumber: string }) => {
    const body = { ...parcel, ...(counts && { lines: pieces }) }
    const texts = [
      [body.carrier, body.trackingNumber].filter(Boolean).join(', '),
      ...(counts ? [namePieces(order.lines, pieces)] : []),
    ]
    const confirmed =
      !order.isDispatchFinal ||
      (await confirm({
        title: 'Has the parcel left?',
        text: `${texts.join('\n')}\n\nThe tax invoice gets its number, and ${order.name} is told by mail. This cannot be undone.`,
        confirmLabel: 'It has left',
      }))
    if (!confirmed) return
    steps.take({ step: 'dispatch', body }, () => {
      keepLastCarrier(body.carrier)
      setCounts(undefined)
      onDraft({ carrier: undefined, trackingNumber: undefined })
    })
  }
  return (
    <form
      noValidate
      className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] sm:items-start"
      onSubmit={(event) => {
        event.preventDefault()
        if (check())
          void dispatch({ carrier: carrier.trim(), trackingNumber: trackingNumber.trim() })
      }}
    >
      <Field
        label="Carrier"
        name="order-carrier"
        list={CARRIER_LIST}
        required
        maxLength={ORDER_LIMITS.carrier}
        autoComplete="off"
        value={carrier}
        error={errorOf('order-carrier')}
        onChange={({ target }) => onDraft({ carrier: target.value })}
      />
      <CarrierOptions />
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
      {countPieces(unsent) > 1 && (
        <div className="flex flex-col gap-3 sm:col-span-full">
          <LinkButton
            className="self-start text-sm"
            onClick={() => setCounts(counts ? undefined : {})}
          >
            {counts ? 'Send all of the pieces' : 'Send some of the pieces'}
          </LinkButton>
          {counts && (
            <fieldset>
              <legend className="mb-2 text-sm font-medium">In this parcel</legend>
              <div className="grid gap-3 sm:grid-cols-2">
                {unsent.map((line) => (
                  <SelectField
                    key={line.position}
                    label={`${line.title}, of ${line.count}`}
                    name={toCountId(line)}
                    required
                    value={toCount(line)}
                    error={errorOf(toCountId(line))}
                    onChange={({ target }) =>
                      setCounts({ ...counts, [line.position]: Number(target.value) })
                    }
                  >
                    {Array.from({ length: line.count + 1 }, (_, quantity) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the index is the quantity
                      <option key={quantity} value={quantity}>
                        {quantity}
                      </option>
                    ))}
                  </SelectField>
                ))}
              </div>
            </fieldset>
          )}
        </div>
      )}
    </form>
  )
}

/** The id of the field for a line. */
const toCountId = (line?: { position: number }) => `parcel-${line?.position}`

const countPieces = (lines: readonly { count: number }[]): number =>
  lines.reduce((sum, { count }) => sum + count, 0)

interface DialogProps extends StepProps {
  onClose: () => void
}

function CancelDialog({ order, steps, onClose }: DialogProps) {
  const isOnItsWay = order.state === 'dispatched'
  const isPart = order.state === 'part_dispatched'
  const reasons = STAFF_CANCEL_REASONS.filter((known) => isParcelCancelReason(known) === isOnItsWay)
  const [reason, setReason] = useState<string>((isOnItsWay && reasons[0]) || '')
  const [typed, setTyped] = useState<TypedShelf>({})
  const { message } = steps.refused?.step === 'cancel' ? steps.refused : {}
  const { errorOf, check } = useFields({
    'cancel-reason': findMissing(reason, 'Please choose a reason.'),
  })
  const lines = isPart ? pickLines(order, listUnsent(order)) : listLeft(order)
  const shelved = toShelved(lines, reason, typed)
  return (
    <Dialog
      title={
        isOnItsWay
          ? 'Has the parcel come back, or is it lost?'
          : `Cancel ${isPart ? 'what is not sent of ' : ''}the order ${order.number}?`
      }
      onClose={onClose}
    >
      <p className="text-body-sm text-muted">
        {order.name} is told by mail.
        {isPart ? ` ${toPiecesMoneyText(order)}` : refundText(order)} This cannot be undone.
      </p>
      <DialogForm
        submitLabel={isPart ? 'Cancel these pieces' : 'Cancel the order'}
        isDangerous
        busy={steps.pending === 'cancel'}
        onSubmit={() => {
          if (check() && shelved) steps.take({ step: 'cancel', body: { reason, shelved } }, onClose)
        }}
      >
        <SelectField
          label="Reason, which the customer reads"
          name="cancel-reason"
          required
          value={reason}
          error={errorOf('cancel-reason') ?? message}
          onChange={({ target }) => {
            setReason(target.value)
            setTyped({})
          }}
        >
          {!isOnItsWay && <option value="">Choose a reason</option>}
          {reasons.map((known) => (
            <option key={known}>{known}</option>
          ))}
        </SelectField>
        {reason && <ShelfFields lines={lines} reason={reason} typed={typed} onType={setTyped} />}
      </DialogForm>
    </Dialog>
  )
}

function RefundDialog({ order, steps, draft, onDraft, onClose }: DialogProps) {
  const likely = order.refundDue > 0 ? String(order.refundDue) : ''
  const { refundAmount = likely, refundReason = '' } = draft
  const amountError = findRefundError(refundAmount, order.refundable)
  const { errorOf, check } = useFields({
    'refund-amount': amountError,
    'refund-reason': findMissing(refundReason, 'Please enter a reason.'),
  })
  const { message } = steps.refused?.step === 'refund' ? steps.refused : {}
  return (
    <Dialog title="Pay back" onClose={onClose}>
      <p className="text-body-sm text-muted">
        {METHOD_RULES[order.method].settles !== 'before'
          ? 'Transfer the amount first, then record it here.'
          : 'The amount goes back to where it was paid from, in five to seven days.'}{' '}
        {order.name} is told by mail. This cannot be undone.
      </p>
      <DialogForm
        submitLabel={
          amountError ? 'Pay back' : `Pay back ${formatRupees(parseTypedAmount(refundAmount))}`
        }
        busy={steps.pending === 'refund'}
        onSubmit={() => {
          if (!check()) return
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
          hint={`${order.refundDue > 0 ? `${formatRupees(order.refundDue)} for what came back. ` : ''}At most ${formatRupees(order.refundable)}.`}
          value={refundAmount}
          error={errorOf('refund-amount')}
          onChange={({ target }) => onDraft({ refundAmount: target.value })}
        />
        <LinkButton
          className="self-start text-sm"
          onClick={() => onDraft({ refundAmount: String(order.refundable) })}
        >
          Pay back all of it
        </LinkButton>
        <Field
          label="Reason, which the customer reads"
          name="refund-reason"
          autoComplete="off"
          maxLength={ORDER_LIMITS.reason}
          required
          value={refundReason}
          error={errorOf('refund-reason') ?? message}
          onChange={({ target }) => onDraft({ refundReason: target.value || undefined })}
        />
      </DialogForm>
    </Dialog>
  )
}
