import type { OrderDetail } from '#src/contract/orders.ts'
import { ORDER_STATES, type OrderState } from '#src/contract/values.ts'
import { formatDay, formatInstant, formatShortDay, toIndianDay } from '#src/rules/dates.ts'
import { describeReturn } from '#src/rules/orders/describe-return.ts'
import { listStates, ORDER_RULES, UNDER_WAY_STATES } from '#src/rules/orders/order-states.ts'
import { isInParts, listUnsent, namePieces } from '#src/rules/orders/parcel-pieces.ts'
import { orderPath } from '#src/rules/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { checkIcon } from '#src/ui/icons.ts'
import { Bank } from './OrderParts.tsx'

interface Props {
  order: OrderDetail
}

/** The state between is named once a part is sent. */
const WAY = listStates(({ isBought }) => isBought)
const toWay = (state: OrderState): OrderState[] =>
  WAY.filter((step) => step !== 'part_dispatched' || step === state)

/** The way of the order, what is promised, the parcels, and everything that has happened. */
export function Progress({ order }: Props) {
  const { state, promised, shipments, returns, payBefore, cancelReason, exchangeOf } = order
  const unsent = listUnsent(order)
  const isUnderWay = UNDER_WAY_STATES.includes(state)
  return (
    <section aria-labelledby="progress" className="flex min-w-0 flex-col gap-5">
      <h2 id="progress" className="border-b border-line pb-3 text-title">
        Where it stands
      </h2>
      {state === 'cancelled' ? (
        <p className="wrap-anywhere">
          This order is cancelled{cancelReason && `: ${cancelReason}`}.
        </p>
      ) : (
        <Steps order={order} />
      )}
      {order.events.filter(isNote).map(({ at, text }) => (
        <div key={`${at} ${text}`} className="border-s-2 border-accent ps-4">
          <p className="text-body-sm text-muted">Our note of {formatInstant(at)}</p>
          <p className="wrap-anywhere whitespace-pre-line">{text}</p>
        </div>
      ))}
      {payBefore && <p>Your pieces are kept for you until {formatInstant(payBefore)}.</p>}
      {exchangeOf && (
        <p className="wrap-anywhere">
          It replaces what you send back of the <OrderLink number={exchangeOf} />.
        </p>
      )}
      {order.bank && <Bank order={order} bank={order.bank} />}
      {isUnderWay && promised && (
        <p>
          {promised.from === promised.to
            ? `It arrives on ${formatDay(promised.from)}.`
            : `It arrives between ${formatDay(promised.from)} and ${formatDay(promised.to)}.`}
        </p>
      )}
      {shipments.map(({ id, lines, carrier, trackingNumber, trackingUrl, ...parcel }) => (
        <p key={id} className="wrap-anywhere">
          {isInParts(order) && (
            <>
              <span className="block">{namePieces(order.lines, lines)}</span>
              {describeParcel(parcel)},{' '}
            </>
          )}
          {carrier}
          {trackingNumber && (
            <>
              ,{' '}
              {trackingUrl ? (
                <a href={trackingUrl} className="link" target="_blank" rel="noreferrer">
                  {trackingNumber}
                  <span className="sr-only"> (opens a new tab)</span>
                </a>
              ) : (
                trackingNumber
              )}
            </>
          )}
        </p>
      ))}
      {shipments.length > 0 && unsent.length > 0 && (
        <p className="wrap-anywhere">
          <span className="block">{namePieces(order.lines, unsent)}</span>
          Not sent yet
        </p>
      )}
      {returns.map((request) => (
        <p key={request.id} className="wrap-anywhere">
          {describeReturn(request)}
          {request.exchange && request.exchange.state !== 'cancelled' && (
            <>
              {' '}
              What leaves instead: <OrderLink number={request.exchange.number} />.
            </>
          )}
        </p>
      ))}
      <Events order={order} />
    </section>
  )
}

function describeParcel({
  deliveredAt,
  returnedAt,
}: Pick<OrderDetail['shipments'][number], 'deliveredAt' | 'returnedAt'>): string {
  if (returnedAt) return 'Did not reach you'
  return deliveredAt ? `Arrived on ${formatShortDay(toIndianDay(deliveredAt))}` : 'On its way'
}

const OrderLink = ({ number }: { number: string }) => (
  <a href={orderPath(number)} className="link">
    order {number}
  </a>
)

/** The steps of the way, each with its time once it is reached. */
function Steps({ order: { state, date, events } }: Props) {
  const reached = ORDER_STATES.indexOf(state)
  const timeOf = (step: OrderState) =>
    events.findLast(({ kind }) => kind === step)?.at ?? (step === 'placed' ? date : undefined)
  return (
    <ol aria-label="The way of your order" className="m-0 flex list-none gap-2 p-0">
      {toWay(state).map((step) => {
        const isReached = ORDER_STATES.indexOf(step) <= reached
        return (
          <li
            key={step}
            aria-current={step === state ? 'step' : undefined}
            className={`flex min-w-0 flex-1 flex-col gap-2 border-t pt-3 text-body-sm wrap-anywhere ${isReached ? 'border-accent' : 'border-line text-muted'}`}
          >
            <span className="flex items-center gap-1.5">
              {isReached && <Icon path={checkIcon} className="size-4 shrink-0 text-accent" />}
              {ORDER_RULES[step].label}
              <span className="sr-only">{isReached ? ' (reached)' : ' (not yet)'}</span>
            </span>
            {isReached && <StepTime at={timeOf(step)} />}
          </li>
        )
      })}
    </ol>
  )
}

/** The day alone, short: a step is a third of a phone wide. */
const StepTime = ({ at }: { at: string | undefined }) =>
  at && (
    <time dateTime={at} className="text-muted figures">
      {formatShortDay(toIndianDay(at))}
    </time>
  )

/** A note of the staff, which stands apart from what has happened. */
const isNote = ({ kind }: OrderDetail['events'][number]): boolean => kind === 'noted'

/** The newest first. */
const Events = ({ order: { events } }: Props) => (
  <ol
    aria-label="What has happened"
    className="m-0 flex list-none flex-col gap-2 p-0 text-body-sm empty:hidden"
  >
    {events
      .filter((event) => !isNote(event))
      .toReversed()
      .map(({ at, kind, text }) => (
        <li key={`${at} ${kind}`} className="flex flex-wrap gap-x-4">
          <time dateTime={at} className="text-muted figures">
            {formatInstant(at)}
          </time>
          <span className="min-w-0 wrap-anywhere">{text}</span>
        </li>
      ))}
  </ol>
)
