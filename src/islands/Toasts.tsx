import { useStore } from '@nanostores/react'
import { type ComponentType, useEffect, useState } from 'react'
import { $waitingToasts, showStoredToast } from '#src/stores/toasts.ts'
import { PlainToasts } from './toasts/PlainToasts.tsx'

const loadToaster = () => import('./toasts/Toaster.tsx')

/** The toast area. What draws the toasts comes with the first of them. */
export function Toasts() {
  const waiting = useStore($waitingToasts, { ssr: 'initial' }).length > 0
  const [Area, setArea] = useState<ComponentType>()

  useEffect(() => {
    showStoredToast()
    // Ahead of the first toast, so that it is there should the network go.
    const fetchAhead = () => void loadToaster().catch(() => undefined)
    addEventListener('pointerdown', fetchAhead, { once: true })
    return () => removeEventListener('pointerdown', fetchAhead)
  }, [])

  useEffect(() => {
    if (!waiting || Area) return
    loadToaster().then(
      ({ Toaster }) => setArea(() => Toaster),
      () => setArea(() => PlainToasts),
    )
  }, [waiting, Area])

  return Area ? <Area /> : null
}
