import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Address } from '#src/contract/account.ts'
import { ACCOUNT_LIMITS } from '#src/contract/form-limits.ts'
import type { PlacedOrder } from '#src/contract/orders.ts'
import { validatePhone } from '#src/rules/account/account-validation.ts'
import { toLineSummary } from '#src/rules/cart-line.ts'
import { checkoutMessages } from '#src/rules/messages/checkout.ts'
import { orderMessages } from '#src/rules/messages/orders.ts'
import { formatRupees } from '#src/rules/money.ts'
import { describeChange } from '#src/rules/orders/describe-change.ts'
import { isGstin } from '#src/rules/orders/gstin.ts'
import { parseMethods } from '#src/rules/orders/payment-methods.ts'
import { orderPath, paths } from '#src/rules/paths.ts'
import { $gift } from '#src/stores/cart-lines.ts'
import {
  $placeConflict,
  $placed,
  $placeFailure,
  $placing,
  findPlacedOrder,
  hasAttempt,
  isPaidOnline,
  placeOrder,
} from '#src/stores/place-order.ts'
import { Button, ButtonLink, TextLink } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Status } from '#src/ui/Status.tsx'
import { findMissing, useFields } from '#src/ui/use-fields.ts'
import { Checkout, type CheckoutProps, useCheckout } from '../checkout/Checkout.tsx'

const messages = orderMessages.place

interface Props extends CheckoutProps {
  /** The page of an empty cart. */
  empty: ReactNode
}

/** The checkout of a shop that takes orders. If the cart is empty, an order may have been placed before a reload. */
export function PlacingCheckout({ empty, ...props }: Props) {
  const placed = useStore($placed)
  const placing = useStore($placing)
  const failure = useStore($placeFailure)
  const isEmpty = props.lines.length === 0
  useEffect(() => {
    if (isEmpty) void findPlacedOrder()
  }, [isEmpty])
  if (placed !== null) return <Placed order={placed} />
  if (!isEmpty) return <OrderCheckout {...props} />
  if (failure && !placing)
    return (
      <div className="flex flex-col items-start gap-4 py-block">
        <Notice kind="error">{failure.message}</Notice>
        <Button onClick={() => void findPlacedOrder()}>Try again</Button>
      </div>
    )
  return placing || hasAttempt() ? (
    <Status className="py-block text-muted">{messages.looking}</Status>
  ) : (
    empty
  )
}

const Placed = ({ order }: { order: PlacedOrder }) => (
  <div role="status" className="flex flex-col items-start gap-4 py-block">
    <p className="text-title wrap-anywhere">
      {isPaidOnline(order)
        ? messages.opensPayment(order.number)
        : order.state === 'awaiting_payment'
          ? messages.waitsForTransfer(order.number)
          : messages.placed(order.number)}
    </p>
    <TextLink href={orderPath(order.number)}>See your order</TextLink>
  </div>
)

const toOrderAddress = ({ isDefault: _, ...address }: Address) => address

type Control = 'phone' | 'pan' | 'gstin'

/** The checkout whose payment places the order. */
function OrderCheckout(props: CheckoutProps) {
  const { user, lines } = props
  const checkout = useCheckout(props, parseMethods(import.meta.env.PUBLIC_ORDERS))
  const { total, address, method, typed, change, pan, needsPan } = checkout
  const gift = useStore($gift)
  const placing = useStore($placing)
  const failure = useStore($placeFailure)
  const conflict = useStore($placeConflict)
  const [hasGstin, setHasGstin] = useState(Boolean(typed.gstin))

  const phone = typed.phone ?? user?.phone ?? ''
  const gstin = hasGstin ? (typed.gstin ?? '') : ''
  const values: Record<Control, string> = { phone, pan, gstin }
  const { errorOf, leave, check, reject } = useFields<Control>(
    {
      phone: findMissing(phone, messages.phoneMissing) ?? validatePhone(phone),
      pan: checkout.panError,
      gstin: gstin !== '' && !isGstin(gstin) ? messages.gstinInvalid : undefined,
    },
    values,
  )
  const field = (control: Control) => ({
    name: control,
    value: values[control],
    error: errorOf(control),
    onBlur: () => leave(control, values[control]),
  })

  /** The field that the server names. */
  const rejected = (Object.keys(values) as Control[]).find((name) => name === failure?.field)
  const onFailure = useEffectEvent(() => {
    if (failure && rejected) reject(rejected, failure.message)
  })
  useEffect(() => {
    if (failure) onFailure()
  }, [failure])

  function place() {
    if (!check() || !address || !method) return
    // Fetches the script of the next page into the cache.
    void import('../OrderPage.tsx').catch(() => undefined)
    const placing = placeOrder({
      address: toOrderAddress(address),
      phone: phone.trim(),
      method,
      ...(needsPan && { pan }),
      ...(gstin !== '' && { gstin }),
      seen: {
        lines: lines.map((line) => ({
          id: line.id,
          quantity: line.quantity,
          price: toLineSummary(line).price,
        })),
        total,
        gift,
      },
    })
    void placing.then(() => $placed.get() && checkout.clear())
  }

  const asksPhone =
    (user && user.addresses.length > 0 && !user.phone) ||
    typed.phone !== undefined ||
    errorOf('phone')
  return (
    <Checkout
      {...props}
      checkout={checkout}
      panError={errorOf('pan')}
      onPanBlur={field('pan').onBlur}
      phone={
        asksPhone && (
          <Field
            {...field('phone')}
            label="Telephone"
            hint={checkoutMessages.checkout.courierHint}
            type="tel"
            autoComplete="tel"
            required
            maxLength={ACCOUNT_LIMITS.phone}
            onChange={({ target }) => change({ phone: target.value })}
          />
        )
      }
      missing={method ? undefined : messages.methodMissing}
      renderChanges={(isComplete) =>
        conflict && (
          <Conflict
            key={JSON.stringify(conflict.changes)}
            conflict={conflict}
            // The summary must show the same total, because the cart may not have been fetched yet.
            canGoOn={isComplete && conflict.total === total}
          />
        )
      }
      failure={failure && !rejected && <Notice kind="error">{failure.message}</Notice>}
      busy={placing}
      onPay={place}
    >
      {!method && (
        <ButtonLink href={paths.contact} variant="secondary" className="self-start">
          {messages.askHowToPay}
        </ButtonLink>
      )}
      {hasGstin ? (
        <Field
          {...field('gstin')}
          label="GSTIN"
          hint="Of the business that buys; it stands on the invoice."
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={15}
          onChange={({ target }) => change({ gstin: target.value.toUpperCase() })}
        />
      ) : (
        <Button
          variant="quiet"
          size="flush"
          className="self-start"
          aria-expanded="false"
          onClick={() => {
            setHasGstin(true)
            // The button disappears then.
            setTimeout(() => document.getElementById('gstin')?.focus())
          }}
        >
          Buying for a business? Add a GSTIN
        </Button>
      )}
    </Checkout>
  )
}

/** Changes since the shopper saw the order, with the current total. It takes the focus when it appears. */
function Conflict({
  conflict: { message, changes, total },
  canGoOn,
}: {
  /** Whether the order can be placed as it is now. */
  canGoOn: boolean
  conflict: NonNullable<ReturnType<typeof $placeConflict.get>>
}) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="border-s-2 border-accent py-1 ps-4 text-body-sm leading-normal outline-none"
    >
      <p className="font-medium">{message}</p>
      <div className="flex flex-col gap-1 pt-1">
        {changes.map((change) => {
          const { title, text } = describeChange(change)
          return (
            <p key={`${change.id} ${change.kind}`} className="wrap-anywhere figures">
              <span className="font-medium">{title}</span>: {text}
            </p>
          )
        })}
        {canGoOn && <p className="figures">{messages.goOn(formatRupees(total))}</p>}
      </div>
    </div>
  )
}
