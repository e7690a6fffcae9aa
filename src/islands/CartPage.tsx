import { shopMessages } from '#src/rules/messages/shop.ts'
import { loginPath, paths } from '#src/rules/paths.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { CartFailed } from './cart/CartFailed.tsx'
import { CartRow } from './cart/CartRow.tsx'
import { CartSkeleton } from './cart/CartSkeleton.tsx'
import { CartSummary } from './cart/CartSummary.tsx'
import { useCart } from './hooks/use-cart.ts'
import { useFocusFallback } from './hooks/use-focus-fallback.ts'

/** The cart: its lines, their quantities, and the way to the checkout. */
export function CartPage() {
  const { phase, lines, error } = useCart()
  const part = useFocusFallback<HTMLDivElement>(lines.length)
  return (
    <div ref={part} tabIndex={-1} className="outline-none">
      {phase === 'loading' && <CartSkeleton />}
      {phase === 'failed' && <CartFailed text={error ?? shopMessages.cart.fetchRejected} />}
      {(phase === 'visitor' || phase === 'empty') && <EmptyCart visitor={phase === 'visitor'} />}
      {phase === 'lines' && (
        <div className="grid items-start gap-x-16 gap-y-block lg:grid-cols-[minmax(0,1fr)_22rem]">
          <ul className="flex flex-col border-t border-line" aria-label="Items in your cart">
            {lines.map((line) => (
              <CartRow key={line.id} line={line} />
            ))}
          </ul>
          <CartSummary lines={lines} />
        </div>
      )}
    </div>
  )
}

function EmptyCart({ visitor }: { visitor: boolean }) {
  return (
    <EmptyState
      title={shopMessages.cart.empty}
      text={
        visitor
          ? 'Log in to see what you have put aside, on every device of yours.'
          : 'What you choose waits here until you are ready.'
      }
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <a href={paths.shop} className={buttonClass('primary')}>
            Start Shopping
          </a>
          {visitor && (
            <a href={loginPath(paths.cart)} className={buttonClass('secondary')}>
              Log in
            </a>
          )}
        </div>
      }
    />
  )
}
