import { useStore } from '@nanostores/react'
import { cartChangeMessages } from '#src/rules/messages/cart-changes.ts'
import { $cartChanges, type CartChange } from '#src/stores/cart-changes.ts'

const NONE: readonly CartChange[] = []

/** Changes since the shopper last saw the cart, before everything else. They get the focus if they stop a press. */
export function CartChanges() {
  const changes = useStore($cartChanges, { ssr: () => NONE })
  return (
    // The status exists before its text, so that screen readers announce it.
    <div id="cart-changes" role="status" tabIndex={-1} className="outline-none">
      {changes.length > 0 && (
        <div className="mb-8 border-s-2 border-accent py-1 ps-4 text-body-sm leading-normal">
          <p className="font-medium">{cartChangeMessages.changed}</p>
          <div className="flex flex-col gap-1 pt-1">
            {changes.map(({ id, title, text }) => (
              <p key={id} className="wrap-anywhere figures">
                <span className="font-medium">{title}</span>: {text}
              </p>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
