import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { User } from '#src/contract/account.ts'
import { PAYMENT_METHODS } from '#src/contract/values.ts'
import { isPan } from '#src/rules/account/account-validation.ts'
import { findChosenAddress, formatAddress } from '#src/rules/account/addresses.ts'
import { findPincode } from '#src/rules/account/pincode.ts'
import { checkoutMessages } from '#src/rules/messages/checkout.ts'
import { retryHint } from '#src/rules/messages/pages.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import type { PaymentLimits } from '#src/rules/orders/payment-methods.ts'
import { paths } from '#src/rules/paths.ts'
import { $cartChanges } from '#src/stores/cart-changes.ts'
import { $blockingLine, $cartTotals, type CartLine } from '#src/stores/cart-lines.ts'
import { isOrderAsShown } from '#src/stores/check-order.ts'
import { setPincode } from '#src/stores/delivery.ts'
import { redirectToLogin } from '#src/stores/navigation.ts'
import { $user } from '#src/stores/session.ts'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { VerifyEmailReminder } from './account/ResendLink.tsx'
import { CartChanges } from './cart/CartChanges.tsx'
import { useCart } from './cart/use-cart.ts'
import { listMissing } from './checkout/list-missing.ts'
import { OrderSummary } from './checkout/OrderSummary.tsx'
import { listPayable, PaymentMethods, useMethod } from './checkout/PaymentMethods.tsx'
import { CourierPhone, ShippingAddress } from './checkout/ShippingAddress.tsx'
import { afterPress } from './form/after-press.ts'

const { checkout, payment } = checkoutMessages

/** The checkout of a shop that takes orders; any other has it neither here nor in its scripts. */
const PlacingCheckout = import.meta.env.PUBLIC_ORDERS
  ? lazy(async () => {
      const load = () => import('./orders/PlacingCheckout.tsx')
      const module = await load()
        .catch(load)
        .catch(() => null)
      return { default: module?.PlacingCheckout ?? NotLoaded }
    })
  : undefined

const NotLoaded = () => <CheckoutFailed text={shopMessages.notLoaded} />

interface Props {
  limits: PaymentLimits
  /** Title without pieces. */
  emptyTitle: string
}

/** /checkout: the order, its address and its payment. A visitor is redirected to log in and back. */
export function CheckoutPage({ limits, emptyTitle }: Props) {
  const { phase, lines, error } = useCart()
  const user = useStore($user, { ssr: () => null })

  useEffect(() => {
    if (phase === 'visitor') redirectToLogin(paths.checkout)
  }, [phase])

  return (
    <>
      <CartChanges />
      {phase === 'failed' ? (
        <CheckoutFailed text={error ?? shopMessages.cart.fetchRejected} />
      ) : import.meta.env.PUBLIC_ORDERS &&
        PlacingCheckout &&
        (phase === 'empty' || phase === 'items') ? (
        <Suspense fallback={<CheckoutSkeleton />}>
          <PlacingCheckout
            user={user}
            lines={lines}
            limits={limits}
            empty={<EmptyCheckout title={emptyTitle} />}
          />
        </Suspense>
      ) : phase === 'empty' ? (
        <EmptyCheckout title={emptyTitle} />
      ) : phase === 'items' ? (
        <Checkout user={user} lines={lines} limits={limits} />
      ) : (
        <CheckoutSkeleton />
      )}
    </>
  )
}

interface CheckoutProps {
  user: User | null
  lines: readonly CartLine[]
  limits: PaymentLimits
}

function Checkout({ user, lines, limits }: CheckoutProps) {
  const { total } = useStore($cartTotals)
  const blocking = useStore($blockingLine)
  const [asking, setAsking] = useState(false)
  const [chosenAddress, setChosenAddress] = useState('')
  const [isTyping, setTyping] = useState(false)
  const { method, replaced, choose } = useMethod(listPayable(PAYMENT_METHODS, total, limits))
  const [pan, setPan] = useState('')
  const [panChecked, setPanChecked] = useState(false)
  const addresses = user?.addresses ?? []
  const address = findChosenAddress(addresses, chosenAddress)
  const pincode = findPincode(address)

  useEffect(() => {
    if (pincode) void setPincode(pincode)
  }, [pincode])

  async function pay() {
    if (total >= limits.panFrom && !isPan(pan)) {
      setPanChecked(true)
      document.querySelector<HTMLElement>('#pan')?.focus()
      return
    }
    setAsking(true)
    const told = $cartChanges.get()
    const isAsShown = await isOrderAsShown()
    setAsking(false)
    // What has changed meanwhile is told first.
    if ($cartChanges.get() !== told) document.querySelector<HTMLElement>('#cart-changes')?.focus()
    else if (isAsShown && !$blockingLine.get()) alert(payment.notIntegrated)
  }

  const missing = listMissing({ user, address, isTyping, blocking })
  return (
    <div className="grid grid-cols-1 items-start gap-x-16 gap-y-block lg:grid-cols-[minmax(0,1fr)_min(26rem,45%)]">
      <div className="flex min-w-0 flex-col gap-block">
        {user && <VerifyEmailReminder user={user} compact />}
        <ShippingAddress
          user={user}
          address={address}
          onChoose={(chosen) => setChosenAddress(formatAddress(chosen))}
          onTyping={setTyping}
        />
        {user && !user.phone && addresses.length > 0 && <CourierPhone user={user} />}
        <PaymentMethods
          limits={limits}
          total={total}
          selected={method}
          replaced={replaced}
          pan={pan}
          panError={panChecked && !isPan(pan) ? checkout.panInvalid : undefined}
          onSelect={choose}
          onPanChange={setPan}
          onPanBlur={() => pan !== '' && afterPress(() => setPanChecked(true))}
        />
      </div>
      <OrderSummary
        lines={lines}
        missing={missing.length > 0 ? missing.join(' ') : null}
        busy={asking}
        onPay={() => void pay()}
      />
    </div>
  )
}

const EmptyCheckout = ({ title }: { title: string }) => (
  <EmptyState title={title} action={<ButtonLink href={paths.shop}>Go to Shop</ButtonLink>} />
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
