import type { OrderDetail } from '#src/contract/orders.ts'
import { ORDER_STATES } from '#src/contract/values.ts'
import { formatDate, formatIst } from '#src/rules/dates.ts'
import { ORDER_RULES } from '#src/rules/orders/order-states.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { checkIcon } from '#src/ui/icons.ts'

interface Props {
  order: OrderDetail
}

const WAY = ['placed', 'dispatched', 'delivered'] as const

/** The way of the order, what is promised, the parcels, and everything that has happened. */
export function Progress({ order }: Props) {
  const { state, promised, shipments, returns, payBefore, cancelReason } = order
  const isUnderWay = state === 'placed' || state === 'dispatched'
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
      {state === 'awaiting_payment' && payBefore && (
        <p>Your pieces are kept for you until {formatIst(payBefore)}.</p>
      )}
      {isUnderWay && promised && (
        <p>
          {promised.from === promised.to
            ? `It arrives on ${formatDate(promised.from)}.`
            : `It arrives between ${formatDate(promised.from)} and ${formatDate(promised.to)}.`}
        </p>
      )}
      {shipments.map(({ carrier, trackingNumber, trackingUrl, dispatchedAt }) => (
        <p key={dispatchedAt} className="wrap-anywhere">
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
      {returns
        .filter(({ answer }) => answer !== '')
        .map(({ id, answer }) => (
          <p key={id} className="wrap-anywhere">
            Of your return: {answer}
          </p>
        ))}
      <Events order={order} />
    </section>
  )
}

/** The steps of the way, each with its time once it is reached. */
function Steps({ order: { state, date, events } }: Props) {
  const reached = ORDER_STATES.indexOf(state)
  const timeOf = (step: (typeof WAY)[number]) =>
    events.findLast(({ kind }) => kind === step)?.at ?? (step === 'placed' ? date : undefined)
  return (
    <ol aria-label="The way of your order" className="m-0 flex list-none gap-2 p-0">
      {WAY.map((step) => {
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
      {formatIst(at).replace(/,.*/, '')}
    </time>
  )

/** The newest first. */
const Events = ({ order: { events } }: Props) => (
  <ol
    aria-label="What has happened"
    className="m-0 flex list-none flex-col gap-2 p-0 text-body-sm empty:hidden"
  >
    {events.toReversed().map(({ at, kind, text }) => (
      <li key={`${at} ${kind}`} className="flex flex-wrap gap-x-4">
        <time dateTime={at} className="text-muted figures">
          {formatIst(at)}
        </time>
        <span className="min-w-0 wrap-anywhere">{text}</span>
      </li>
    ))}
  </ol>
)
