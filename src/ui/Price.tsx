import { formatPrice, formatRupees } from '#src/rules/money.ts'

const sizes = {
  small: 'text-body-sm',
  medium: 'text-base',
  large: 'text-[min(1.5rem,8.5vw)]',
} as const

interface Props {
  /** Rupees. */
  price: number
  /** Rupees; struck through when higher than the price. */
  listPrice?: number | undefined
  /** The lowest of several prices. */
  from?: boolean
  size?: keyof typeof sizes
}

export function Price({ price, listPrice, from = false, size = 'small' }: Props) {
  const reduced = listPrice !== undefined && listPrice > price
  return (
    <span
      className={`flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5 leading-snug figures ${sizes[size]}`}
    >
      <span className="min-w-0 amount font-medium">
        {reduced && <span className="sr-only">Now </span>}
        {formatPrice(price, from)}
      </span>
      {reduced && (
        <s className="min-w-0 text-[min(0.8125rem,6vw)] wrap-anywhere text-muted">
          <span className="sr-only">Before </span>
          {formatRupees(listPrice)}
        </s>
      )}
    </span>
  )
}
