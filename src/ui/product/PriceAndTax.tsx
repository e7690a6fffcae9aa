import { shopMessages } from '#src/rules/messages/shop.ts'
import type { PriceTexts } from '#src/rules/money.ts'
import { PriceText } from '../PriceText.tsx'

/** Price and tax: the first lines of the buy box. */
export const PriceAndTax = (price: PriceTexts) => (
  <>
    <PriceText {...price} size="large" />
    <p className="text-sm text-muted">{shopMessages.taxNote}</p>
  </>
)
