import { Icon } from './Icon.tsx'

interface Props {
  quantity: number
  /** What is counted, for the buttons' names. */
  title: string
  /** No more can be had: plus is disabled. */
  isAtMax?: boolean
  busy?: boolean
  /** Called with -1 or +1. */
  onChange: (change: 1 | -1) => void
}

const step =
  'grid size-11 place-items-center transition-colors enabled:hover:bg-surface disabled:text-muted disabled:opacity-60'

/** Minus, the number, plus. Minus is disabled at 1 (decisions, "Maximum quantity per item"). */
export function QuantityControl({ quantity, title, isAtMax, busy, onChange }: Props) {
  return (
    <fieldset className="m-0 inline-flex w-fit items-center rounded-control border border-edge">
      <legend className="sr-only">Quantity of {title}</legend>
      <button
        type="button"
        className={step}
        disabled={busy || quantity <= 1}
        aria-label={`One less of ${title}`}
        onClick={() => onChange(-1)}
      >
        <Icon name="minus" className="size-4" />
      </button>
      <output className="min-w-9 text-center text-base figures" aria-live="polite">
        {quantity}
      </output>
      <button
        type="button"
        className={step}
        disabled={busy || isAtMax}
        aria-label={`One more of ${title}`}
        onClick={() => onChange(1)}
      >
        <Icon name="plus" className="size-4" />
      </button>
    </fieldset>
  )
}
