import { useStore } from '@nanostores/react'
import { count } from '#src/rules/count.ts'
import { paths } from '#src/rules/paths.ts'
import { $cartCount } from '#src/stores/cart.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { bagIcon } from '#src/ui/icons.ts'

/** The cart, with the number of its items. */
export function CartLink() {
  const itemCount = useStore($cartCount, { ssr: () => 0 })
  return (
    <a href={paths.cart} className="icon-button relative">
      <Icon path={bagIcon} />
      <span className="sr-only">Cart</span>
      {itemCount > 0 && (
        <span aria-hidden="true" className="cart-badge figures">
          {itemCount > 99 ? '99+' : itemCount}
        </span>
      )}
      {/* A toast announces each change. */}
      <span className="sr-only">{`${count(itemCount, 'item')} in cart`}</span>
    </a>
  )
}
