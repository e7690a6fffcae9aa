import { useEffect } from 'react'
import { toast } from 'sonner'
import { TOAST_LIMIT, TOAST_MS, TOAST_SUCCESS_MS } from '#src/rules/constants.ts'
import { $dismissedToasts, $waitingToasts, type Toast, takeToasts } from '#src/stores/toasts.ts'
import { Toaster } from '#src/ui/Toaster.tsx'

function show({ id, kind, text, action, product }: Toast): void {
  const options = {
    id,
    duration: kind === 'success' ? TOAST_SUCCESS_MS : kind === 'loading' ? Infinity : TOAST_MS,
    ...(action && { action: { label: action.label, onClick: action.onPress } }),
    // What was added, below the header.
    ...(product && {
      className: 'mini-cart',
      description: product.title,
      ...(product.image && { icon: <img src={product.image} alt="" width="40" height="50" /> }),
    }),
  }
  if (kind === 'blank') toast(text, options)
  else toast[kind](text, options)
}

/** Logo and cart stay in view. */
const BELOW_HEADER = { top: '5.75rem' }

/** Toasts at the top centre, at most 20, each for its duration (spec §8). */
export function ToastArea() {
  useEffect(() => {
    const stops = [
      $waitingToasts.subscribe(() => takeToasts().forEach(show)),
      $dismissedToasts.subscribe((ids) => {
        for (const id of ids) toast.dismiss(id)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return (
    <Toaster
      position="top-center"
      offset={BELOW_HEADER}
      mobileOffset={BELOW_HEADER}
      visibleToasts={TOAST_LIMIT}
      containerAriaLabel="Notifications"
    />
  )
}
