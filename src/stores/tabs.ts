const CHANNEL = 'kairavi'

/** What fetches shared data again, by the name of the data. */
const refreshes = new Map<string, () => void>()

/**
 * Runs `refresh` when another tab has changed the data called `name`, and when this page is restored
 * from the back/forward cache.
 */
export function onChangedElsewhere(name: string, refresh: () => void): void {
  refreshes.set(name, refresh)
}

/** Undefined where there are no channels: each page fetches when it is opened. */
const channel = listenToTabs()

function listenToTabs(): BroadcastChannel | undefined {
  if (typeof addEventListener === 'undefined') return undefined
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const refresh of refreshes.values()) refresh()
  })
  try {
    const tabs = new BroadcastChannel(CHANNEL)
    tabs.onmessage = ({ data }: MessageEvent<string>) => refreshes.get(data)?.()
    return tabs
  } catch {
    return undefined
  }
}

/** Tells the other tabs that the data called `name` has changed. */
export function broadcast(name: string): void {
  try {
    channel?.postMessage(name)
  } catch {
    // The page is being left and its channel is closed: the next page fetches anyway.
  }
}
