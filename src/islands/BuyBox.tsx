import { type ReactNode, useState } from 'react'
import type { BuyBoxProduct } from '#src/rules/buy-box-product.ts'
import { AddToCartButton } from './AddToCartButton.tsx'
import { BuyNowButton } from './BuyNowButton.tsx'
import { OptionPicker } from './product/OptionPicker.tsx'
import { PincodeCheck } from './product/PincodeCheck.tsx'
import { WishlistButton } from './WishlistButton.tsx'

interface Props {
  product: BuyBoxProduct
  /** What stands between the options and the pincode; static, so that it costs no script. */
  children: ReactNode
}

/** The product page from the options to the buttons, which stay in view. */
export function BuyBox({ product, children }: Props) {
  const [variant, setVariant] = useState(product.variant)
  return (
    <>
      <OptionPicker
        options={product.options}
        selected={variant}
        onChange={(name, value) => setVariant((before) => ({ ...before, [name]: value }))}
      />
      {children}
      <PincodeCheck />
      <div className="buy-actions">
        <AddToCartButton product={product} variant={variant} className="px-3!" />
        <WishlistButton product={product} className="size-12! border border-edge" />
        <BuyNowButton product={product} variant={variant} className="px-3! lg:col-span-2" />
      </div>
    </>
  )
}
