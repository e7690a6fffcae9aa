import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { checkoutMessages } from '#src/rules/messages/checkout.ts'
import { retryHint } from '#src/rules/messages/pages.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { listMethods, type PaymentLimits } from '#src/rules/orders/payment-methods.ts'
import { paths } from '#src/rules/paths.ts'
import { $account } from '#src/stores/account.ts'
import { $cartChanges } from '#src/stores/cart-changes.ts'
import { $blockingLine } from '#src/stores/cart-lines.ts'
import { isOrderAsShown } from '#src/stores/check-order.ts'
import { redirectToLogin } from '#src/stores/navigation.ts'
import { $sessionError, hasSessionEnded } from '#src/stores/session.ts'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { importTwice } from '#src/ui/lazy-module.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { useFields } from '#src/ui/use-fields.ts'
import { CartChanges } from './cart/CartChanges.tsx'
import { PlacedNotice } from './cart/PlacedNotice.tsx'
import { useCart } from './cart/use-cart.ts'
import { Checkout, type CheckoutProps, useCheckout } from './checkout/Checkout.tsx'
import { CourierPhone } from './checkout/ShippingAddress.tsx'

const { noDetails } = shopMessages.session

/** The checkout of a shop that takes orders. Other shops do not have its scripts. */
const PlacingCheckout = import.meta.env.PUBLIC_ORDERS
  ? lazy(async () => {
      const { PlacingCheckout } = await importTwice(() => import('./orders/PlacingCheckout.tsx'))
      return { default: PlacingCheckout }
    })
  : undefined

interface Props {
  limits: PaymentLimits
  /** Title of an empty checkout. */
  emptyTitle: string
}

/** /checkout: the order, its address and its payment. A visitor is redirected to log in and back. */
export function CheckoutPage({ limits, emptyTitle }: Props) {
  const { phase, lines, error } = useCart()
  const user = useStore($account, { ssr: () => null })
  const sessionError = useStore($sessionError, { ssr: 'initial' })

  useEffect(() => {
    if (phase === 'visitor') redirectToLogin(paths.checkout, hasSessionEnded())
  }, [phase])

  return (
    <>
      <CartChanges />
      {phase === 'failed' ? (
        <CheckoutFailed
          text={sessionError === noDetails ? noDetails : (error ?? shopMessages.cart.fetchRejected)}
        />
      ) : import.meta.env.PUBLIC_ORDERS &&
        PlacingCheckout &&
        (phase === 'empty' || phase === 'items') ? (
        <ErrorBoundary fallback={<CheckoutFailed text={shopMessages.notLoaded} />}>
          <Suspense fallback={<CheckoutSkeleton />}>
            <PlacingCheckout
              user={user}
              lines={lines}
              limits={limits}
              empty={<EmptyCheckout title={emptyTitle} />}
            />
          </Suspense>
        </ErrorBoundary>
      ) : phase === 'empty' ? (
        <EmptyCheckout title={emptyTitle} />
      ) : phase === 'items' ? (
        <AlertCheckout user={user} lines={lines} limits={limits} />
      ) : (
        <CheckoutSkeleton />
      )}
    </>
  )
}

/** The checkout of a shop that takes no orders: the payment is an alert (spec §2, /checkout). */
function AlertCheckout(props: CheckoutProps) {
  const checkout = useCheckout(props, listMethods(''))
  const { pan, panError } = checkout
  const { errorOf, leave, check } = useFields({ pan: panError })
  const [asking, setAsking] = useState(false)
  const { user } = props

  async function pay() {
    if (!check()) return
    setAsking(true)
    const previousChanges = $cartChanges.get()
    const isAsShown = await isOrderAsShown()
    setAsking(false)
    // A change since the last look is shown first.
    if ($cartChanges.get() !== previousChanges)
      document.querySelector<HTMLElement>('#cart-changes')?.focus()
    else if (isAsShown && !$blockingLine.get()) alert(checkoutMessages.payment.notIntegrated)
  }

  return (
    <Checkout
      {...props}
      checkout={checkout}
      panError={errorOf('pan')}
      onPanBlur={() => leave('pan', pan)}
      phone={user && !user.phone && user.addresses.length > 0 && <CourierPhone user={user} />}
      busy={asking}
      onPay={() => void pay()}
    />
  )
}

const EmptyCheckout = ({ title }: { title: string }) => (
  <>
    {import.meta.env.PUBLIC_ORDER_PAGE && <PlacedNotice />}
    <EmptyState title={title} action={<ButtonLink href={paths.shop}>Go to Shop</ButtonLink>} />
  </>
)

const CheckoutFailed = ({ text }: { text: string }) => (
  <div role="alert">
    <EmptyState
      title={text}
      text={retryHint}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button onClick={() => location.reload()}>Try again</Button>
          <ButtonLink href={paths.shop} variant="secondary">
            Continue Shopping
          </ButtonLink>
        </div>
      }
    />
  </div>
)

const CheckoutSkeleton = () => (
  <div className="grid scripting-only grid-cols-1 items-start gap-x-16 gap-y-block lg:grid-cols-[minmax(0,1fr)_min(26rem,45%)]">
    <div className="flex flex-col gap-block">
      <p role="status" className="text-muted">
        {checkoutMessages.checkout.loading}
      </p>
      <div className="flex flex-col gap-3">
        <Skeleton className="h-8 w-56" />
        <Skeleton className="h-36" />
      </div>
      <div className="flex flex-col gap-3">
        <Skeleton className="h-8 w-56" />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    </div>
    <Skeleton className="h-112" />
  </div>
)
