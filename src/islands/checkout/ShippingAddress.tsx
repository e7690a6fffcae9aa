import { useEffect, useEffectEvent, useState } from 'react'
import type { Address, User } from '#src/contract/account.ts'
import { MAX_ADDRESSES } from '#src/contract/form-limits.ts'
import { validatePhone } from '#src/rules/account/account-validation.ts'
import { formatAddress, formatAddressLines } from '#src/rules/account/addresses.ts'
import { checkoutMessages } from '#src/rules/messages/checkout.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { paths } from '#src/rules/paths.ts'
import { $account } from '#src/stores/account.ts'
import { saveDelivery } from '#src/stores/profile.ts'
import { readTexts, removeItem, toFormDraftKey } from '#src/stores/storage.ts'
import { Button, TextLink } from '#src/ui/Button.tsx'
import { Tick } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import {
  AddressFields,
  DELIVERY_FIELDS,
  PhoneField,
  readAddress,
  validateDeliveryAddress,
} from '../account/profile-fields.tsx'
import { createFieldReader, useForm } from '../form/use-form.ts'

const { courierHint } = checkoutMessages.checkout

interface Props {
  user: User | null
  /** The chosen address; null if the account has none. */
  address: Address | null
  onChoose: (address: Address) => void
  /** Called with whether a new address is being typed. */
  onTyping: (isTyping: boolean) => void
}

/** The recipient, the chosen address, the others, and a form for a new one. */
export function ShippingAddress({ user, address, onChoose, onTyping }: Props) {
  return (
    <section aria-labelledby="shipping" className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-4 border-b border-line pb-3">
        <h2 id="shipping" className="text-title">
          Shipping Address
        </h2>
        {user && (
          <TextLink href={paths.editProfile}>
            Change<span className="sr-only"> the shipping address</span>
          </TextLink>
        )}
      </div>
      {user && (user.displayName || user.email) ? (
        <>
          <Recipient user={user} />
          {user.addresses.length > 1 ? (
            <Addresses addresses={user.addresses} chosen={address} onChoose={onChoose} />
          ) : (
            <PostalAddress address={address} />
          )}
          {user.addresses.length < MAX_ADDRESSES && (
            <AddAddress user={user} onChoose={onChoose} onTyping={onTyping} />
          )}
        </>
      ) : (
        <p className="text-muted">{shopMessages.session.noDetails}</p>
      )}
    </section>
  )
}

const Recipient = ({ user }: { user: User }) => (
  <p className="wrap-anywhere">
    <span className="block font-medium">{user.displayName}</span>
    <span className="block text-muted">{user.email}</span>
    {user.phone && <span className="block text-muted figures">{user.phone}</span>}
  </p>
)

function PostalAddress({ address }: { address: Address | null }) {
  const lines = address ? formatAddressLines(address) : []
  if (lines.length === 0) return <p className="text-muted">{checkoutMessages.checkout.noAddress}</p>
  return (
    <address className="wrap-anywhere not-italic">
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  )
}

interface AddressesProps {
  addresses: readonly Address[]
  chosen: Address | null
  onChoose: (address: Address) => void
}

/** The choice of an address, the chosen one in full. */
const Addresses = ({ addresses, chosen, onChoose }: AddressesProps) => (
  <fieldset className="min-w-0">
    <legend className="mb-3 text-body-sm font-medium">Deliver to</legend>
    <div className="flex flex-col gap-3">
      {addresses.map((address, index) => (
        <label
          // biome-ignore lint/suspicious/noArrayIndexKey: addresses have no id, and two may be equal
          key={index}
          className="checkout-choice"
        >
          <Tick
            type="radio"
            name="shipping-address"
            checked={address === chosen}
            onChange={() => onChoose(address)}
          />
          {address === chosen ? (
            <PostalAddress address={address} />
          ) : (
            <span className="min-w-0 text-body-sm wrap-anywhere text-muted">
              {formatAddress(address)}
            </span>
          )}
        </label>
      ))}
    </div>
  </fieldset>
)

/** Asks for the telephone if the account has an address but no number. */
export function CourierPhone({ user }: { user: User }) {
  const { form, field, failure, busy, ready } = useForm({
    validate: (read) => ({ phone: validatePhone(read('phone')) }),
    onSubmit: (read) => saveDelivery(user, { phone: read('phone').trim() }),
    draftKey: toFormDraftKey('phone', user.uid),
  })
  return (
    <form {...form} className="flex flex-col items-start gap-4" aria-label="Telephone">
      <div className="w-full">
        <PhoneField {...field('phone')} hint={courierHint} required />
      </div>
      <Button type="submit" variant="secondary" busy={busy} disabled={!ready}>
        {busy ? 'Saving...' : 'Save this number'}
      </Button>
      {failure && <Notice kind="error">{failure}</Notice>}
    </form>
  )
}

/** Returns the key of the address that is being typed. */
const toAddressKey = ({ uid }: User) => toFormDraftKey('address', uid)

/** Target of the focus once the form is open, cancelled or saved, because the pressed control disappears. */
const FOCUS = {
  opened: '[name=pincode]',
  cancelled: '#add-address',
  saved: '[name=shipping-address]:checked, #add-address',
}

/** Opens the form in place; without an address it is open. */
function AddAddress({
  user,
  onChoose,
  onTyping,
}: Omit<Props, 'user' | 'address'> & { user: User }) {
  const [isKept] = useState(() => {
    const draft = readTexts(toAddressKey(user))
    return DELIVERY_FIELDS.some((name) => draft?.[name])
  })
  const [open, setOpen] = useState(user.addresses.length === 0 || isKept)
  const onKept = useEffectEvent(() => onTyping(true))
  useEffect(() => {
    if (isKept) onKept()
  }, [isKept])
  const [pressed, setPressed] = useState<keyof typeof FOCUS>()
  useEffect(() => {
    if (pressed) document.querySelector<HTMLElement>(FOCUS[pressed])?.focus()
  }, [pressed])

  function show(isOpen: boolean, by: keyof typeof FOCUS) {
    setOpen(isOpen)
    setPressed(by)
    onTyping(false)
  }

  if (!open)
    return (
      <Button
        id="add-address"
        variant="quiet"
        size="flush"
        className="self-start"
        aria-expanded="false"
        onClick={() => show(true, 'opened')}
      >
        Add another address
      </Button>
    )
  return (
    <NewShippingAddress
      user={user}
      onTyping={onTyping}
      onSaved={() => {
        show(false, 'saved')
        const added = $account.get()?.addresses.at(-1)
        if (added) onChoose(added)
      }}
      {...(user.addresses.length > 0 && {
        onCancel: () => {
          removeItem(toAddressKey(user))
          show(false, 'cancelled')
        },
      })}
    />
  )
}

interface NewAddressProps extends Pick<Props, 'onTyping'> {
  user: User
  onSaved: () => void
  onCancel?: () => void
}

/** Adds an address to the account within the checkout. The first one also asks for the telephone. */
function NewShippingAddress({ user, onTyping, onSaved, onCancel }: NewAddressProps) {
  const { addresses } = user
  const asksPhone = addresses.length === 0 && user.phone === ''
  const { form, field, failure, busy, ready } = useForm({
    validate: (read) => ({
      ...validateDeliveryAddress(read),
      ...(asksPhone && { phone: validatePhone(read('phone')) }),
    }),
    onSubmit: async (read) => {
      const added = { ...readAddress(read), isDefault: addresses.length === 0 }
      const phone = asksPhone ? read('phone').trim() : user.phone
      const result = await saveDelivery(user, { addresses: [...addresses, added], phone })
      if (result.ok) onSaved()
      return result
    },
    draftKey: toAddressKey(user),
  })
  return (
    // Its distance to the chosen address is that between sections of the page.
    <form
      {...form}
      onInput={(event) => {
        form.onInput(event)
        const typed = readAddress(createFieldReader(event.currentTarget))
        onTyping(DELIVERY_FIELDS.some((name) => typed[name] !== ''))
      }}
      className="flex flex-col gap-6 pt-[calc(var(--spacing-block)-1rem)]"
      aria-labelledby="new-address"
    >
      <h3 id="new-address" className="border-b border-line pb-3 text-title">
        New address
      </h3>
      <AddressFields field={field} required={DELIVERY_FIELDS} />
      {asksPhone && <PhoneField {...field('phone')} hint={courierHint} required />}
      <div className="flex flex-wrap gap-x-2 gap-y-3">
        <Button type="submit" variant="secondary" busy={busy} disabled={!ready}>
          {busy ? 'Saving...' : 'Save this address'}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      {failure && <Notice kind="error">{failure}</Notice>}
    </form>
  )
}
