import { useStore } from '@nanostores/react'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { formatRupees } from '#src/rules/money.ts'
import { paths } from '#src/rules/paths.ts'
import { $cartTotals, type CartLine } from '#src/stores/cart-lines.ts'
import { buttonClass } from '#src/ui/Button.tsx'

/** The subtotal and the link to the checkout. */
export function CartSummary({ lines }: { lines: readonly CartLine[] }) {
  const itemCount = lines.reduce((sum, line) => sum + line.quantity, 0)
  const { subtotal } = useStore($cartTotals)
  return (
    <section
      aria-labelledby="cart-summary"
      className="flex flex-col gap-6 bg-surface p-6 sm:p-8 lg:sticky lg:top-24"
    >
      <h2 id="cart-summary" className="text-title">
        Summary
      </h2>
      <p
        className="flex flex-wrap items-baseline justify-between gap-x-4 figures"
        aria-live="polite"
        aria-atomic="true"
      >
        <span>
          Subtotal, {itemCount} {itemCount === 1 ? 'item' : 'items'}
        </span>{' '}
        <span className="text-xl font-medium">{formatRupees(subtotal)}</span>
      </p>
      <p className="text-sm text-muted">{shopMessages.taxNote}. Shipping is free, worldwide.</p>
      <a href={paths.checkout} className={buttonClass('primary')}>
        Proceed to Buy
      </a>
    </section>
  )
}
