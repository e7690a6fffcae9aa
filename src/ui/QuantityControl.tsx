import { PlainButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { minusIcon, plusIcon } from './icons.ts'

interface Props {
  quantity: number
  /** The product's title, for the accessible names of the buttons. */
  title: string
  /** Disables plus: the stock allows no more. */
  isAtMax?: boolean
  busy?: boolean
  onChange: (change: 1 | -1) => void
}

const stepClass =
  'grid h-11 w-[max(44px,min(2.75rem,11vw))] place-items-center transition-colors hover:bg-surface aria-disabled:bg-transparent aria-disabled:text-muted aria-disabled:opacity-60'

/** Minus, the quantity, plus; minus is disabled at 1 (docs/decisions/product.md#maximum-quantity). */
export function QuantityControl({ quantity, title, isAtMax, busy, onChange }: Props) {
  return (
    <fieldset className="m-0 inline-flex w-fit items-center rounded-control border border-edge">
      <legend className="sr-only">Quantity of {title}</legend>
      <PlainButton
        className={stepClass}
        busy={busy}
        aria-disabled={quantity <= 1}
        aria-label={`One less of ${title}`}
        onClick={() => onChange(-1)}
      >
        <Icon path={minusIcon} className="size-4" />
      </PlainButton>
      <output className="min-w-9 text-center text-base figures" aria-live="off">
        {quantity}
      </output>
      <PlainButton
        className={stepClass}
        busy={busy}
        aria-disabled={isAtMax}
        aria-label={`One more of ${title}`}
        onClick={() => onChange(1)}
      >
        <Icon path={plusIcon} className="size-4" />
      </PlainButton>
    </fieldset>
  )
}
