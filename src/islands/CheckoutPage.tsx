import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { pageMessages } from '#src/rules/messages/pages.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { paths } from '#src/rules/paths.ts'
import { redirectToLogin } from '#src/stores/navigation.ts'
import { $user } from '#src/stores/session.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { VerifyEmailReminder } from './account/VerifyEmailReminder.tsx'
import { OrderSummary } from './checkout/OrderSummary.tsx'
import { PaymentMethods } from './checkout/PaymentMethods.tsx'
import { ShippingAddress } from './checkout/ShippingAddress.tsx'
import { useCart } from './hooks/use-cart.ts'

/** /checkout: the order, its address and its payment. A visitor is redirected to log in and back. */
export function CheckoutPage() {
  const { phase, lines, error } = useCart()
  const user = useStore($user, { ssr: () => null })

  useEffect(() => {
    if (phase === 'visitor') redirectToLogin(paths.checkout)
  }, [phase])

  if (phase === 'failed') return <CheckoutFailed text={error ?? shopMessages.cart.fetchRejected} />
  if (phase === 'empty') return <EmptyCheckout />
  if (phase !== 'items') return <CheckoutSkeleton />
  return (
    <div className="grid items-start gap-x-16 gap-y-block lg:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="flex flex-col gap-block">
        {user && <VerifyEmailReminder user={user} compact />}
        <ShippingAddress user={user} />
        <PaymentMethods />
      </div>
      <OrderSummary lines={lines} />
    </div>
  )
}

const EmptyCheckout = () => (
  <EmptyState
    title={pageMessages.checkout.empty}
    action={
      <a href={paths.shop} className={buttonClass('primary')}>
        Go to Shop
      </a>
    }
  />
)

const CheckoutFailed = ({ text }: { text: string }) => (
  <div className="flex flex-col items-start gap-6 py-block">
    <Notice kind="error">{text}</Notice>
    <a href={paths.shop} className={buttonClass('secondary')}>
      Continue Shopping
    </a>
  </div>
)

const CheckoutSkeleton = () => (
  <div className="grid scripting-only items-start gap-x-16 gap-y-block lg:grid-cols-[minmax(0,1fr)_26rem]">
    <div className="flex flex-col gap-block">
      <p role="status" className="text-muted">
        {pageMessages.checkout.loading}
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
