import type { OrderLine } from '#src/contract/orders.ts'
import { formatRupees } from '#src/rules/money.ts'
import { TotalRow } from '#src/ui/TotalRow.tsx'
import { Badge } from '../ui/controls.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { ReduceOrder } from './OrderCorrections.tsx'
import { Section } from './OrderSection.tsx'
import type { StepProps } from './OrderSteps.tsx'

/** Lists how many pieces of a line were cancelled, came back, or can still be returned. */
const toPieceFacts = ({ cancelled, returned, returnable }: OrderLine): string[] => [
  ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
  ...(returned > 0 ? [`${returned} came back`] : []),
  ...(returnable > 0 ? [`${returnable} can be returned`] : []),
]

/** The pieces with their sums. */
export const OrderLines = ({ order, steps }: Pick<StepProps, 'order' | 'steps'>) => (
  <Section title="Pieces">
    <ul className="flex flex-col">
      {order.lines.map((line) => (
        <LineItem key={line.position} line={line} />
      ))}
    </ul>
    <ReduceOrder order={order} steps={steps} />
    {(order.gift.wrap || order.gift.note) && (
      <p className="border-s-2 border-accent ps-4 text-sm whitespace-pre-wrap">
        {order.gift.wrap && <span className="block font-medium">To be wrapped as a gift.</span>}
        {order.gift.note && `Card: “${order.gift.note}”`}
      </p>
    )}
    <dl className="flex flex-col gap-2 text-sm">
      <TotalRow label="Subtotal" rupees={order.subtotal} />
      <TotalRow label="Tax (5%)" rupees={order.tax} />
      <TotalRow label="Total" rupees={order.total} strong />
      {order.credit > 0 && <TotalRow label="Paid by what came back" rupees={-order.credit} />}
      {order.back > 0 && <TotalRow label="Cancelled or returned" rupees={-order.back} />}
    </dl>
  </Section>
)

function LineItem({ line }: { line: OrderLine }) {
  const { title, productId, variant, sku, picture, price, quantity, personalised } = line
  const choice = Object.entries(variant).map(([name, value]) => `${name}: ${value}`)
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)_auto] gap-x-4 border-b border-line py-3 text-sm">
      <span className="block aspect-product overflow-hidden bg-frame">
        {picture && <img src={picture} alt="" className="size-full object-cover" />}
      </span>
      <span className="flex min-w-0 flex-col items-start gap-0.5 wrap-anywhere">
        {productId ? (
          <TextLink to={`/products/${productId}`} className="font-medium sm:min-h-0">
            {title}
          </TextLink>
        ) : (
          <span className="font-medium">{title}</span>
        )}
        {choice.length > 0 && <span>{choice.join(', ')}</span>}
        {sku && <span className="text-muted">SKU {sku}</span>}
        {personalised && <Badge kind="note">Personalised</Badge>}
        {toPieceFacts(line).map((fact) => (
          <span key={fact} className="text-muted">
            {fact}
          </span>
        ))}
      </span>
      <span className="flex flex-col items-end gap-0.5 figures">
        <span className={quantity > 1 ? 'text-base font-semibold' : ''}>{quantity} ×</span>
        <span className="amount text-muted">{formatRupees(price)}</span>
      </span>
    </li>
  )
}
