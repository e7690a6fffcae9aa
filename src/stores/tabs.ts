/** What tabs tell each other has changed; the receiver asks the server for the truth. */
export type News = 'session' | 'cart' | 'wishlist'

const CHANNEL = 'kairavi'
const listeners = new Map<News, Set<() => void>>()
let channel: BroadcastChannel | undefined

function opened(): BroadcastChannel | undefined {
  if (channel || typeof BroadcastChannel === 'undefined') return channel
  try {
    channel = new BroadcastChannel(CHANNEL)
  } catch {
    return undefined
  }
  channel.onmessage = ({ data }: MessageEvent<unknown>) => hear(data)
  return channel
}

function hear(news: unknown): void {
  if (news !== 'session' && news !== 'cart' && news !== 'wishlist') return
  for (const then of listeners.get(news) ?? []) then()
}

/** Tells the other tabs of this shop. */
export function tellTabs(news: News): void {
  try {
    opened()?.postMessage(news)
  } catch {
    // The page is being left and its channel is closed: the next page asks the server anyway.
  }
}

/** Runs `then` when another tab tells of `news`, and when this page is gone back to. */
export function onTabs(news: News, then: () => void): void {
  opened()
  const known = listeners.get(news) ?? new Set()
  listeners.set(news, known.add(then))
  if (typeof addEventListener === 'undefined') return
  addEventListener('pageshow', (event) => {
    if (event.persisted) then()
  })
}
