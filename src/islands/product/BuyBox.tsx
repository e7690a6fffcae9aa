import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { OfferField, ShownVariant } from '#src/contract/catalog.ts'
import type { BuyBoxProduct } from '#src/rules/buy-box-product.ts'
import { MAX_QUANTITY, PERSONALISATION_DAYS } from '#src/rules/constants.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import {
  chooseLabel,
  isPersonalised,
  normalizeOfferText,
  validateOfferText,
} from '#src/rules/options.ts'
import { formatAvailability } from '#src/rules/variants.ts'
import { addToCart, buyNow } from '#src/stores/cart.ts'
import { addRecentProduct } from '#src/stores/recent-searches.ts'
import { Button } from '#src/ui/Button.tsx'
import { controlClass, Field } from '#src/ui/Field.tsx'
import { PriceAndTax } from '#src/ui/product/PriceAndTax.tsx'
import { WishlistButton } from '../WishlistButton.tsx'
import { OptionPicker } from './OptionPicker.tsx'
import { DeliveryDate, PincodeCheck } from './PincodeCheck.tsx'
import { StockAlert } from './StockAlert.tsx'
import { useVariantForm } from './use-variant-form.ts'

interface Props {
  product: BuyBoxProduct
  /** Price and tax. This and what follows are slots of an island, which add no script. */
  price?: ReactNode
  /** Between the buttons and the pincode check. */
  children: ReactNode
}

/** The product page from the price to Share, with the sticky buttons after the choice. */
export function BuyBox({ product, price, children }: Props) {
  const { slug, title, options, variants, fields = [], sizeGuides } = product
  const choice = useVariantForm(product)
  const { variant, missing, offer } = choice
  const { stock } = offer
  const own = offer.variant
  const quantity = useRef<HTMLInputElement>(null)
  const [adding, setAdding] = useState(false)
  const [buying, setBuying] = useState(false)
  const soldOut = stock === 0
  const soldOutLabel = shopMessages.stock[choice.isNotOffered ? 'notOffered' : 'soldOut']
  const addLabel = missing ? chooseLabel(missing) : shopMessages.cart.add

  useEffect(() => addRecentProduct(slug), [slug])
  useEffect(() => showPicture(own?.picture), [own])
  // Before the effect that reads the form.
  useLayoutEffect(() => {
    checkOptionsOfAddress(choice.form.current)
  }, [choice.form])

  function onChange() {
    choice.onChange()
    writeOptionsToAddress(choice.form.current, options)
  }

  async function order(
    { detail }: MouseEvent,
    send: typeof addToCart | typeof buyNow,
    setPending: (pending: boolean) => void,
  ) {
    // The second click of a double click.
    if (detail > 1) return
    const variant = choice.choose()
    if (!variant) return
    setPending(true)
    // Empty while another number is typed.
    await send({ ...product, price: offer.price }, { variant, quantity: quantity.current?.valueAsNumber || 1 })
    setPending(false)
  }

  const personalised = isPersonalised(variant)
  return (
    <>
      <div className="flex flex-col gap-1">
        {own?.priceText === undefined ? (
          price
        ) : (
          <PriceAndTax priceText={own.priceText} listPriceText={own.listPriceText} />
        )}
        <DeliveryDate personalised={personalised} />
      </div>
      {/* Enter in a text must not send the form, before hydration either: only a dialog can be sent to. */}
      <form
        ref={choice.form}
        method="dialog"
        noValidate
        className="buy-form contents"
        onChange={onChange}
      >
        <OptionPicker
          options={options}
          variants={variants}
          variant={product.variant}
          chosen={variant}
          missing={choice.shownMissing}
          sizeGuides={sizeGuides}
        />
        {variants && <ChosenVariant variant={own} />}
        {soldOut ? (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-body-sm">
            {!choice.isNotOffered && (
              <StockAlert
                key={JSON.stringify(own?.choice)}
                productId={product.id}
                variant={own?.choice ?? {}}
              />
            )}
            <a href="#related-title" className="inline-flex min-h-11 items-center link">
              See pieces like it
            </a>
          </div>
        ) : (
          fields.map((field) => (
            <OfferTextField key={field.name} field={field} text={variant[field.name] ?? ''} />
          ))
        )}
        <div className="buy-actions">
          <QuantityField stock={stock} input={quantity} />
          <div className="buy-bar">
            {/* The price above has it for assistive technology. */}
            <span className="font-medium figures md:hidden" aria-hidden="true">
              {own?.priceText ?? product.priceText}
            </span>
            <Button
              size="narrow"
              disabled={soldOut}
              busy={adding}
              onClick={(event) => void order(event, addToCart, setAdding)}
            >
              {soldOut ? soldOutLabel : adding ? shopMessages.cart.adding : addLabel}
            </Button>
          </div>
          <WishlistButton product={product} className="size-12! border border-edge" />
          <Button
            variant="secondary"
            size="narrow"
            className="md:max-xl:col-span-2"
            disabled={soldOut}
            busy={buying}
            onClick={(event) => void order(event, buyNow, setBuying)}
          >
            Buy Now
          </Button>
        </div>
      </form>
      {children}
      <PincodeCheck personalised={personalised} />
      <button
        type="button"
        className="scripting-only min-h-11 self-start text-body-sm link"
        onClick={() => void import('./share.ts').then(({ sharePage }) => sharePage(title))}
      >
        Share this piece
      </button>
    </>
  )
}

/** Checks the options that the address names, e.g. `?Size=UK+7`. Values that do not exist are ignored. */
function checkOptionsOfAddress(form: HTMLFormElement | null): void {
  for (const [name, value] of new URLSearchParams(location.search)) {
    const radios = form?.elements.namedItem(name)
    if (radios instanceof RadioNodeList) radios.value = value
  }
}

/** Scrolls the gallery to a picture, whose list of pictures notices it. */
function showPicture(index: number | undefined): void {
  const picture = index === undefined ? null : document.getElementById(`picture-${index + 1}`)
  const list = picture?.parentElement
  list?.scrollTo({ left: (list.scrollWidth / list.childElementCount) * (index ?? 0) })
}

/** Keeps the chosen options in the address, so that a reload and a shared link have them. */
function writeOptionsToAddress(
  form: HTMLFormElement | null,
  options: BuyBoxProduct['options'],
): void {
  const url = new URL(location.href)
  for (const { name } of options) {
    const radios = form?.elements.namedItem(name)
    if (radios instanceof RadioNodeList && radios.value) url.searchParams.set(name, radios.value)
  }
  history.replaceState(history.state, '', url)
}

/** How many are left of what is chosen, and its number. */
const ChosenVariant = ({ variant }: { variant: ShownVariant | undefined }) => (
  <p className="flex flex-wrap gap-x-6 text-body-sm empty:hidden">
    <span role="status" className="empty:hidden">
      {variant && formatAvailability(variant.stock)}
    </span>
    {variant?.sku && <span className="wrap-anywhere text-muted">SKU {variant.sku}</span>}
  </p>
)

/** Initials may be typed with a dot or a space after each. */
const DOTS_BETWEEN = 2

/** The text of an offer, e.g. an engraving, with a preview of how it is written or why it cannot be. */
function OfferTextField({ field, text }: { field: OfferField; text: string }) {
  const { name, letters, maxLength } = field
  const error = validateOfferText(field, text)
  const written = normalizeOfferText(field, text)
  return (
    <div className="offer-text flex scripting-only flex-col gap-3">
      <Field
        label={name}
        id={`offer-${name.toLowerCase()}`}
        name={name}
        maxLength={maxLength * DOTS_BETWEEN}
        autoComplete="off"
        autoCapitalize={letters === 'initials' ? 'characters' : 'words'}
        spellCheck={false}
        hint={`Up to ${maxLength} ${letters === 'initials' ? 'initials' : 'letters'}, with our compliments. It adds ${PERSONALISATION_DAYS} working days; a personalised piece can be returned only if it is faulty.`}
        error={error ?? undefined}
      />
      {written !== '' && !error && (
        <p className="offer-preview" data-letters={letters}>
          <span className="sr-only">Preview: </span>
          {written}
        </p>
      )}
    </div>
  )
}

interface QuantityProps {
  stock: number
  input: RefObject<HTMLInputElement | null>
}

/** The number of pieces to add, never more than the stock; empty while another number is typed. */
function QuantityField({ stock, input }: QuantityProps) {
  const max = Math.min(MAX_QUANTITY, stock)
  const [quantity, setQuantity] = useState(1)
  const read = useCallback(() => {
    const typed = Math.floor(input.current?.valueAsNumber || 0)
    setQuantity(Math.max(0, Math.min(max, typed)))
  }, [input, max])
  // What was typed before hydration.
  useEffect(read, [read])
  if (max < 2) return null
  return (
    <label className="col-span-full flex flex-wrap items-center gap-x-4 gap-y-2 text-body-sm text-muted">
      Quantity
      <input
        ref={input}
        type="number"
        inputMode="numeric"
        min={1}
        max={max}
        className={`${controlClass} w-20! figures`}
        value={quantity || ''}
        onChange={read}
        onBlur={() => setQuantity(quantity || 1)}
      />
    </label>
  )
}
