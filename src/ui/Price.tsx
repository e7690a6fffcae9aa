import { toPriceTexts } from '#src/rules/money.ts'
import { type PriceSize, PriceText } from './PriceText.tsx'

interface Props {
  /** Rupees. */
  price: number
  /** Rupees; struck through when higher than the price. */
  listPrice?: number | undefined
  size?: PriceSize
}

export const Price = ({ price, listPrice, size = 'small' }: Props) => (
  <PriceText {...toPriceTexts({ price, originalPrice: listPrice })} size={size} />
)
