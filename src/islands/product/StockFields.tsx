import { useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { controlClass } from '#src/ui/control-class.ts'

interface QuantityProps {
  stock: number
  quantity: number
  onChange: (quantity: number) => void
}

/** A literal, so that no constants are loaded with the page; the server has the limit. */
const MAX_QUANTITY = 10

/** The number of pieces to add, never more than the stock. */
export function QuantityField({ stock, quantity, onChange }: QuantityProps) {
  const max = Math.min(MAX_QUANTITY, stock)
  if (max < 2) return null
  return (
    <label className="flex scripting-only items-center gap-4 text-body-sm text-muted">
      Quantity
      <input
        type="number"
        inputMode="numeric"
        min={1}
        max={max}
        className={`${controlClass} w-20! figures`}
        value={quantity || ''}
        onChange={({ target }) => onChange(Math.min(max, Math.floor(target.valueAsNumber) || 0))}
        onBlur={() => onChange(Math.max(1, quantity))}
      />
    </label>
  )
}

/** A mail when the piece returns, and the way to pieces like it. */
export function SoldOut({ productId }: { productId: string }) {
  const [busy, setBusy] = useState(false)
  const [promise, setPromise] = useState('')

  async function ask() {
    setBusy(true)
    setPromise(
      await import('#src/stores/stock-alert.ts').then(
        ({ setStockAlert }) => setStockAlert(productId),
        () => '',
      ),
    )
    setBusy(false)
  }

  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-body-sm">
      <p role="status">{promise}</p>
      {promise === '' && (
        <Button
          variant="secondary"
          className="scripting-only"
          busy={busy}
          onClick={() => void ask()}
        >
          Tell me when it returns
        </Button>
      )}
      <a href="#related-title" className="inline-flex min-h-11 items-center link">
        See pieces like it
      </a>
    </div>
  )
}
