import { parseNextPath, withNext } from '#src/rules/redirects.ts'
import { dropIntent, INTENT_KEY, isKeptIntent } from './intent.ts'
import { isRecord, keep, readKept } from './storage.ts'

// The link of a mail opens in a tab of its own, and most shoppers go on there; what they wanted
// waits in the tab that they signed up in. That tab gives it over.

const CHANNEL = 'kairavi-intent'
const QUESTION = 'What is wanted?'

const noChannel = () => undefined

/**
 * While this page waits for a mailed link to be followed, gives what is wanted here to the tab that
 * follows it; it is not this tab's any more.
 * @returns what ends it.
 */
export function lendIntent(): () => void {
  if (typeof BroadcastChannel === 'undefined') return noChannel
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data !== QUESTION) return
    const next = parseNextPath(location.search)
    const intent = readKept(INTENT_KEY, isKeptIntent)
    if (next === null && intent === undefined) return
    channel.postMessage({ next, intent })
    dropIntent()
  }
  return () => channel.close()
}

/**
 * Asks the other tabs for what is wanted, and goes on with the first answer: the intent, and the
 * `?next=` of the address. Not where this page wants something itself.
 * @param then called when there was an answer.
 * @returns what ends it.
 */
export function borrowIntent(then: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined' || parseNextPath(location.search) !== null)
    return noChannel
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data)) return
    channel.close()
    const { next, intent } = data
    if (isKeptIntent(intent)) keep(INTENT_KEY, intent)
    const wanted =
      typeof next === 'string' ? parseNextPath(`?next=${encodeURIComponent(next)}`) : null
    history.replaceState(history.state, '', withNext(location.pathname, wanted))
    then()
  }
  channel.postMessage(QUESTION)
  return () => channel.close()
}
