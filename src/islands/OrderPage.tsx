import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { OrderDetail } from '#src/contract/orders.ts'
import { HOUR_MS } from '#src/rules/constants.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { orderMessages } from '#src/rules/messages/orders.ts'
import { ORDER_RULES } from '#src/rules/orders/order-states.ts'
import { ordersPath } from '#src/rules/paths.ts'
import { mailOrder, openOrder, order, readLinkedOrder } from '#src/stores/orders.ts'
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

/** Reads the number from the address, which the static page does not have. */
const readNumber = () => new URLSearchParams(location.search).get('number') || null

interface Props {
  phone: string
}

/** The token in the fragment of a link that needs no account. */
const readToken = () => new URLSearchParams(location.hash.slice(1)).get('token') ?? ''

/** /order: one order of the user, or of a deleted account by the link of a mail. */
export function OrderPage({ phone }: Props) {
  const token = useBrowserValue<string | undefined>(readToken, undefined)
  if (token === undefined) return <LoadingOrder />
  return token ? <LinkedOrder token={token} phone={phone} /> : <OwnOrder phone={phone} />
}

function LinkedOrder({ token, phone }: Props & { token: string }) {
  const [answer, setAnswer] = useState<Awaited<ReturnType<typeof readLinkedOrder>>>({})
  const { order: linked, error } = answer
  const load = async () => setAnswer(await readLinkedOrder(readNumber() ?? '', token))
  const onOpen = useEffectEvent(() => void load())
  useEffect(() => onOpen(), [])
  if (linked) return <Order order={linked} phone={phone} isLinked />
  if (!error) return <LoadingOrder />
  return (
    <>
      <h1 className="sr-only">Your order</h1>
      <LoadFailed
        message={error}
        hint={messages.failedHint}
        busy={false}
        onRetry={() => void load()}
      />
    </>
  )
}

const LoadingOrder = () => (
  <>
    <h1 className="sr-only">Your order</h1>
    <OrderSkeleton />
  </>
)

/** A visitor is redirected to log in and back. */
function OwnOrder({ phone }: Props) {
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

/** Time between two looks at an order whose payment is pending, and their number at most. */
const POLL_MS = 5_000
const MAX_POLLS = 24

/** Looks for the outcome of a pending payment. */
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

const isJustPlaced = ({ date }: OrderDetail) => Date.now() - Date.parse(date) < HOUR_MS

interface OrderProps extends Props {
  order: OrderDetail
  /** It is shown without an account, and can only be looked at. */
  isLinked?: boolean
}

function Order({ order: shown, phone, isLinked = false }: OrderProps) {
  usePaymentPolls(shown)
  const { number, date, state } = shown
  const [isNew] = useState(() => location.hash === '#placed' && isJustPlaced(shown))
  useEffect(() => {
    // The thanks are shown once, and not after a reload, a bookmark or Back.
    if (location.hash === '#placed')
      history.replaceState(history.state, '', location.pathname + location.search)
  }, [])
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
          {isNew && (state === 'placed' || state === 'awaiting_payment') && (
            <Thanks state={state} email={shown.email} />
          )}
          <h1 className="text-heading wrap-anywhere">Order {number}</h1>
          <p className="flex flex-wrap gap-x-3 text-muted">
            <span>{formatInstant(date)}</span>
            <span className="text-accent">{ORDER_RULES[state].label}</span>
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          {!isLinked && (
            <Button variant="secondary" busy={mailing} onClick={() => void mail()}>
              {mailing ? 'Sending...' : 'Send it to my email'}
            </Button>
          )}
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
          <Payment order={shown} isLinked={isLinked} />
        </section>
        <div className="flex min-w-0 flex-col gap-block lg:col-start-1">
          <Addresses order={shown} />
          <Help number={number} phone={phone} />
        </div>
      </div>
      {!isLinked && (
        <p className="print:hidden">
          <TextLink href={ordersPath}>All your orders</TextLink>
        </p>
      )}
    </div>
  )
}

/** Thanks after placing, at the top of the page. */
function Thanks({ state, email }: Pick<OrderDetail, 'state' | 'email'>) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => ref.current?.focus({ preventScroll: true }), [])
  const isPending = state === 'awaiting_payment'
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
