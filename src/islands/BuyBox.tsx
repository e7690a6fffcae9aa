import { type ReactNode, useState } from 'react'
import type { BuyBoxProduct } from '#src/rules/buy-box-product.ts'
import { isPersonalised, withOfferText } from '#src/rules/offer-field.ts'
import { findMissingChoice } from '#src/rules/options.ts'
import { AddToCartButton, type Choice } from './AddToCartButton.tsx'
import { BuyNowButton } from './BuyNowButton.tsx'
import { OfferTextField } from './product/OfferTextField.tsx'
import { focusOption, OptionPicker } from './product/OptionPicker.tsx'
import { PincodeCheck } from './product/PincodeCheck.tsx'
import { QuantityField, SoldOut } from './product/StockFields.tsx'
import { WishlistButton } from './WishlistButton.tsx'

interface Props {
  product: BuyBoxProduct
  /** Static content between the options and the pincode check; as a slot it adds no script. */
  children: ReactNode
}

/** The interactive part of the product page, from the options to the sticky buttons. */
export function BuyBox({ product, children }: Props) {
  const { options } = product
  const [variant, setVariant] = useState(product.variant)
  const [quantity, setQuantity] = useState(1)
  const [isMissingShown, setMissingShown] = useState(false)
  const missing = findMissingChoice(options, variant)
  const choice: Choice = {
    variant,
    // Empty while another number is typed.
    quantity: Math.max(1, quantity),
    missing,
    onMissing() {
      setMissingShown(true)
      if (missing) focusOption(document, missing)
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
      {product.fields.map((field) => (
        <OfferTextField
          key={field.name}
          field={field}
          text={variant[field.name] ?? ''}
          onChange={(text) => setVariant((current) => withOfferText(current, field.name, text))}
        />
      ))}
      {product.stock > 0 ? (
        <QuantityField stock={product.stock} quantity={quantity} onChange={setQuantity} />
      ) : (
        <SoldOut productId={product.id} />
      )}
      {children}
      <PincodeCheck personalised={isPersonalised(variant)} />
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
