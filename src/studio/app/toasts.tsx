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

const toOptions = (action: Action | undefined, id: string | undefined, duration: number) => ({
  duration,
  ...(action && { action }),
  ...(id !== undefined && { id }),
})

/** A toast about a subject, e.g. the id of a record, is replaced by the next one about it. */
export const toast = {
  /** @returns what ends it. */
  success: (text: string, action?: Action, subject?: string): (() => void) => {
    const id = show.success(text, toOptions(action, subject, action ? LONG_MS : SHOWN_MS))
    return () => void show.dismiss(id)
  },
  error: (text: string, action?: Action, subject?: string): void =>
    void show.error(text, toOptions(action, subject, LONG_MS)),
  end: (subject: string): void => void show.dismiss(subject),
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
