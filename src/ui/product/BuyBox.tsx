import type { ReactNode } from 'react'
import type { OfferField } from '#src/contract/catalog.ts'
import { brand } from '#src/rules/brand.ts'
import type { BuyBoxProduct } from '#src/rules/buy-box-product.ts'
import { MAX_QUANTITY, PERSONALISATION_DAYS } from '#src/rules/constants.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { chooseLabel, findMissingChoice } from '#src/rules/options.ts'
import { Button } from '../Button.tsx'
import { controlClass, Field } from '../Field.tsx'
import { HeartButton } from '../HeartButton.tsx'
import { OptionPicker } from './OptionPicker.tsx'
import { PincodeCheck } from './PincodeCheck.tsx'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'buy-box': HTMLAttributes<HTMLElement> & { class?: string }
    }
  }
}

interface Props {
  product: BuyBoxProduct
  /** What lies between the buttons and the pincode check. */
  children: ReactNode
}

/**
 * The product page from the options to Share, with the sticky buttons after the choice.
 * src/islands/product/buy-box.ts adds the behaviour.
 */
export function BuyBox({ product, children }: Props) {
  const { options, sizeGuides, priceText, ...data } = product
  const { title, stock, variant, fields = [] } = product
  const missing = findMissingChoice(options, variant)
  const soldOut = stock === 0
  const addLabel = missing ? chooseLabel(missing) : shopMessages.cart.add
  return (
    <buy-box class="contents" data-product={JSON.stringify(data)}>
      <OptionPicker options={options} selected={variant} sizeGuides={sizeGuides} />
      {soldOut ? (
        <SoldOut />
      ) : (
        <>
          {fields.map((field) => (
            <OfferTextField key={field.name} field={field} />
          ))}
          <QuantityField stock={stock} />
        </>
      )}
      <div className="buy-actions">
        {/* Beside the buttons on phones; the heading has both for assistive technology. */}
        <p className="buy-summary" aria-hidden="true">
          <span>{title}</span>
          <span className="font-medium figures">{priceText}</span>
        </p>
        <Button size="narrow" className="scripting-only" disabled={soldOut} data-action="add">
          {soldOut ? shopMessages.stock.soldOut : addLabel}
        </Button>
        <HeartButton title={title} className="size-12! border border-edge" />
        <Button
          variant="secondary"
          size="narrow"
          className="scripting-only md:max-xl:col-span-2"
          disabled={soldOut}
          data-action="buy"
        >
          Buy Now
        </Button>
      </div>
      {!soldOut && <OrderingNeedsScript />}
      {children}
      <PincodeCheck />
      <button
        type="button"
        className="scripting-only min-h-11 self-start text-body-sm link"
        data-action="share"
      >
        Share this piece
      </button>
    </buy-box>
  )
}

const OrderingNeedsScript = () => (
  <noscript>
    <p role="status" className="border-s-2 border-accent py-1 ps-4 text-body-sm leading-normal">
      Ordering needs JavaScript, which is off in this browser. Please switch it on for this site, or
      write to{' '}
      <a href={`mailto:${brand.email}`} className="link">
        {brand.email}
      </a>
      .
    </p>
  </noscript>
)

/** Initials may be typed with a dot or a space after each. */
const DOTS_BETWEEN = 2

/** The text of an offer, e.g. an engraving, with a preview of how it is written. */
function OfferTextField({ field }: { field: OfferField }) {
  const { name, letters, maxLength } = field
  return (
    <div className="flex scripting-only flex-col gap-3" data-offer={name}>
      <Field
        label={name}
        name={`offer-${name.toLowerCase()}`}
        maxLength={maxLength * DOTS_BETWEEN}
        autoComplete="off"
        autoCapitalize={letters === 'initials' ? 'characters' : 'words'}
        spellCheck={false}
        hint={`Up to ${maxLength} ${letters === 'initials' ? 'initials' : 'letters'}, with our compliments. It adds ${PERSONALISATION_DAYS} working days; a personalised piece can be returned only if it is faulty.`}
      />
      <p className="offer-preview" data-letters={letters} hidden>
        <span className="sr-only">Preview: </span>
        <span />
      </p>
    </div>
  )
}

/** The number of pieces to add, never more than the stock. */
function QuantityField({ stock }: { stock: number }) {
  const max = Math.min(MAX_QUANTITY, stock)
  if (max < 2) return null
  return (
    <label className="flex scripting-only items-center gap-4 text-body-sm text-muted">
      Quantity
      <input
        type="number"
        inputMode="numeric"
        min={1}
        max={max}
        className={`${controlClass} w-20! figures`}
        defaultValue={1}
        data-quantity=""
      />
    </label>
  )
}

/** A mail when the piece returns, and the way to pieces like it. */
const SoldOut = () => (
  <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-body-sm">
    {/* Without a text it is no item of the row, whose gap would indent the button. */}
    <p role="status" className="empty:absolute" />
    <Button variant="secondary" className="scripting-only" data-action="alert">
      Tell me when it returns
    </Button>
    <a href="#related-title" className="inline-flex min-h-11 items-center link">
      See pieces like it
    </a>
  </div>
)
