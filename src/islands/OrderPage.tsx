import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { OrderDetail } from '#src/contract/orders.ts'
import { formatIst } from '#src/rules/dates.ts'
import { orderMessages } from '#src/rules/messages/orders.ts'
import { ORDER_RULES } from '#src/rules/orders/order-states.ts'
import { ordersPath } from '#src/rules/paths.ts'
import { mailOrder, openOrder, order } from '#src/stores/orders.ts'
import { unloaded } from '#src/stores/query.ts'
import { Button, ButtonLink, TextLink } from '#src/ui/Button.tsx'
import { EmptyState, LoadFailed } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { AccountUnavailable } from './account/AccountUnavailable.tsx'
import { useRequiredUser } from './account/use-account.ts'
import { useBrowserValue } from './hooks/use-browser-value.ts'
import { OrderActions } from './orders/OrderActions.tsx'
import { Addresses, Help, Lines, Payment, Totals } from './orders/OrderParts.tsx'
import { Progress } from './orders/OrderProgress.tsx'

const messages = orderMessages.page

/** The parameter of the address; the static page has none. */
const readNumber = () => new URLSearchParams(location.search).get('number') || null

interface Props {
  phone: string
}

/** /order: one order of the user. A visitor is redirected to log in and back. */
export function OrderPage({ phone }: Props) {
  const { user, sessionReady, error: sessionError } = useRequiredUser()
  const number = useBrowserValue<string | null | undefined>(readNumber, undefined)
  const { data, error, loading } = useStore(order.$state, { ssr: () => unloaded })

  useEffect(() => void openOrder(), [])

  if (sessionReady && !user && sessionError)
    return <AccountUnavailable error={sessionError} path={ordersPath} />
  if (data && number !== null) return <Order order={data} phone={phone} />
  return (
    <>
      <h1 className="sr-only">Your order</h1>
      {number === null || error === messages.notFound ? (
        <NotFound />
      ) : error !== null ? (
        <LoadFailed
          message={error}
          hint={messages.failedHint}
          busy={loading}
          onRetry={() => void order.refetch()}
        />
      ) : (
        <OrderSkeleton />
      )}
    </>
  )
}

const NotFound = () => (
  <EmptyState
    title={messages.notFound}
    text="Perhaps it belongs to another account, or the number is not complete."
    action={<ButtonLink href={ordersPath}>See your orders</ButtonLink>}
  />
)

const OrderSkeleton = () => (
  <div className="grid scripting-only grid-cols-1 items-start gap-x-16 gap-y-block lg:grid-cols-[minmax(0,1fr)_min(26rem,45%)]">
    <div className="flex flex-col gap-block">
      <p role="status" className="text-muted">
        {messages.loading}
      </p>
      <Skeleton className="h-24" />
      <Skeleton className="h-36" />
    </div>
    <Skeleton className="h-112" />
  </div>
)

/** Time between two looks at an order whose payment is being settled, and how often, at most. */
const POLL_MS = 5_000
const MAX_POLLS = 24

/** While a payment is under way, its outcome is looked for. */
function usePaymentPolls({ state }: OrderDetail): void {
  const polls = useRef(0)
  useEffect(() => {
    if (state !== 'awaiting_payment') return
    const timer = setInterval(() => {
      polls.current += 1
      if (polls.current > MAX_POLLS) clearInterval(timer)
      else if (!document.hidden) void order.refetch()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [state])
}

function Order({ order: shown, phone }: { order: OrderDetail; phone: string }) {
  usePaymentPolls(shown)
  const { number, date, state } = shown
  const isNew = useBrowserValue(() => location.hash === '#placed', false)
  const [mailing, setMailing] = useState(false)
  async function mail() {
    setMailing(true)
    await mailOrder(number)
    setMailing(false)
  }
  return (
    <div className="flex flex-col gap-block">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-6">
        <div className="flex min-w-0 flex-col gap-2">
          {isNew && <Thanks state={state} email={shown.email} />}
          <h1 className="text-heading wrap-anywhere">Order {number}</h1>
          <p className="text-muted">
            {formatIst(date)} · <span className="text-accent">{ORDER_RULES[state].label}</span>
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" busy={mailing} onClick={() => void mail()}>
            {mailing ? 'Sending...' : 'Send it to my email'}
          </Button>
          <Button variant="secondary" onClick={() => print()}>
            Print
          </Button>
        </div>
      </div>
      <div className="grid grid-cols-1 items-start gap-x-16 gap-y-block lg:grid-cols-[minmax(0,1fr)_min(26rem,45%)]">
        <div className="flex min-w-0 flex-col gap-block">
          <Progress order={shown} />
          <OrderActions order={shown} />
        </div>
        <section
          aria-labelledby="pieces"
          className="row-span-2 flex min-w-0 flex-col gap-6 bg-surface p-[min(2rem,7.5%)] lg:col-start-2 lg:row-start-1 print:p-0"
        >
          <h2 id="pieces" className="text-title">
            Your pieces
          </h2>
          <Lines order={shown} />
          <Totals order={shown} />
          <Payment order={shown} />
        </section>
        <div className="flex min-w-0 flex-col gap-block lg:col-start-1">
          <Addresses order={shown} />
          <Help number={number} phone={phone} />
        </div>
      </div>
      <p className="print:hidden">
        <TextLink href={ordersPath}>All your orders</TextLink>
      </p>
    </div>
  )
}

/** After placing: the first thing that is read. */
function Thanks({ state, email }: Pick<OrderDetail, 'state' | 'email'>) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => ref.current?.focus({ preventScroll: true }), [])
  const isPending = state === 'awaiting_payment'
  if (state === 'cancelled') return null
  return (
    <p ref={ref} tabIndex={-1} role="status" className="pb-3 outline-none">
      <span className="block text-title">
        {isPending ? messages.thanksPending : messages.thanks}
      </span>
      {!isPending && (
        <span className="block [overflow-wrap:anywhere] text-muted">
          We have written to {email}.
        </span>
      )}
    </p>
  )
}
