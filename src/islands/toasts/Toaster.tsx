import { useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import { TOAST_LIMIT, TOAST_MS, TOAST_SUCCESS_MS } from '#src/rules/constants.ts'
import { $dismissedToasts, $waitingToasts, type Toast, takeToasts } from '#src/stores/toasts.ts'

/** Sonner's ids by our own. */
const sonnerIds = new Map<number, string | number>()

function show({ id, kind, text, action, piece }: Toast): void {
  const options = {
    ...(action && { action: { label: action.label, onClick: action.onPress } }),
    // The mini cart: what was added, below the header.
    ...(piece && {
      className: 'mini-cart',
      description: piece.title,
      ...(piece.image && { icon: <img src={piece.image} alt="" width="40" height="50" /> }),
    }),
  }
  if (kind === 'success')
    sonnerIds.set(id, toast.success(text, { duration: TOAST_SUCCESS_MS, ...options }))
  else if (kind === 'error')
    sonnerIds.set(id, toast.error(text, { duration: TOAST_MS, ...options }))
  else if (kind === 'loading') sonnerIds.set(id, toast.loading(text, { duration: Infinity }))
  else sonnerIds.set(id, toast(text, { duration: TOAST_MS, ...options }))
}

function dismiss(ids: readonly number[]): void {
  for (const id of ids) {
    const toastId = sonnerIds.get(id)
    if (toastId !== undefined) toast.dismiss(toastId)
    sonnerIds.delete(id)
  }
}

/** Toasts at the top centre, at most 20, each for its duration (spec §8). */
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
