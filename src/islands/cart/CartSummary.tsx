import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { GIFT_NOTE_LENGTH } from '#src/contract/values.ts'
import { TAX_PERCENT } from '#src/rules/constants.ts'
import { count } from '#src/rules/count.ts'
import { cartChangeMessages } from '#src/rules/messages/cart-changes.ts'
import { cartPageMessages } from '#src/rules/messages/cart-page.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { formatRupees } from '#src/rules/money.ts'
import { paths } from '#src/rules/paths.ts'
import { isPersonalised } from '#src/rules/product/options.ts'
import {
  $blockingLine,
  $cartTotals,
  $gift,
  type CartLine,
  setGift,
} from '#src/stores/cart-lines.ts'
import { $uid } from '#src/stores/session.ts'
import { toFormDraftKey } from '#src/stores/storage.ts'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { CheckboxField, TextareaField } from '#src/ui/Field.tsx'
import { TotalRow } from '#src/ui/TotalRow.tsx'
import { useDraft } from '../form/use-draft.ts'
import { PincodeCheck } from '../product/PincodeCheck.tsx'

/** The totals, delivery, gift wrap and the link to the checkout. */
export function CartSummary({ lines }: { lines: readonly CartLine[] }) {
  const itemCount = lines.reduce((sum, line) => sum + line.available, 0)
  const { subtotal, tax, total } = useStore($cartTotals)
  return (
    <section
      aria-labelledby="cart-summary"
      className="flex flex-col gap-6 bg-surface p-[min(2rem,7.5%)] lg:sticky lg:top-24"
    >
      <h2 id="cart-summary" className="text-title">
        Summary
      </h2>
      <dl className="flex flex-col gap-2 figures">
        <TotalRow
          label={`Subtotal, ${count(itemCount, 'item')}`}
          note={shopMessages.taxNote}
          rupees={subtotal}
        />
        <TotalRow label={`Tax (${TAX_PERCENT}%)`} rupees={tax} />
        <TotalRow label="Total" rupees={total} strong />
      </dl>
      <p className="text-sm text-muted">{cartPageMessages.cartPage.shippingFree}</p>
      <Proceed className="max-lg:hidden" />
      <PincodeCheck personalised={lines.some(({ variant }) => isPersonalised(variant))} />
      <GiftOptions />
      <div className="checkout-bar">
        <p className="flex min-w-0 flex-col leading-tight">
          <span className="text-sm text-muted">Total</span>
          <span className="text-base font-medium">
            <span className="amount">{formatRupees(total)}</span>
          </span>
        </p>
        <Proceed />
      </div>
    </section>
  )
}

/** Leads to the checkout, or to the first line that cannot be bought. */
function Proceed({ className = '' }: { className?: string }) {
  const blocking = useStore($blockingLine)
  const [prompted, setPrompted] = useState(false)
  if (!blocking)
    return (
      <ButtonLink href={paths.checkout} className={className}>
        Proceed to Buy
      </ButtonLink>
    )
  const { id, title } = blocking
  function showLine() {
    setPrompted(true)
    const link = document.querySelector<HTMLElement>(`[data-item="${id}"] a`)
    link?.focus({ preventScroll: true })
    link?.closest('li')?.scrollIntoView({ block: 'center' })
  }
  return (
    <>
      <Button className={className} onClick={showLine}>
        Proceed to Buy
      </Button>
      <p
        role="status"
        className={`text-sm text-muted ${prompted ? '' : 'max-lg:hidden'} ${className}`}
      >
        {cartChangeMessages.blocked(title)}
      </p>
    </>
  )
}

/** Gift wrap, free of charge, and the text of its card. */
function GiftOptions() {
  const { wrap, note } = useStore($gift)
  const [busy, setBusy] = useState(false)
  const uid = useStore($uid)
  // The text stays if the server refuses it, and over a reload before it is sent.
  const draft = useDraft<'note'>(toFormDraftKey('gift', uid ?? ''))
  const typed = draft.typed.note

  async function save(gift: { wrap: boolean; note: string }) {
    setBusy(true)
    const saved = await setGift(gift)
    setBusy(false)
    if (saved) draft.clear({ note: typed })
  }

  const text = typed?.trim() ?? note

  /** Saves the note, also when its field loses the focus, e.g. to the link to the checkout. */
  function saveNote() {
    if (text !== note) void save({ wrap, note: text })
    // While a save is pending, its text appears as saved, but the save may still fail.
    else if (!busy) draft.clear()
  }
  const saveKept = useEffectEvent(saveNote)
  useEffect(() => saveKept(), [])

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        saveNote()
      }}
    >
      <CheckboxField
        name="gift-wrap"
        label="Gift wrap, with our compliments"
        checked={wrap}
        onChange={({ target }) => void save({ wrap: target.checked, note: text })}
      />
      {wrap && (
        <>
          <TextareaField
            name="gift-note"
            label="Words for the card"
            rows={3}
            maxLength={GIFT_NOTE_LENGTH}
            value={typed ?? note}
            onChange={({ target }) => draft.change({ note: target.value })}
            onBlur={saveNote}
          />
          <Button type="submit" variant="secondary" size="narrow" busy={busy}>
            Save the card
          </Button>
        </>
      )}
    </form>
  )
}
