import { useEffect } from 'react'
import { Toaster as Sonner, type ToasterProps } from 'sonner'

export const isInToast = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.shop-toasts') !== null

/** Toasts stay while one of them has the focus: sonner hears of a mouse that comes and leaves. */
function stayWithFocus({ type, target, relatedTarget }: FocusEvent): void {
  if (!isInToast(target) || isInToast(relatedTarget)) return
  const event = type === 'focusin' ? 'mousemove' : 'mouseout'
  target?.dispatchEvent(new MouseEvent(event, { bubbles: true }))
}

/** The toasts of shop and studio, in the colours of src/islands/page-frame/toaster.css. */
export function Toaster(props: ToasterProps) {
  useEffect(() => {
    const ended = new AbortController()
    for (const type of ['focusin', 'focusout'] as const)
      document.addEventListener(type, stayWithFocus, { signal: ended.signal })
    return () => ended.abort()
  }, [])
  return <Sonner theme="light" richColors expand className="shop-toasts" {...props} />
}
