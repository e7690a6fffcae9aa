import { useStore } from '@nanostores/react'
import { cartChangeMessages } from '#src/rules/messages/cart-changes.ts'
import { $cartChanges, type CartChange } from '#src/stores/cart-changes.ts'
import { Notice } from '#src/ui/Notice.tsx'

const NONE: readonly CartChange[] = []

/** What is not as the shopper last saw it, before everything else. It has the focus after a press that it stops. */
export function CartChanges() {
  const changes = useStore($cartChanges, { ssr: () => NONE })
  return (
    // The status exists before its text, so that screen readers announce it.
    <div id="cart-changes" tabIndex={-1} className="outline-none not-empty:mb-8">
      <Notice>
        {changes.length > 0 && (
          <>
            <p className="font-medium">{cartChangeMessages.changed}</p>
            <div className="flex flex-col gap-1 pt-1">
              {changes.map(({ id, title, text }) => (
                <p key={id} className="wrap-anywhere figures">
                  <span className="font-medium">{title}</span>: {text}
                </p>
              ))}
            </div>
          </>
        )}
      </Notice>
    </div>
  )
}
