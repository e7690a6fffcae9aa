import type { OrderAddress } from '#src/contract/orders.ts'
import { formatShortDay } from '#src/rules/dates.ts'
import { ORDER_RULES } from '#src/rules/orders/order-states.ts'
import { isInParts } from '#src/rules/orders/parcel-pieces.ts'
import { useRights } from '../app/rights.ts'
import { MESSAGES } from '../messages/message-list.ts'
import { TextLink } from '../ui/TextLink.tsx'
import { CorrectDelivery, CorrectParcel } from './OrderCorrections.tsx'
import { Section } from './OrderSection.tsx'
import type { StepProps } from './OrderSteps.tsx'
import { ParcelHead, ParcelSteps } from './ParcelSteps.tsx'

const toAddressLines = ({ address, city, state, pincode, country }: OrderAddress) =>
  [address, `${city} ${pincode}`.trim(), [state, country].filter(Boolean).join(', ')].filter(
    Boolean,
  )

const isSameAddress = (a: OrderAddress, b: OrderAddress): boolean =>
  toAddressLines(a).join() === toAddressLines(b).join()

/** Shows the addresses of an order, and its dispatched parcels. */
export function OrderParcel({ order, steps }: Pick<StepProps, 'order' | 'steps'>) {
  const can = useRights()
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
        {email && can('messages') && (
          <TextLink
            to="/messages"
            className="self-start"
            onClick={() => MESSAGES.remember({ email })}
          >
            Messages of this address
          </TextLink>
        )}
        {customerId && (
          <TextLink to={`/customers/${customerId}`} className="self-start">
            Open the customer
          </TextLink>
        )}
      </address>
      <CorrectDelivery order={order} steps={steps} />
      {promised && !ORDER_RULES[order.state].isOver && (
        <p className="text-sm">
          Promised for {formatShortDay(promised.from)}
          {promised.to !== promised.from && ` to ${formatShortDay(promised.to)}`}.
        </p>
      )}
      {shipments.map((shipment) => (
        <div key={shipment.id} className="flex flex-col gap-2">
          <p className="text-sm wrap-anywhere">
            {isInParts(order) && <ParcelHead order={order} shipment={shipment} />}
            {shipment.carrier}
            {shipment.trackingNumber && `, ${shipment.trackingNumber}`}
            {shipment.trackingUrl && (
              <TextLink
                href={shipment.trackingUrl}
                target="_blank"
                rel="noreferrer"
                className="ms-3"
              >
                Track it
              </TextLink>
            )}
          </p>
          {isInParts(order) && <ParcelSteps order={order} steps={steps} shipment={shipment} />}
          <CorrectParcel order={order} steps={steps} shipment={shipment} />
        </div>
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
      {order.pan && <p className="text-sm">PAN {order.pan}</p>}
    </Section>
  )
}
