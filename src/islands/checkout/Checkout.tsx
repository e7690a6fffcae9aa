import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useState } from 'react'
import type { User } from '#src/contract/account.ts'
import type { PaymentMethod } from '#src/contract/values.ts'
import { isPan } from '#src/rules/account/account-validation.ts'
import { findChosenAddress, formatAddress } from '#src/rules/account/addresses.ts'
import { findPincode } from '#src/rules/account/pincode.ts'
import { checkoutMessages } from '#src/rules/messages/checkout.ts'
import type { PaymentLimits } from '#src/rules/orders/payment-methods.ts'
import { $blockingLine, $cartTotals, type CartLine } from '#src/stores/cart-lines.ts'
import { setPincode } from '#src/stores/delivery.ts'
import { toFormDraftKey } from '#src/stores/storage.ts'
import { VerifyEmailReminder } from '../account/ResendLink.tsx'
import { useDraft } from '../form/use-draft.ts'
import { listMissing } from './list-missing.ts'
import { OrderSummary } from './OrderSummary.tsx'
import { listPayable, PaymentMethods, useMethod } from './PaymentMethods.tsx'
import { ShippingAddress } from './ShippingAddress.tsx'

export interface CheckoutProps {
  user: User | null
  lines: readonly CartLine[]
  limits: PaymentLimits
}

/** Choices and texts of the checkout. A reload keeps all of them but the PAN. */
type Choice = 'address' | 'method' | 'phone' | 'pan' | 'gstin'

/** Returns the state of the checkout. @param methods ways to pay that this shop takes. */
export function useCheckout({ user, limits }: CheckoutProps, methods: readonly PaymentMethod[]) {
  const { total } = useStore($cartTotals)
  const draft = useDraft<Choice>(toFormDraftKey('checkout', user?.uid), ['pan'])
  const { typed, change } = draft
  const { pan = '' } = typed
  const address = findChosenAddress(user?.addresses ?? [], typed.address ?? '')
  const pincode = findPincode(address)

  useEffect(() => {
    if (pincode) void setPincode(pincode)
  }, [pincode])

  const needsPan = total >= limits.panFrom
  return {
    ...draft,
    ...useMethod(listPayable(methods, total, limits), typed.method, (method) => change({ method })),
    total,
    address,
    pan,
    needsPan,
    panError: needsPan && !isPan(pan) ? checkoutMessages.checkout.panInvalid : undefined,
  }
}

interface Props extends CheckoutProps {
  checkout: ReturnType<typeof useCheckout>
  panError: string | undefined
  onPanBlur: () => void
  /** Asks for the telephone, below the addresses. */
  phone: ReactNode
  /** Follows the ways to pay. */
  children?: ReactNode
  /** A sentence about something else that is missing. */
  missing?: string | undefined
  /** Changes of the order, above the summary. @param isComplete whether nothing is missing. */
  renderChanges?: (isComplete: boolean) => ReactNode
  /** Why the last press did not pay, below the summary. */
  failure?: ReactNode
  busy: boolean
  onPay: () => void
}

/** The address, the payment and the summary of an order (spec §2, /checkout). */
export function Checkout(props: Props) {
  const { user, lines, limits, checkout, busy, onPay } = props
  const { total, address, method, replaced, choose, change, pan } = checkout
  const blocking = useStore($blockingLine)
  const [isTyping, setTyping] = useState(false)
  const missing = listMissing({ user, address, isTyping, blocking })
  if (props.missing) missing.push(props.missing)
  return (
    <div className="grid grid-cols-1 items-start gap-x-16 gap-y-block lg:grid-cols-[minmax(0,1fr)_min(26rem,45%)]">
      <div className="flex min-w-0 flex-col gap-block">
        {user && <VerifyEmailReminder user={user} compact />}
        <ShippingAddress
          user={user}
          address={address}
          onChoose={(chosen) => change({ address: formatAddress(chosen) })}
          onTyping={setTyping}
        />
        {props.phone}
        <PaymentMethods
          limits={limits}
          total={total}
          selected={method}
          replaced={replaced}
          pan={pan}
          panError={props.panError}
          onSelect={choose}
          onPanChange={(text) => change({ pan: text })}
          onPanBlur={props.onPanBlur}
        />
        {props.children}
      </div>
      <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-24">
        {props.renderChanges?.(missing.length === 0)}
        <OrderSummary
          lines={lines}
          missing={missing.length > 0 ? missing.join(' ') : null}
          busy={busy}
          onPay={onPay}
        />
        {props.failure}
      </div>
    </div>
  )
}
