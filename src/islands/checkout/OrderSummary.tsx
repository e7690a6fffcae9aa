import { useStore } from '@nanostores/react'
import { formatVariant, toLineSummary } from '#src/rules/cart-line.ts'
import { TAX_PERCENT } from '#src/rules/constants.ts'
import { pageMessages } from '#src/rules/messages/pages.ts'
import { formatRupees, lineTotal } from '#src/rules/money.ts'
import { $cartTotals, type CartLine } from '#src/stores/cart-lines.ts'
import { Button } from '#src/ui/Button.tsx'
import { ProductThumbnail } from '#src/ui/ProductThumbnail.tsx'

/** The lines, the totals and the payment button (docs/decisions/product.md#payment). */
export function OrderSummary({ lines }: { lines: readonly CartLine[] }) {
  const { subtotal, tax, total } = useStore($cartTotals)
  return (
    <section
      aria-labelledby="order-summary"
      className="flex flex-col gap-6 bg-surface p-6 sm:p-8 lg:sticky lg:top-24"
    >
      <h2 id="order-summary" className="text-title">
        Order Summary
      </h2>
      <ul className="flex flex-col gap-5">
        {lines.map((line) => (
          <OrderLine key={line.id} line={line} />
        ))}
      </ul>
      <dl className="flex flex-col gap-2 border-t border-line pt-5 figures" aria-live="polite">
        <TotalRow label="Subtotal" rupees={subtotal} />
        <TotalRow label={`Tax (${TAX_PERCENT}%)`} rupees={tax} />
        <TotalRow label="Total" rupees={total} strong />
      </dl>
      <Button onClick={() => alert(pageMessages.payment.notIntegrated)}>
        Proceed to Pay {formatRupees(total)}
      </Button>
    </section>
  )
}

function OrderLine({ line }: { line: CartLine }) {
  const summary = toLineSummary(line)
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-4">
      <ProductThumbnail summary={summary} sizes="4rem" />
      <div className="flex min-w-0 flex-col gap-0.5">
        <p className="leading-snug font-medium">{summary.title}</p>
        <p className="text-sm text-muted">{formatVariant(line.variant)}</p>
        <p className="mt-auto flex flex-wrap justify-between gap-x-4 text-body-sm figures">
          <span className="text-muted">Quantity: {line.quantity}</span>
          <span>{formatRupees(lineTotal({ price: summary.price, quantity: line.quantity }))}</span>
        </p>
      </div>
    </li>
  )
}

function TotalRow({ label, rupees, strong }: { label: string; rupees: number; strong?: boolean }) {
  return (
    <div
      className={`flex flex-wrap justify-between gap-x-4 ${strong ? 'border-t border-line pt-3 text-xl font-medium' : ''}`}
    >
      <dt>{label}</dt>
      <dd>{formatRupees(rupees)}</dd>
    </div>
  )
}
