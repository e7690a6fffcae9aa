const CHANNEL = 'kairavi'

/** The message of a logout: every tab forgets the person. A session that expires leaves typed text in place. */
export const LOGOUT = 'logout'

/** Handlers of messages, by their text. */
const handlers = new Map<string, () => void>()
/** Functions that fetch shared data again. */
const refreshes = new Set<() => void>()

/** Runs `handle` when another tab sends the message. */
export function onMessage(message: string, handle: () => void): void {
  handlers.set(message, handle)
}

/**
 * Runs `refresh` when another tab has changed the data called `name`, and when this page is restored
 * from the back/forward cache.
 */
export function onChangedElsewhere(name: string, refresh: () => void): void {
  onMessage(name, refresh)
  refreshes.add(refresh)
}

/** Undefined in browsers without channels: each page fetches when it is opened. */
const channel = listenToTabs()

function listenToTabs(): BroadcastChannel | undefined {
  if (typeof addEventListener === 'undefined') return undefined
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const refresh of refreshes) refresh()
  })
  try {
    const tabs = new BroadcastChannel(CHANNEL)
    tabs.onmessage = ({ data }: MessageEvent<string>) => handlers.get(data)?.()
    return tabs
  } catch {
    return undefined
  }
}

/** Sends a message to the other tabs, e.g. the name of data that has changed. */
export function broadcast(message: string): void {
  try {
    channel?.postMessage(message)
  } catch {
    // The page is being left and its channel is closed: the next page fetches anyway.
  }
}
