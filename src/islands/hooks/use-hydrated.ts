import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => undefined

/** False in the static page, true after hydration: before it, buttons have no handlers. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
