import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { findIntent } from '#src/stores/intent.ts'
import { $waitingToasts, showStoredToast } from '#src/stores/toasts.ts'
import { importTwice } from '#src/ui/lazy-module.ts'

/** Any of these says that a toast may follow. */
const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'keydown', 'scroll']

const loadArea = () => importTwice(() => import('./ToastArea.tsx'))

/** Resolves with the first sign of use, at once where a press waits for hydration. */
const used = new Promise<void>((resolve) => {
  if (import.meta.env.SSR) return
  if (document.querySelector('[aria-busy=true]')) resolve()
  for (const type of SIGNS_OF_USE)
    addEventListener(type, () => resolve(), { once: true, passive: true })
})
// Fetched beside the hydration of what was pressed, which ends later.
void used.then(loadArea).catch(() => undefined)

/**
 * Toasts. What shows them is a tenth of the scripts of a page: it is fetched with the first sign of use, or with the first
 * toast where none comes before. Where it cannot be fetched, toasts are plain text.
 */
export function Toaster() {
  const [area, setArea] = useState<typeof import('./ToastArea.tsx') | null>()
  useEffect(() => {
    const load = () => void loadArea().then(setArea, () => setArea(null))
    void used.then(load)
    // A press before hydration may have added one by now.
    const stop = $waitingToasts.subscribe((toasts) => toasts.length > 0 && load())
    // Buy Now is replayed and leaves the page: the checkout shows the toast.
    if (findIntent()?.intent.kind !== 'buy') showStoredToast()
    return stop
  }, [])
  if (area === null) return <PlainToasts />
  return area && <area.ToastArea />
}

function PlainToasts() {
  const toasts = useStore($waitingToasts)
  return (
    <section aria-label="Notifications" aria-live="polite">
      {toasts.length > 0 && (
        <ol className="load-failure">
          {toasts.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ol>
      )}
    </section>
  )
}
