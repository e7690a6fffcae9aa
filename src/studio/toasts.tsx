import { toast as show, Toaster } from 'sonner'

interface Action {
  label: string
  run: () => void
}

/** A toast with something to press, or to read twice, stays longer. */
const SHOWN_MS = 4_000
const LONG_MS = 10_000
const MAX_TOASTS = 4

const toOptions = (duration: number, action: Action | undefined) => ({
  duration,
  ...(action && { action: { label: action.label, onClick: action.run } }),
})

export const toast = {
  success: (text: string, action?: Action): void =>
    void show.success(text, toOptions(action ? LONG_MS : SHOWN_MS, action)),
  error: (text: string, action?: Action): void => void show.error(text, toOptions(LONG_MS, action)),
}

export const Toasts = () => (
  <Toaster
    position="bottom-right"
    theme="light"
    richColors
    expand
    closeButton
    visibleToasts={MAX_TOASTS}
    className="shop-toasts"
    containerAriaLabel="Messages"
    toastOptions={{ closeButtonAriaLabel: 'Dismiss' }}
  />
)
