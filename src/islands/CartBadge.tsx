import { useStore } from '@nanostores/react'
import { $cartCount } from '#src/stores/cart.ts'
import { $sessionReady } from '#src/stores/session.ts'
import { useStartSession } from './hooks/use-start-session.ts'

/** The total quantity of the cart, on the cart link of the header. */
export function CartBadge() {
  useStartSession()
  const count = useStore($cartCount, { ssr: () => 0 })
  const settled = useStore($sessionReady, { ssr: 'initial' })
  return (
    <>
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute -end-1 -top-0.5 grid min-h-[1.125rem] min-w-[1.125rem] place-items-center rounded-full bg-accent px-1 text-xs leading-none font-medium text-accent-ink figures"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
      {/* Changes are announced; the first value of a page is not. */}
      <span className="sr-only" aria-live={settled ? 'polite' : 'off'} aria-atomic="true">
        {count} {count === 1 ? 'item' : 'items'} in cart
      </span>
    </>
  )
}
