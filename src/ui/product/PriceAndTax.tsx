import type { Product } from '#src/contract/catalog.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { Price } from '../Price.tsx'

/** Price and tax: the first lines of the buy box. */
export const PriceAndTax = ({ price, originalPrice }: Pick<Product, 'price' | 'originalPrice'>) => (
  <>
    <Price price={price} listPrice={originalPrice} size="large" />
    <p className="text-sm text-muted">{shopMessages.taxNote}</p>
  </>
)
