import { useEffect } from 'react'
import { toast } from 'sonner'
import { TOAST_LIMIT, TOAST_MS, TOAST_SUCCESS_MS } from '#src/rules/constants.ts'
import { $dismissedToasts, $waitingToasts, type Toast, takeToasts } from '#src/stores/toasts.ts'
import { isInToast, Toaster } from '#src/ui/Toaster.tsx'

function show({ id, kind, text, action, product }: Toast): void {
  const options = {
    id,
    duration: kind === 'success' ? TOAST_SUCCESS_MS : kind === 'loading' ? Infinity : TOAST_MS,
    ...(action && { action: { label: action.label, onClick: action.onPress } }),
    // Shows the added product below the header.
    ...(product && {
      className: 'mini-cart',
      description: product.title,
      ...(product.image && { icon: <img src={product.image} alt="" width="40" height="50" /> }),
    }),
  }
  if (kind === 'blank') toast(text, options)
  else toast[kind](text, options)
}

/**
 * Hides from sonner that a mouse is over a toast if a finger has tapped it: no mouse leaves it again, and it would
 * never go. @returns a function that ends it.
 */
function ignoreMouseAfterTap(): () => void {
  let isTouch = false
  const ended = new AbortController()
  const options = { capture: true, passive: true, signal: ended.signal }
  const onMouse = (event: MouseEvent) => {
    // React learns that a mouse enters from the element that it leaves, too.
    if (isTouch && (isInToast(event.target) || isInToast(event.relatedTarget)))
      event.stopPropagation()
  }
  addEventListener('pointerdown', ({ pointerType }) => (isTouch = pointerType === 'touch'), options)
  for (const type of ['mouseover', 'mouseout', 'mousemove'] as const)
    addEventListener(type, onMouse, options)
  return () => ended.abort()
}

/** Logo and cart stay in view. */
const BELOW_HEADER = { top: '5.75rem' }

/** Toasts at the top centre, at most 20, each for its duration (spec §8). */
export function ToastArea() {
  useEffect(() => {
    const stops = [
      ignoreMouseAfterTap(),
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
