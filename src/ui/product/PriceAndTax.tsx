import type { Product } from '#src/contract/catalog.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { isPriceFrom } from '#src/rules/product/price-from.ts'
import { Price } from '../Price.tsx'

type Props = Pick<Product, 'price' | 'originalPrice'> & Partial<Pick<Product, 'variants'>>

/** Price and tax: the first lines of the buy box. */
export const PriceAndTax = ({ price, originalPrice, variants }: Props) => (
  <>
    <Price
      price={price}
      listPrice={originalPrice}
      from={isPriceFrom({ price, variants })}
      size="large"
    />
    <p className="text-sm text-muted">{shopMessages.taxNote}</p>
  </>
)
