import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Address, User } from '#src/contract/account.ts'
import { ACCOUNT_LIMITS } from '#src/contract/form-limits.ts'
import type { PlacedOrder } from '#src/contract/orders.ts'
import { isPan, validatePhone } from '#src/rules/account/account-validation.ts'
import { findChosenAddress, formatAddress } from '#src/rules/account/addresses.ts'
import { findPincode } from '#src/rules/account/pincode.ts'
import { toLineSummary } from '#src/rules/cart-line.ts'
import { isTexts } from '#src/rules/is-record.ts'
import { checkoutMessages } from '#src/rules/messages/checkout.ts'
import { orderMessages } from '#src/rules/messages/orders.ts'
import { formatRupees } from '#src/rules/money.ts'
import { describeChange } from '#src/rules/orders/describe-change.ts'
import { isGstin } from '#src/rules/orders/gstin.ts'
import { type PaymentLimits, parseMethods } from '#src/rules/orders/payment-methods.ts'
import { orderPath, paths } from '#src/rules/paths.ts'
import { $blockingLine, $cartTotals, $gift, type CartLine } from '#src/stores/cart-lines.ts'
import { setPincode } from '#src/stores/delivery.ts'
import {
  $placeConflict,
  $placed,
  $placeFailure,
  $placing,
  findPlacedOrder,
  hasAttempt,
  placeOrder,
} from '#src/stores/place-order.ts'
import { readItem, removeItem, setItem, toFormDraftKey } from '#src/stores/storage.ts'
import { Button, ButtonLink, TextLink } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { VerifyEmailReminder } from '../account/ResendLink.tsx'
import { listMissing } from '../checkout/list-missing.ts'
import { OrderSummary } from '../checkout/OrderSummary.tsx'
import { listPayable, PaymentMethods, useMethod } from '../checkout/PaymentMethods.tsx'
import { ShippingAddress } from '../checkout/ShippingAddress.tsx'
import { afterPress } from '../form/after-press.ts'

const { checkout } = checkoutMessages
const messages = orderMessages.place

interface Props {
  user: User | null
  /** Empty where the cart is: an order may have been placed before a reload. */
  lines: readonly CartLine[]
  limits: PaymentLimits
  /** The page of an empty cart. */
  empty: ReactNode
}

/** The checkout of a shop that takes orders. */
export function PlacingCheckout({ user, lines, limits, empty }: Props) {
  const placed = useStore($placed)
  const placing = useStore($placing)
  const isEmpty = lines.length === 0
  useEffect(() => {
    if (isEmpty) void findPlacedOrder()
  }, [isEmpty])
  if (placed !== null) return <Placed order={placed} />
  if (!isEmpty) return <Checkout user={user} lines={lines} limits={limits} />
  return placing || hasAttempt() ? (
    <p role="status" className="py-block text-muted">
      {messages.looking}
    </p>
  ) : (
    empty
  )
}

const Placed = ({ order: { number, state } }: { order: PlacedOrder }) => (
  <div role="status" className="flex flex-col items-start gap-4 py-block">
    <p className="text-title wrap-anywhere">
      {state === 'awaiting_payment' ? messages.opensPayment(number) : messages.placed(number)}
    </p>
    <TextLink href={orderPath(number)}>See your order</TextLink>
  </div>
)

const toOrderAddress = ({ isDefault: _, ...address }: Address) => address

/** Names of the controls, in their order on the page, by the names of the call. */
const CONTROLS = ['phone', 'pan', 'gstin'] as const
type Control = (typeof CONTROLS)[number]

/** Once what shows the field is rendered. */
const focusField = (name: string) =>
  setTimeout(() => document.querySelector<HTMLElement>(`#${name}`)?.focus())

function Checkout({ user, lines, limits }: Omit<Props, 'empty'>) {
  const { total } = useStore($cartTotals)
  const blocking = useStore($blockingLine)
  const gift = useStore($gift)
  const placing = useStore($placing)
  const failure = useStore($placeFailure)
  const conflict = useStore($placeConflict)
  const [chosenAddress, setChosenAddress] = useState('')
  const [isTyping, setIsTyping] = useState(false)
  const { method, replaced, choose } = useMethod(
    listPayable(parseMethods(import.meta.env.PUBLIC_ORDERS), total, limits),
  )
  const draftKey = toFormDraftKey('checkout', user?.uid)
  const [typed, setTyped] = useState<Partial<Record<Control, string>>>(
    () => readItem(draftKey, isTexts) ?? {},
  )
  const [checked, setChecked] = useState<Partial<Record<Control, true>>>({})
  const [hasGstin, setHasGstin] = useState(typed.gstin !== undefined)
  const addresses = user?.addresses ?? []
  const address = findChosenAddress(addresses, chosenAddress)
  const pincode = findPincode(address)
  const [rejected, setRejected] = useState<{ control: Control; value: string; text: string }>()

  useEffect(() => {
    if (pincode) void setPincode(pincode)
  }, [pincode])

  const phone = typed.phone ?? user?.phone ?? ''
  const pan = typed.pan ?? ''
  const gstin = hasGstin ? (typed.gstin ?? '') : ''
  const values: Record<Control, string> = { phone, pan, gstin }
  const invalid: Record<Control, string | undefined> = {
    phone: phone.trim() === '' ? messages.phoneMissing : validatePhone(phone),
    pan: total >= limits.panFrom && !isPan(pan) ? checkout.panInvalid : undefined,
    gstin: gstin !== '' && !isGstin(gstin) ? messages.gstinInvalid : undefined,
  }
  /** What the server said of the value holds until it is changed. */
  const errorOf = (control: Control): string | undefined =>
    (checked[control] && invalid[control]) ||
    (rejected?.control === control && rejected.value === values[control]
      ? rejected.text
      : undefined)
  const field = (control: Control) => ({
    name: control,
    value: values[control],
    error: errorOf(control),
    onBlur: () =>
      values[control] !== '' &&
      afterPress(() => setChecked((all) => ({ ...all, [control]: true }))),
  })
  const type = (control: Control, text: string) => {
    const all = { ...typed, [control]: text }
    setTyped(all)
    // A PAN is never stored.
    setItem(draftKey, { ...all, pan: undefined })
  }

  // The server names the field: its text stands there, and it gets the focus.
  const onFailure = useEffectEvent(() => {
    const control = CONTROLS.find((name) => name === failure?.field)
    if (!failure || !control) return
    setRejected({ control, value: values[control], text: failure.message })
    if (control === 'gstin') setHasGstin(true)
    focusField(control)
  })
  useEffect(() => {
    if (failure) onFailure()
  }, [failure])

  // The button that shows the field is gone.
  useEffect(() => {
    if (hasGstin) focusField('gstin')
  }, [hasGstin])

  function place() {
    const wrong = CONTROLS.find((control) => invalid[control])
    setChecked({ phone: true, pan: true, gstin: true })
    if (wrong) return void focusField(wrong)
    if (!address || !method) return
    // Meanwhile the script of the page that follows comes into the cache.
    void import('../OrderPage.tsx').catch(() => undefined)
    const placing = placeOrder({
      address: toOrderAddress(address),
      phone: phone.trim(),
      method,
      ...(total >= limits.panFrom && { pan }),
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
    void placing.then(() => $placed.get() && removeItem(draftKey))
  }

  const missing = listMissing({ user, address, isTyping, blocking })
  if (!method) missing.push(messages.methodMissing)
  const isFieldFailure = CONTROLS.some((name) => name === failure?.field)
  return (
    <div className="grid grid-cols-1 items-start gap-x-16 gap-y-block lg:grid-cols-[minmax(0,1fr)_min(26rem,45%)]">
      <div className="flex min-w-0 flex-col gap-block">
        {user && <VerifyEmailReminder user={user} compact />}
        <ShippingAddress
          user={user}
          address={address}
          onChoose={(chosen) => setChosenAddress(formatAddress(chosen))}
          onTyping={setIsTyping}
        />
        {((addresses.length > 0 && !user?.phone) ||
          typed.phone !== undefined ||
          errorOf('phone')) && (
          <Field
            {...field('phone')}
            label="Telephone"
            hint={checkout.courierHint}
            type="tel"
            autoComplete="tel"
            required
            maxLength={ACCOUNT_LIMITS.phone}
            onChange={({ target }) => type('phone', target.value)}
          />
        )}
        <PaymentMethods
          limits={limits}
          total={total}
          selected={method}
          replaced={replaced}
          pan={pan}
          panError={errorOf('pan')}
          onSelect={choose}
          onPanChange={(text) => type('pan', text)}
          onPanBlur={field('pan').onBlur}
        />
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
            onChange={({ target }) => type('gstin', target.value.toUpperCase())}
          />
        ) : (
          <Button
            variant="quiet"
            size="flush"
            className="self-start"
            aria-expanded="false"
            onClick={() => setHasGstin(true)}
          >
            Buying for a business? Add a GSTIN
          </Button>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-24">
        {conflict && (
          <Conflict
            key={JSON.stringify(conflict.changes)}
            conflict={conflict}
            // The summary shows it, too: the cart may not have been fetched.
            canGoOn={missing.length === 0 && conflict.total === total}
          />
        )}
        <OrderSummary
          lines={lines}
          missing={missing.length > 0 ? missing.join(' ') : null}
          busy={placing}
          onPay={place}
        />
        {failure && !isFieldFailure && <Notice kind="error">{failure.message}</Notice>}
      </div>
    </div>
  )
}

/** What was not as it was seen, with the total of now. It has the focus once it appears. */
function Conflict({
  conflict: { message, changes, total },
  canGoOn,
}: {
  /** The order can be placed as it is now. */
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
