import { toast as show } from 'sonner'
import { Toaster } from '#src/ui/Toaster.tsx'

interface Action {
  label: string
  onClick: () => void
}

/** A toast with something to press, or to read twice, stays longer. */
const SHOWN_MS = 4_000
const LONG_MS = 10_000
const MAX_TOASTS = 4

export const toast = {
  success: (text: string, action?: Action | undefined): void =>
    void show.success(text, action ? { action, duration: LONG_MS } : { duration: SHOWN_MS }),
  error: (text: string, action?: Action | undefined): void =>
    void show.error(text, action ? { action, duration: LONG_MS } : { duration: LONG_MS }),
}

export const Toasts = () => (
  <Toaster
    position="bottom-right"
    closeButton
    visibleToasts={MAX_TOASTS}
    containerAriaLabel="Messages"
    toastOptions={{ closeButtonAriaLabel: 'Dismiss' }}
  />
)
