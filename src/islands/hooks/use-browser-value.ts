import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => undefined

/** Returns a value that only the browser knows, e.g. of the address; `initial` in the static page and its hydration. */
export const useBrowserValue = <Value>(read: () => Value, initial: Value): Value =>
  useSyncExternalStore(subscribeToNothing, read, () => initial)
