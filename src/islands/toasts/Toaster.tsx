import { useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import { TOAST_LIMIT, TOAST_MS, TOAST_SUCCESS_MS } from '#src/rules/constants.ts'
import { $dismissedToasts, $waitingToasts, type Toast, takeToasts } from '#src/stores/toasts.ts'
import './toaster.css'

const shown = new Map<number, string | number>()

function show({ id, kind, text, action }: Toast): void {
  const given = action && { action: { label: action.label, onClick: action.onPress } }
  if (kind === 'success')
    shown.set(id, toast.success(text, { duration: TOAST_SUCCESS_MS, ...given }))
  else if (kind === 'error') shown.set(id, toast.error(text, { duration: TOAST_MS, ...given }))
  else if (kind === 'loading') shown.set(id, toast.loading(text, { duration: Infinity }))
  else shown.set(id, toast(text, { duration: TOAST_MS, ...given }))
}

function dismiss(ids: readonly number[]): void {
  for (const id of ids) {
    const toastId = shown.get(id)
    if (toastId !== undefined) toast.dismiss(toastId)
    shown.delete(id)
  }
}

/** The toast area as the specification has it (§8): top centre, at most 20, each for its time. */
export function Toaster() {
  useEffect(() => {
    const stopShowing = $waitingToasts.subscribe(() => takeToasts().forEach(show))
    const stopDismissing = $dismissedToasts.subscribe(dismiss)
    return () => {
      stopShowing()
      stopDismissing()
    }
  }, [])
  return (
    <Sonner
      position="top-center"
      theme="light"
      richColors
      expand
      visibleToasts={TOAST_LIMIT}
      className="shop-toasts"
      containerAriaLabel="Notifications"
    />
  )
}
