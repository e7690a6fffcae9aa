import { reloadCart } from '#src/stores/cart.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'

/** The error text, with another try. */
export function CartFailed({ text }: { text: string }) {
  return (
    <div className="flex flex-col items-start gap-6 py-block">
      <Notice kind="error">{text}</Notice>
      <Button variant="secondary" onClick={() => void reloadCart()}>
        Try again
      </Button>
    </div>
  )
}
