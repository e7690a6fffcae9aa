import type { PriceTexts } from '#src/rules/money.ts'

const sizes = {
  small: 'text-body-sm',
  medium: 'text-lg',
  large: 'text-[min(1.5rem,8.5vw)]',
} as const

export type PriceSize = keyof typeof sizes

/** A price that is formatted already: a page with one price loads no formatter. */
export const PriceText = ({
  priceText,
  listPriceText,
  size = 'small',
}: PriceTexts & { size?: PriceSize }) => (
  <span
    className={`flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5 leading-snug figures ${sizes[size]}`}
  >
    <span className="font-medium">
      {listPriceText && <span className="sr-only">Now </span>}
      {priceText}
    </span>
    {listPriceText && (
      <s className="text-[0.88em] text-muted">
        <span className="sr-only">Before </span>
        {listPriceText}
      </s>
    )}
  </span>
)
