import { useState } from 'react'
import type { Purchase } from '#src/rules/purchase.ts'
import { DeliveryNote, Highlights, Offers } from '#src/ui/product/Promises.tsx'
import { AddToCart } from './AddToCart.tsx'
import { BuyNow } from './BuyNow.tsx'
import { OptionPicker } from './product/OptionPicker.tsx'
import { PincodeCheck } from './product/PincodeCheck.tsx'
import { WishlistButton } from './WishlistButton.tsx'

/** The product page from the options to the buttons, which stay in view. */
export function BuyBox({ product }: { product: Purchase }) {
  const [variant, setVariant] = useState(product.variant)
  const { options, offers, highlights } = product
  return (
    <>
      <OptionPicker
        options={options}
        chosen={variant}
        onChoose={(name, value) => setVariant((before) => ({ ...before, [name]: value }))}
      />
      <Offers offers={offers} />
      <Highlights highlights={highlights} />
      <DeliveryNote />
      <PincodeCheck />
      <div className="buy-actions">
        <AddToCart product={product} variant={variant} className="px-3!" />
        <WishlistButton product={product} className="size-12! border border-edge" />
        <BuyNow product={product} variant={variant} className="px-3! lg:col-span-2" />
      </div>
    </>
  )
}
