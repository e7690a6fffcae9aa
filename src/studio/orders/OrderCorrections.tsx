import { type ReactNode, useState } from 'react'
import type { EditorOrder } from '#src/contract/editor-orders.ts'
import { ACCOUNT_LIMITS, ADDRESS_LIMITS } from '#src/contract/form-limits.ts'
import { ORDER_LIMITS, REDUCE_REASONS } from '#src/contract/values.ts'
import { listUnsent } from '#src/rules/orders/parcel-pieces.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { CheckboxField, Field, SelectField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { findMissing, useFields } from '#src/ui/use-fields.ts'
import { DialogForm } from '../ui/DialogForm.tsx'
import type { StepProps } from './OrderSteps.tsx'
import { toPiecesMoneyText } from './order-labels.ts'
import { pickLines, ShelfFields, type TypedShelf, toShelved } from './ShelfFields.tsx'
import type { OrderAction } from './use-order-steps.ts'

// What the staff puts right after an order is placed, each with a mail by choice.

type Props = Pick<StepProps, 'order' | 'steps'>
interface DialogProps extends Props {
  onClose: () => void
}

interface OpenerProps {
  label: string
  children: (close: () => void) => ReactNode
}

/** A button with its dialog. */
function Opener({ label, children }: OpenerProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" className="self-start" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}

export const CorrectDelivery = (props: Props) =>
  props.order.steps.correct.can && (
    <Opener label="Correct the delivery…">
      {(onClose) => <DeliveryDialog {...props} onClose={onClose} />}
    </Opener>
  )

export const CorrectParcel = ({ shipment, ...props }: Props & { shipment: Shipment }) =>
  props.order.steps.correct_parcel.can &&
  shipment.deliveredAt === null &&
  shipment.returnedAt === null && (
    <Opener label="Correct the parcel…">
      {(onClose) => <ParcelDialog {...props} shipment={shipment} onClose={onClose} />}
    </Opener>
  )

export const ReduceOrder = (props: Props) =>
  props.order.steps.reduce.can &&
  // All pieces of an order are cancelled instead.
  countUnsent(props.order) > (props.order.state === 'part_dispatched' ? 0 : 1) && (
    <Opener label="Take pieces off…">
      {(onClose) => <ReduceDialog {...props} onClose={onClose} />}
    </Opener>
  )

type Shipment = EditorOrder['shipments'][number]

const countUnsent = (order: EditorOrder): number =>
  listUnsent(order).reduce((sum, { quantity }) => sum + quantity, 0)

interface CorrectionProps extends DialogProps {
  title: string
  step: OrderAction['step']
  submitLabel: string
  /** What cannot be undone; nothing for most. */
  warning?: string
  /** Undefined while something that is typed is not possible. */
  toAction: (tellsCustomer: boolean) => OrderAction | undefined
  onChecked?: () => void
  children: ReactNode
}

/** A dialog that corrects something, and asks whether the customer is told. */
function CorrectionDialog(props: CorrectionProps) {
  const { order, steps, title, step, submitLabel, warning, toAction, children, onClose } = props
  const [tellsCustomer, setTells] = useState(true)
  return (
    <Dialog title={title} onClose={onClose}>
      {warning && <p className="text-body-sm text-muted">{warning}</p>}
      <DialogForm
        submitLabel={submitLabel}
        busy={steps.pending === step}
        onSubmit={() => {
          props.onChecked?.()
          const action = toAction(tellsCustomer)
          if (action) steps.take(action, onClose)
        }}
      >
        {steps.refused?.step === step && <Notice kind="error">{steps.refused.message}</Notice>}
        {children}
        <CheckboxField
          label={`Tell ${order.name} by mail`}
          name="tells-customer"
          checked={tellsCustomer}
          onChange={({ target }) => setTells(target.checked)}
        />
      </DialogForm>
    </Dialog>
  )
}

const ADDRESS_FIELDS = [
  ['address', 'Address'],
  ['city', 'City'],
  ['state', 'State'],
  ['pincode', 'Pincode'],
  ['country', 'Country'],
] as const

function DeliveryDialog({ order, steps, onClose }: DialogProps) {
  const [address, setAddress] = useState(order.shipTo)
  const [phone, setPhone] = useState(order.phone)
  const [name, setName] = useState(order.name)
  return (
    <CorrectionDialog
      order={order}
      steps={steps}
      onClose={onClose}
      title="Correct the delivery"
      step="correct"
      submitLabel="Save"
      toAction={(tellsCustomer) => ({
        step: 'correct',
        body: { name: name.trim(), address, phone, tellsCustomer },
      })}
    >
      <Field
        label="Name of the recipient"
        name="delivery-name"
        required
        maxLength={ACCOUNT_LIMITS.name}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {ADDRESS_FIELDS.map(([name, label]) => (
        <Field
          key={name}
          label={label}
          name={`delivery-${name}`}
          required={name !== 'country'}
          maxLength={ADDRESS_LIMITS[name]}
          autoComplete="off"
          value={address[name]}
          onChange={({ target }) => setAddress({ ...address, [name]: target.value })}
        />
      ))}
      <Field
        label="Telephone for the courier"
        name="delivery-phone"
        type="tel"
        required
        maxLength={ACCOUNT_LIMITS.phone}
        autoComplete="off"
        value={phone}
        onChange={({ target }) => setPhone(target.value)}
      />
    </CorrectionDialog>
  )
}

function ParcelDialog({
  order,
  steps,
  shipment: { id, ...shipment },
  onClose,
}: DialogProps & { shipment: Shipment }) {
  const [carrier, setCarrier] = useState(shipment.carrier)
  const [trackingNumber, setTrackingNumber] = useState(shipment.trackingNumber)
  return (
    <CorrectionDialog
      order={order}
      steps={steps}
      onClose={onClose}
      title="Correct the parcel"
      step="correct_parcel"
      submitLabel="Save"
      toAction={(tellsCustomer) => ({
        step: 'correct_parcel',
        id,
        body: { carrier: carrier.trim(), trackingNumber: trackingNumber.trim(), tellsCustomer },
      })}
    >
      <Field
        label="Tracking number"
        name="parcel-tracking"
        maxLength={ORDER_LIMITS.trackingNumber}
        autoComplete="off"
        autoCapitalize="characters"
        value={trackingNumber}
        onChange={({ target }) => setTrackingNumber(target.value)}
      />
      <Field
        label="Carrier"
        name="parcel-carrier"
        required
        maxLength={ORDER_LIMITS.carrier}
        autoComplete="off"
        value={carrier}
        onChange={({ target }) => setCarrier(target.value)}
      />
    </CorrectionDialog>
  )
}

/** The id of the field for a line. */
const toCountId = (line?: { position: number }) => `reduce-${line?.position}`

function ReduceDialog({ order, steps, onClose }: DialogProps) {
  const [counts, setCounts] = useState<Readonly<Record<number, number>>>({})
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState<TypedShelf>({})
  const left = pickLines(order, listUnsent(order))
  const taken = left.flatMap((line) => {
    const count = counts[line.position] ?? 0
    return count > 0 ? [{ ...line, count }] : []
  })
  const shelved = toShelved(taken, reason, typed)
  const { errorOf, check } = useFields({
    [toCountId(left[0])]:
      taken.length === 0 ? 'Please choose what is taken off the order.' : undefined,
    'reduce-reason': findMissing(reason, 'Please choose a reason.'),
  })
  return (
    <CorrectionDialog
      order={order}
      steps={steps}
      onClose={onClose}
      title="Take pieces off the order"
      step="reduce"
      submitLabel="Take them off"
      warning={`${toPiecesMoneyText(order)} This cannot be undone.`}
      onChecked={check}
      toAction={(tellsCustomer) => {
        if (taken.length === 0 || !reason || !shelved) return undefined
        const lines = taken.map(({ position, count }) => ({ position, quantity: count }))
        return { step: 'reduce', body: { lines, reason, shelved, tellsCustomer } }
      }}
    >
      {left.map(({ position, title, count }) => (
        <SelectField
          key={position}
          label={title}
          name={toCountId({ position })}
          required
          value={counts[position] ?? 0}
          error={errorOf(toCountId({ position }))}
          onChange={({ target }) => setCounts({ ...counts, [position]: Number(target.value) })}
        >
          {Array.from({ length: count + 1 }, (_, quantity) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the quantity
            <option key={quantity} value={quantity}>
              {quantity === 0 ? `Keep ${count}` : `Take ${quantity} off`}
            </option>
          ))}
        </SelectField>
      ))}
      <SelectField
        label="Reason, which the customer reads"
        name="reduce-reason"
        required
        value={reason}
        error={errorOf('reduce-reason')}
        onChange={({ target }) => {
          setReason(target.value)
          setTyped({})
        }}
      >
        <option value="">Choose a reason</option>
        {REDUCE_REASONS.map((known) => (
          <option key={known}>{known}</option>
        ))}
      </SelectField>
      {reason && taken.length > 0 && (
        <ShelfFields lines={taken} reason={reason} typed={typed} onType={setTyped} />
      )}
    </CorrectionDialog>
  )
}
