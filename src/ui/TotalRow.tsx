import { formatRupees } from '#src/rules/money.ts'

interface Props {
  label: string
  rupees: number
  strong?: boolean
  /** Below the label. */
  note?: string
}

/** A line of the totals of cart and order, in a `dl`. */
export const TotalRow = ({ label, rupees, strong, note }: Props) => (
  <div
    className={`flex flex-wrap justify-between gap-x-4 ${strong ? 'border-t border-line pt-3 text-[min(1.25rem,7vw)] font-medium' : ''}`}
  >
    <dt>
      {label}
      {note && <span className="block text-sm text-muted">{note}</span>}
    </dt>
    <dd className="min-w-0 amount">{formatRupees(rupees)}</dd>
  </div>
)
