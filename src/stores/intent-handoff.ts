import { parseNextPath, withNext } from '#src/rules/redirects.ts'
import { isStoredIntent, readIntent, removeIntent, storeIntent } from './intent.ts'
import { isRecord } from './storage.ts'

// A mailed link opens in another tab than the one that signed up, and most shoppers continue there.
// The first tab hands its intent and its `?next=` to the second.

const CHANNEL = 'kairavi-intent'
const REQUEST = 'request'

const noop = (): void => undefined

/**
 * While this page waits for a mailed link to be followed, hands the intent of this tab to the tab
 * that requests it.
 * @returns a function that stops it.
 */
export function offerIntent(): () => void {
  if (typeof BroadcastChannel === 'undefined') return noop
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data !== REQUEST) return
    const next = parseNextPath(location.search)
    const intent = readIntent()
    if (next === null && intent === undefined) return
    channel.postMessage({ next, intent })
    removeIntent()
  }
  return () => channel.close()
}

/**
 * Requests the intent of another tab and takes the first answer: the intent, and the `?next=` of
 * the address. Does nothing where this page has a `?next=`.
 * @param onReceived runs when there was an answer.
 * @returns a function that stops it.
 */
export function requestIntent(onReceived: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined' || parseNextPath(location.search) !== null)
    return noop
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data)) return
    channel.close()
    const { next, intent } = data
    if (isStoredIntent(intent)) storeIntent(intent)
    const path =
      typeof next === 'string' ? parseNextPath(`?next=${encodeURIComponent(next)}`) : null
    history.replaceState(history.state, '', withNext(location.pathname, path))
    onReceived()
  }
  channel.postMessage(REQUEST)
  return () => channel.close()
}
