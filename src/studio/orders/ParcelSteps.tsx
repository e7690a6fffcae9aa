import { useState } from 'react'
import type { EditorOrder } from '#src/contract/editor-orders.ts'
import { PARCEL_CANCEL_REASONS } from '#src/contract/values.ts'
import { formatShortDay, toIndianDay } from '#src/rules/dates.ts'
import { formatRupees } from '#src/rules/money.ts'
import { namePieces } from '#src/rules/orders/parcel-pieces.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { SelectField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Badge } from '../ui/controls.tsx'
import { DialogForm } from '../ui/DialogForm.tsx'
import type { StepProps } from './OrderSteps.tsx'
import { toPiecesMoneyText } from './order-labels.ts'
import { pickLines, ShelfFields, type TypedShelf, toShelved } from './ShelfFields.tsx'

// One of several parcels of an order.

type Shipment = EditorOrder['shipments'][number]

interface ParcelProps extends Pick<StepProps, 'order' | 'steps'> {
  shipment: Shipment
}

function toParcelBadge({ deliveredAt, returnedAt }: Shipment) {
  if (returnedAt)
    return ['neutral', `Back or lost, ${formatShortDay(toIndianDay(returnedAt))}`] as const
  return deliveredAt
    ? (['good', `Delivered ${formatShortDay(toIndianDay(deliveredAt))}`] as const)
    : (['note', 'On its way'] as const)
}

/** The pieces of a parcel, and where they are. */
export function ParcelHead({ order, shipment }: Omit<ParcelProps, 'steps'>) {
  const [kind, label] = toParcelBadge(shipment)
  return (
    <span className="mb-1 flex flex-col items-start gap-1">
      <span className="font-medium">{namePieces(order.lines, shipment.lines)}</span>
      <Badge kind={kind}>{label}</Badge>
      {shipment.toCollect > 0 && <span>{formatRupees(shipment.toCollect)} to collect in cash</span>}
      {shipment.invoiceNumber && <span>Invoice {shipment.invoiceNumber}</span>}
    </span>
  )
}

export function ParcelSteps(props: ParcelProps) {
  const { steps, shipment } = props
  const { id, deliveredAt, returnedAt, toCollect } = shipment
  const [isOpen, setOpen] = useState(false)
  const isUnderWay = !deliveredAt && !returnedAt
  if (!isUnderWay && toCollect === 0) return null
  const isBusy = steps.pending === 'parcel'
  return (
    <div className="flex flex-wrap gap-2">
      {isUnderWay && (
        <Button
          variant="secondary"
          busy={isBusy}
          onClick={() => steps.take({ step: 'parcel', id, name: 'deliver' })}
        >
          Delivered
        </Button>
      )}
      {toCollect > 0 && (
        <Button
          variant="secondary"
          busy={isBusy}
          onClick={() => steps.take({ step: 'parcel', id, name: 'collect' })}
        >
          Cash is collected
        </Button>
      )}
      {isUnderWay && (
        <Button variant="danger" onClick={() => setOpen(true)}>
          It came back, or is lost…
        </Button>
      )}
      {isOpen && <ReturnDialog {...props} onClose={() => setOpen(false)} />}
    </div>
  )
}

function ReturnDialog({ order, steps, shipment, onClose }: ParcelProps & { onClose: () => void }) {
  const [reason, setReason] = useState<string>(PARCEL_CANCEL_REASONS[0])
  const [typed, setTyped] = useState<TypedShelf>({})
  const lines = pickLines(order, shipment.lines)
  const shelved = toShelved(lines, reason, typed)
  const { id } = shipment
  return (
    <Dialog title="Has the parcel come back, or is it lost?" onClose={onClose}>
      <p className="text-body-sm text-muted">
        Its pieces are cancelled. {toPiecesMoneyText(order)} {order.name} is told by mail. This
        cannot be undone.
      </p>
      <DialogForm
        submitLabel="Cancel these pieces"
        isDangerous
        busy={steps.pending === 'return_parcel'}
        onSubmit={() => {
          if (shelved) steps.take({ step: 'return_parcel', id, body: { reason, shelved } }, onClose)
        }}
      >
        {steps.refused?.step === 'return_parcel' && (
          <Notice kind="error">{steps.refused.message}</Notice>
        )}
        <SelectField
          label="Reason, which the customer reads"
          name="parcel-reason"
          required
          value={reason}
          onChange={({ target }) => {
            setReason(target.value)
            setTyped({})
          }}
        >
          {PARCEL_CANCEL_REASONS.map((known) => (
            <option key={known}>{known}</option>
          ))}
        </SelectField>
        <ShelfFields lines={lines} reason={reason} typed={typed} onType={setTyped} />
      </DialogForm>
    </Dialog>
  )
}
