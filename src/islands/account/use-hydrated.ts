import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False in the static page, true once the island listens: until then its buttons would do nothing. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
