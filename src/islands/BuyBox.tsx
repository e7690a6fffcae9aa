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
import type { OfferField } from '#src/contract/catalog.ts'
import { MAX_QUANTITY } from '#src/rules/constants.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import type { BuyBoxProduct } from '#src/rules/product/buy-box-product.ts'
import {
  chooseLabel,
  isPersonalised,
  normalizeOfferText,
  validateOfferText,
} from '#src/rules/product/options.ts'
import { addToCart, buyNow } from '#src/stores/cart.ts'
import { addRecentProduct } from '#src/stores/recent-searches.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button, LinkButton, TextLink } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { importTwice } from '#src/ui/lazy-module.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { OptionPicker } from './product/OptionPicker.tsx'
import { DeliveryDate, PincodeCheck } from './product/PincodeCheck.tsx'
import { useVariantForm } from './product/use-variant-form.ts'
import { WishlistButton } from './product-card/WishlistButton.tsx'

interface Props {
  product: BuyBoxProduct
  /** Price and tax. Slots of an island add no script. */
  price?: ReactNode
  /** Between the buttons and the pincode check. */
  children: ReactNode
}

/** The product page from the price to Share, with the sticky buttons after the choice. */
export function BuyBox({ product, price, children }: Props) {
  const { slug, title, options, variants, fields = [], fieldsHint = '', sizeGuides } = product
  const choice = useVariantForm(product)
  const { variant, missing } = choice
  /** Null if the script cannot be loaded. */
  const [choices, setChoices] = useState<typeof import('./product/variant-choice.tsx') | null>()
  const chosen = choices?.getChoice(product, variant)
  const own = chosen?.variant
  const stock = chosen?.stock ?? product.stock
  const quantity = useRef<HTMLInputElement>(null)
  const [adding, setAdding] = useState(false)
  const [buying, setBuying] = useState(false)
  /** Whether the button was pressed before its script was loaded. */
  const [alertAsked, setAlertAsked] = useState(false)
  const soldOut = stock === 0
  const addLabel = missing ? chooseLabel(missing) : shopMessages.cart.add

  useEffect(() => addRecentProduct(slug), [slug])
  useEffect(() => {
    if (variants || product.stock === 0)
      void importTwice(() => import('./product/variant-choice.tsx')).then(setChoices, () =>
        setChoices(null),
      )
  }, [variants, product.stock])
  // Runs before the effect that reads the form.
  useLayoutEffect(() => {
    checkOptionsOfAddress(choice.form.current)
  }, [choice.form])

  function onChange() {
    choice.onChange()
    writeOptionsToAddress(choice.form.current, options)
  }

  /** Undefined while the price of a variant is not known. */
  const getShownPrice = () => own?.price ?? (own || !variants ? product.price : undefined)

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
    const count = quantity.current?.valueAsNumber || 1
    await send(product, { variant, quantity: count, shownPrice: getShownPrice() })
    setPending(false)
  }

  const personalised = isPersonalised(variant)
  const addButton = (
    <Button
      variant={soldOut ? 'secondary' : 'primary'}
      size="narrow"
      disabled={soldOut}
      busy={adding}
      onClick={(event) => void order(event, addToCart, setAdding)}
    >
      {soldOut
        ? (chosen?.soldOutLabel ?? shopMessages.stock.soldOut)
        : adding
          ? shopMessages.cart.adding
          : addLabel}
    </Button>
  )
  return (
    <>
      <div className="flex flex-col gap-1">
        {choices && own ? (
          <choices.PriceAndTax
            price={own.price ?? product.price}
            originalPrice={
              own.price === undefined
                ? (product.originalPrice ?? product.price)
                : (own.originalPrice ?? own.price)
            }
          />
        ) : (
          price
        )}
        {soldOut ? (
          <p className="delivery-date text-muted">No delivery while it is sold out.</p>
        ) : (
          <DeliveryDate personalised={personalised} />
        )}
      </div>
      {/* A dialog is the only target that Enter in a text can submit to, even before hydration. */}
      <form
        ref={choice.form}
        method="dialog"
        noValidate
        className="buy-form contents"
        onChange={onChange}
      >
        <OptionPicker
          id="buy-box"
          options={options}
          getState={chosen?.getState ?? ((name, value) => product.states?.[name]?.[value])}
          variant={product.variant}
          chosen={variant}
          missing={choice.shownMissing}
          sizeGuides={sizeGuides}
        />
        {choices && own && <choices.ChosenVariant variant={own} />}
        {soldOut ? (
          <TextLink href="#related-title" className="self-start text-body-sm">
            See pieces like it
          </TextLink>
        ) : (
          fields.map((field) => (
            <OfferTextField
              key={field.name}
              field={field}
              hint={fieldsHint}
              text={variant[field.name] ?? ''}
            />
          ))
        )}
        <div className="buy-actions">
          <QuantityField stock={stock} input={quantity} />
          <div className="buy-bar">
            {/* Assistive technology reads the price above. */}
            <span className="min-w-0 amount font-medium md:hidden" aria-hidden="true">
              {chosen?.priceText ?? product.priceText}
            </span>
            {soldOut &&
              (choices && (own || product.stock === 0) ? (
                <choices.StockAlert
                  key={JSON.stringify(own)}
                  productId={product.id}
                  variant={own?.choice ?? {}}
                  isFirst
                  isAsked={alertAsked}
                  onAsked={() => setAlertAsked(false)}
                />
              ) : (
                choices !== null && (
                  <Button
                    size="narrow"
                    className="stock-alert"
                    busy={alertAsked}
                    onClick={() => setAlertAsked(true)}
                  >
                    {shopMessages.stock.alert}
                  </Button>
                )
              ))}
            {!soldOut && addButton}
          </div>
          {soldOut && addButton}
          <WishlistButton product={product} className="buy-heart" />
          <Button
            variant="secondary"
            size="narrow"
            className="buy-now"
            disabled={soldOut}
            busy={buying}
            onClick={(event) => void order(event, buyNow, setBuying)}
          >
            Buy Now
          </Button>
        </div>
      </form>
      {children}
      {choices === null && <Notice kind="error">{shopMessages.notLoaded}</Notice>}
      {!soldOut && <PincodeCheck personalised={personalised} />}
      <LinkButton
        className="scripting-only self-start text-body-sm"
        onClick={() => void share(title)}
      >
        Share this piece
      </LinkButton>
    </>
  )
}

async function share(title: string): Promise<void> {
  try {
    const { sharePage } = await import('./product/share.ts')
    await sharePage(title)
  } catch {
    toast.error(shopMessages.notLoaded)
  }
}

/** Checks the options that the address names, e.g. `?Size=UK+7`. Values that do not exist are ignored. */
function checkOptionsOfAddress(form: HTMLFormElement | null): void {
  for (const [name, value] of new URLSearchParams(location.search)) {
    const radios = form?.elements.namedItem(name)
    if (radios instanceof RadioNodeList) radios.value = value
  }
}

/** Writes the chosen options into the address, for a reload and a shared link. */
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

/** Initials may be typed with a dot or a space after each. */
const DOTS_BETWEEN = 2

interface OfferTextProps {
  field: OfferField
  /** Hint after the longest length. */
  hint: string
  text: string
}

/** The text of an offer, e.g. an engraving, with a preview or the reason why it is not possible. */
function OfferTextField({ field, hint, text }: OfferTextProps) {
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
        autoCapitalize={letters === 'initials' ? 'characters' : 'words'}
        spellCheck={false}
        hint={`Up to ${maxLength} ${letters === 'initials' ? 'initials' : 'letters'}. ${hint}`}
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
  // Reads a number that was typed before hydration.
  useEffect(read, [read])
  if (max < 2) return null
  return (
    <label className="quantity-box">
      Quantity
      <input
        ref={input}
        type="number"
        inputMode="numeric"
        min={1}
        max={max}
        value={quantity || ''}
        onChange={read}
        onBlur={() => setQuantity(quantity || 1)}
      />
    </label>
  )
}
