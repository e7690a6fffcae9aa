import { useStore } from '@nanostores/react'
import { type ComponentType, useEffect, useState } from 'react'
import { $waitingToasts, showStoredToast } from '#src/stores/toasts.ts'
import { PlainToasts } from './toasts/PlainToasts.tsx'

const loadToaster = () => import('./toasts/Toaster.tsx')

/** The toast area. The toaster's script loads with the first toast. */
export function Toasts() {
  const waiting = useStore($waitingToasts, { ssr: 'initial' }).length > 0
  const [Area, setArea] = useState<ComponentType>()

  useEffect(() => {
    showStoredToast()
    // Prefetched with the first interaction, for toasts that report a lost connection.
    const prefetch = () => void loadToaster().catch(() => undefined)
    addEventListener('pointerdown', prefetch, { once: true })
    return () => removeEventListener('pointerdown', prefetch)
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
