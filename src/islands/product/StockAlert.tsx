import { useState } from 'react'
import type { Variant } from '#src/contract/catalog.ts'
import { Button } from '#src/ui/Button.tsx'

interface Props {
  productId: string
  /** The choice that is waited for. */
  variant: Variant
}

/** Asks for a mail when a sold-out piece, or this choice of it, returns. */
export function StockAlert({ productId, variant }: Props) {
  const [busy, setBusy] = useState(false)
  const [promise, setPromise] = useState('')

  async function setAlert() {
    setBusy(true)
    const promise = await import('#src/stores/forms.ts').then(
      ({ setStockAlert }) => setStockAlert(productId, variant),
      () => '',
    )
    setPromise(promise)
    setBusy(false)
  }

  return (
    <>
      {/* Without a text it is no item of the row, whose gap would indent the button. */}
      <p role="status" className="empty:absolute">
        {promise}
      </p>
      {!promise && (
        <Button
          variant="secondary"
          className="scripting-only"
          busy={busy}
          onClick={() => void setAlert()}
        >
          Tell me when it returns
        </Button>
      )}
    </>
  )
}
