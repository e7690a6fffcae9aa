import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { TOAST_MS } from '#src/rules/constants.ts'
import { findIntent } from '#src/stores/intent.ts'
import { $waitingToasts, showStoredToast, takeToasts } from '#src/stores/toasts.ts'
import { importTwice } from '#src/ui/lazy-module.ts'

/** Signs of use, after which a toast may follow. */
const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'keydown', 'scroll']

const loadArea = () => importTwice(() => import('./ToastArea.tsx'))

/** Resolves with the first sign of use, or at once if a press waits for hydration. */
const used = new Promise<void>((resolve) => {
  if (import.meta.env.SSR) return
  if (document.querySelector('[aria-busy=true]')) resolve()
  for (const type of SIGNS_OF_USE)
    addEventListener(type, () => resolve(), { once: true, passive: true })
})
// Fetched during the hydration of the pressed control, which takes longer.
void used.then(loadArea).catch(() => undefined)

/**
 * Toasts. Their script is a tenth of the scripts of a page. It is fetched with the first sign of use, or with the
 * first toast if that comes before. If it cannot be fetched, toasts are plain text.
 */
export function Toaster() {
  const [area, setArea] = useState<typeof import('./ToastArea.tsx') | null>()
  useEffect(() => {
    const load = () => void loadArea().then(setArea, () => setArea(null))
    void used.then(load)
    // A press before hydration may have added a toast already.
    const stop = $waitingToasts.subscribe((toasts) => toasts.length > 0 && load())
    // A repeated Buy Now leaves the page, and the checkout shows the toast.
    if (findIntent()?.intent.kind !== 'buy') showStoredToast()
    return stop
  }, [])
  if (area === null) return <PlainToasts />
  return area && <area.ToastArea />
}

/** Each leaves after its time, as the others do. */
function PlainToasts() {
  const toasts = useStore($waitingToasts)
  useEffect(() => {
    if (toasts.length === 0) return
    const timer = setTimeout(takeToasts, TOAST_MS)
    return () => clearTimeout(timer)
  }, [toasts])
  return (
    <section aria-label="Notifications" aria-live="polite">
      {toasts.length > 0 && (
        <ol className="plain-toasts">
          {toasts.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ol>
      )}
    </section>
  )
}
