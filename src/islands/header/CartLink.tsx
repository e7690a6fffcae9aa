import { useStore } from '@nanostores/react'
import { paths } from '#src/rules/paths.ts'
import { $cartCount } from '#src/stores/cart.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { bagIcon } from '#src/ui/icons.ts'

/** The cart, with the number of its items. */
export function CartLink() {
  const count = useStore($cartCount, { ssr: () => 0 })
  return (
    <a href={paths.cart} className="icon-button relative">
      <Icon path={bagIcon} />
      <span className="sr-only">Cart</span>
      {count > 0 && (
        <span aria-hidden="true" className="cart-badge figures">
          {count > 99 ? '99+' : count}
        </span>
      )}
      {/* A toast announces each change. */}
      {/* Not by rules/count.ts, with which every page would load the formats of numbers. */}
      <span className="sr-only">{`${count} ${count === 1 ? 'item' : 'items'} in cart`}</span>
    </a>
  )
}
