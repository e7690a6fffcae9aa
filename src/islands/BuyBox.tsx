import { type ComponentType, type ReactNode, useState } from 'react'
import type { Variant } from '#src/contract/catalog.ts'
import type { BuyBoxProduct } from '#src/rules/buy-box-product.ts'
import { findMissingChoice } from '#src/rules/options.ts'
import { AddToCartButton, type Choice } from './AddToCartButton.tsx'
import { BuyNowButton } from './BuyNowButton.tsx'
import type { OfferTextFieldsProps } from './product/OfferTextFields.tsx'
import { focusOption, OptionPicker } from './product/OptionPicker.tsx'
import { PincodeCheck } from './product/PincodeCheck.tsx'
import { QuantityField, SoldOut } from './product/StockFields.tsx'
import { WishlistButton } from './WishlistButton.tsx'

interface Props {
  product: BuyBoxProduct
  /** Static content between the options and the pincode check; as a slot it adds no script. */
  children: ReactNode
  /** Of a piece that can be personalised. */
  TextFields?: ComponentType<OfferTextFieldsProps>
}

/** The interactive part of the product page, from the options to the sticky buttons. */
export function BuyBox({ product, children, TextFields }: Props) {
  const { options } = product
  const [variant, setVariant] = useState(product.variant)
  const [quantity, setQuantity] = useState(1)
  const [texts, setTexts] = useState<Variant>({})
  const [invalidId, setInvalidId] = useState<string>()
  const [isMissingShown, setMissingShown] = useState(false)
  const missing = findMissingChoice(options, variant)
  const choice: Choice = {
    variant: { ...variant, ...texts },
    // Empty while another number is typed.
    quantity: Math.max(1, quantity),
    missing,
    isInvalid: invalidId !== undefined,
    onMissing() {
      setMissingShown(true)
      if (missing) focusOption(document, missing)
      else if (invalidId) document.getElementById(invalidId)?.focus()
    },
  }
  return (
    <>
      <OptionPicker
        options={options}
        selected={variant}
        missing={isMissingShown ? missing : undefined}
        sizeGuides={product.sizeGuides}
        onChange={(name, value) => setVariant((current) => ({ ...current, [name]: value }))}
      />
      {TextFields && product.fields && (
        <TextFields
          fields={product.fields}
          texts={texts}
          onChange={(next, invalidId) => {
            setTexts(next)
            setInvalidId(invalidId)
          }}
        />
      )}
      {product.stock > 0 ? (
        <QuantityField stock={product.stock} quantity={quantity} onChange={setQuantity} />
      ) : (
        <SoldOut productId={product.id} />
      )}
      {children}
      <PincodeCheck personalised={Object.keys(texts).length > 0} />
      <button
        type="button"
        className="scripting-only min-h-11 self-start text-body-sm link"
        onClick={() => void import('./product/share.ts').then((it) => it.sharePage(product.title))}
      >
        Share this piece
      </button>
      <div className="buy-actions">
        {/* Beside the buttons on phones; the heading has both for assistive technology. */}
        <p className="buy-summary" aria-hidden="true">
          <span>{product.title}</span>
          <span className="font-medium figures">{product.priceText}</span>
        </p>
        <AddToCartButton product={product} choice={choice} />
        <WishlistButton product={product} className="size-12! border border-edge" />
        <BuyNowButton product={product} choice={choice} />
      </div>
    </>
  )
}
