import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { EditorOrder } from '#src/contract/editor-orders.ts'
import type { OrderAddress, OrderLine } from '#src/contract/orders.ts'
import { ORDER_LIMITS } from '#src/contract/values.ts'
import { formatRupees } from '#src/rules/money.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { TextareaField } from '#src/ui/Field.tsx'
import { TotalRow } from '#src/ui/TotalRow.tsx'
import { request } from '../app/api.ts'
import { formatDateTime, formatDay } from '../app/time.ts'
import { Badge, Page } from '../ui/controls.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { OrderBadges } from './OrderBadges.tsx'
import { OrderReturns } from './OrderReturns.tsx'
import { Section } from './OrderSection.tsx'
import { OrderSteps } from './OrderSteps.tsx'
import { refundBadges } from './order-labels.ts'
import { useOrderDraft } from './use-order-draft.ts'
import { orderKey, useOrderSteps } from './use-order-steps.ts'

/** Whether it has a parcel, or will have one. */
const isParcel = ({ state, shipments }: EditorOrder): boolean =>
  state === 'placed' || shipments.length > 0

/** An order, read once each time that the page is opened: every reading is in the audit log. */
export function OrderPage({ params: { number } }: { params: { number: string } }) {
  const order = useQuery({
    queryKey: orderKey(number),
    queryFn: () => request('GET /editor/orders/:number', { param: number }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Page
      title={`Order ${number}`}
      actions={
        <>
          {order.data && isParcel(order.data.order) && (
            <Link to={`/orders/${number}/slip`} className={buttonClass('secondary')}>
              Packing slip
            </Link>
          )}
          <Link to={`/orders/${number}/summary`} className={buttonClass('secondary')}>
            {order.data?.order.invoiceNumber ? 'Tax invoice' : 'Order summary'}
          </Link>
        </>
      }
    >
      <p>
        <TextLink to="/orders">All orders</TextLink>
      </p>
      <Loaded from={order}>{(data) => <Content key={number} order={data.order} />}</Loaded>
    </Page>
  )
}

function Content({ order }: { order: EditorOrder }) {
  const [draft, changeDraft] = useOrderDraft(order.number)
  const steps = useOrderSteps(order)
  return (
    <>
      <p className="flex flex-wrap items-center gap-1.5 text-sm">
        <OrderBadges order={order} />
        <span className="ms-1.5 text-muted">{formatDateTime(order.date)}</span>
      </p>
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <div className="flex min-w-0 flex-col gap-8">
          <OrderSteps order={order} steps={steps} draft={draft} onDraft={changeDraft} />
          <OrderReturns order={order} steps={steps} draft={draft} onDraft={changeDraft} />
          <Lines order={order} />
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <Parcel order={order} />
          <Payment order={order} />
          <Note
            note={order.note}
            typed={draft.note}
            isBusy={steps.pending === 'note'}
            error={steps.refused?.step === 'note' ? steps.refused.message : undefined}
            onType={(note) => changeDraft({ note })}
            onSave={(note) =>
              steps.take({ step: 'note', body: { note } }, () => changeDraft({ note: undefined }))
            }
          />
          {order.events.length > 0 && <Timeline order={order} />}
        </div>
      </div>
    </>
  )
}

/** What becomes of a line's pieces but for those that stay with the buyer. */
const toPieceFacts = ({ cancelled, returned, returnable }: OrderLine): string[] => [
  ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
  ...(returned > 0 ? [`${returned} came back`] : []),
  ...(returnable > 0 ? [`${returnable} can be returned`] : []),
]

const Lines = ({ order }: { order: EditorOrder }) => (
  <Section title="Pieces">
    <ul className="flex flex-col">
      {order.lines.map((line) => (
        <LineItem key={line.position} line={line} />
      ))}
    </ul>
    {(order.gift.wrap || order.gift.note) && (
      <p className="border-s-2 border-accent ps-4 text-sm whitespace-pre-wrap">
        {order.gift.wrap && <span className="block font-medium">To be wrapped as a gift.</span>}
        {order.gift.note && `Card: “${order.gift.note}”`}
      </p>
    )}
    <dl className="flex flex-col gap-2 text-sm">
      <TotalRow label="Subtotal" rupees={order.subtotal} />
      <TotalRow label="Tax (5%)" rupees={order.tax} />
      <TotalRow label="Total" rupees={order.total} strong />
    </dl>
  </Section>
)

function LineItem({ line }: { line: OrderLine }) {
  const { title, productId, variant, sku, picture, price, quantity, personalised } = line
  const choice = Object.entries(variant).map(([name, value]) => `${name}: ${value}`)
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)_auto] gap-x-4 border-b border-line py-3 text-sm">
      <span className="block aspect-product overflow-hidden bg-frame">
        {picture && <img src={picture} alt="" className="size-full object-cover" />}
      </span>
      <span className="flex min-w-0 flex-col items-start gap-0.5 wrap-anywhere">
        {productId ? (
          <TextLink to={`/products/${productId}`} className="font-medium sm:min-h-0">
            {title}
          </TextLink>
        ) : (
          <span className="font-medium">{title}</span>
        )}
        {choice.length > 0 && <span>{choice.join(', ')}</span>}
        {sku && <span className="text-muted">SKU {sku}</span>}
        {personalised && <Badge kind="note">Personalised</Badge>}
        {toPieceFacts(line).map((fact) => (
          <span key={fact} className="text-muted">
            {fact}
          </span>
        ))}
      </span>
      <span className="flex flex-col items-end gap-0.5 figures">
        <span className={quantity > 1 ? 'text-base font-semibold' : ''}>{quantity} ×</span>
        <span className="amount text-muted">{formatRupees(price)}</span>
      </span>
    </li>
  )
}

export const toAddressLines = ({ address, city, state, pincode, country }: OrderAddress) =>
  [address, `${city} ${pincode}`.trim(), [state, country].filter(Boolean).join(', ')].filter(
    Boolean,
  )

const isSameAddress = (a: OrderAddress, b: OrderAddress): boolean =>
  toAddressLines(a).join() === toAddressLines(b).join()

function Parcel({ order }: { order: EditorOrder }) {
  const { name, email, phone, shipTo, billTo, gstin, promised, shipments, customerId } = order
  return (
    <Section title="Parcel">
      <address className="flex flex-col text-sm wrap-anywhere not-italic">
        <span className="font-medium">{name}</span>
        {toAddressLines(shipTo).map((line) => (
          <span key={line} className="whitespace-pre-line">
            {line}
          </span>
        ))}
        {/* Orders of earlier releases have no number, those of deleted accounts no address. */}
        {phone && (
          <TextLink href={`tel:${phone}`} className="self-start">
            {phone}
          </TextLink>
        )}
        {email && (
          <TextLink href={`mailto:${email}`} className="self-start">
            {email}
          </TextLink>
        )}
        {customerId && (
          <TextLink to={`/customers/${customerId}`} className="self-start">
            Open the customer
          </TextLink>
        )}
      </address>
      {promised && (
        <p className="text-sm">
          Promised for {formatDay(promised.from)}
          {promised.to !== promised.from && ` to ${formatDay(promised.to)}`}.
        </p>
      )}
      {shipments.map((shipment) => (
        <p key={shipment.dispatchedAt} className="text-sm wrap-anywhere">
          {shipment.carrier}
          {shipment.trackingNumber && `, ${shipment.trackingNumber}`}
          {shipment.trackingUrl && (
            <TextLink href={shipment.trackingUrl} target="_blank" rel="noreferrer" className="ms-3">
              Track it
            </TextLink>
          )}
        </p>
      ))}
      {(gstin || !isSameAddress(shipTo, billTo)) && (
        <p className="flex flex-col text-sm wrap-anywhere">
          <span className="font-medium">Bill to</span>
          {toAddressLines(billTo).map((line) => (
            <span key={line}>{line}</span>
          ))}
          {gstin && <span>GSTIN {gstin}</span>}
        </p>
      )}
    </Section>
  )
}

const Payment = ({ order }: { order: EditorOrder }) => (
  <Section title="Payment">
    <p className="text-sm">
      {METHOD_RULES[order.method].desk}, {formatRupees(order.total)}
      {order.payBefore && `, awaited until ${formatDateTime(order.payBefore)}`}.
    </p>
    {order.paymentId && (
      <p className="text-sm wrap-anywhere text-muted">Payment {order.paymentId}</p>
    )}
    {order.refunds.length > 0 && (
      <ul className="flex flex-col text-sm">
        {order.refunds.map(({ id, amount, state, reason, at }) => (
          <li key={id} className="flex flex-col gap-1 border-b border-line py-2">
            <span className="flex flex-wrap items-center gap-2">
              <span className="amount font-medium">{formatRupees(amount)}</span>
              <Badge kind={refundBadges[state][0]}>{refundBadges[state][1]}</Badge>
              <span className="text-muted">{formatDateTime(at)}</span>
            </span>
            <span className="wrap-anywhere">{reason}</span>
          </li>
        ))}
      </ul>
    )}
  </Section>
)

interface NoteProps {
  note: string
  /** Undefined where nothing has been typed. */
  typed: string | undefined
  isBusy: boolean
  error: string | undefined
  onType: (note: string | undefined) => void
  onSave: (note: string) => void
}

function Note({ note, typed, isBusy, error, onType, onSave }: NoteProps) {
  const text = typed ?? note
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(text)
      }}
    >
      <TextareaField
        label="Note for the team"
        name="order-note"
        rows={3}
        maxLength={ORDER_LIMITS.note}
        value={text}
        error={error}
        onChange={({ target: { value } }) => onType(value === note ? undefined : value)}
      />
      {typed !== undefined && (
        <span className="flex gap-2">
          <Button type="submit" busy={isBusy}>
            Save the note
          </Button>
          <Button variant="quiet" onClick={() => onType(undefined)}>
            Discard it
          </Button>
        </span>
      )}
    </form>
  )
}

/** What happened, the newest first; nothing of it can be changed. */
function Timeline({ order: { events } }: { order: EditorOrder }) {
  const [isLong, setLong] = useState(false)
  const newest = events.toReversed()
  const shown = isLong ? newest : newest.slice(0, 8)
  return (
    <Section title="Timeline">
      <ol className="flex flex-col border-s border-edge ps-4 text-sm">
        {shown.map(({ at, kind, text, by }) => (
          <li
            key={`${at} ${kind} ${text}`}
            className="relative pb-3 before:absolute before:-start-[1.3125rem] before:top-1.5 before:size-2.5 before:rounded-full before:bg-accent"
          >
            <span className="block wrap-anywhere">{text}</span>
            <span className="text-muted">
              {formatDateTime(at)}
              {by && `, ${by}`}
            </span>
          </li>
        ))}
      </ol>
      {shown.length < newest.length && (
        <Button variant="quiet" className="self-start" onClick={() => setLong(true)}>
          {newest.length - shown.length} earlier
        </Button>
      )}
    </Section>
  )
}
