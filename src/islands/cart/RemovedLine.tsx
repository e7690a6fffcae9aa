import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatVariant, toLineSummary } from '#src/rules/cart-line.ts'
import { $removedLine, undoRemoval } from '#src/stores/cart-lines.ts'
import { Button } from '#src/ui/Button.tsx'

/** Says which line was removed last, and takes that back. */
export function RemovedLine() {
  const line = useStore($removedLine)
  const [busy, setBusy] = useState(false)
  if (!line) return null

  async function undo() {
    setBusy(true)
    await undoRemoval()
    setBusy(false)
  }

  const details = formatVariant(line.variant)
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 bg-surface px-6 py-2 text-body-sm">
      <p className="min-w-0 wrap-anywhere">
        {toLineSummary(line).title}
        {details && `, ${details}`} is no longer in your cart.
      </p>
      <Button variant="quiet" size="flush" busy={busy} onClick={() => void undo()}>
        Undo
      </Button>
    </div>
  )
}
