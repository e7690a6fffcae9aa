import { atom } from 'nanostores'
import { toUrl } from '#src/api-client/call.ts'
import type { PublishState } from '#src/contract/editor-publish.ts'
import { type CallError, request } from '../app/api.ts'

/** The publish state as the server last said it; undefined before the first answer. */
export const $publish = atom<PublishState | undefined>()

/** A save that was begun: when, and which release was live then. */
export interface SaveStart {
  /** The time at which the editor pressed Save, by `performance.now()`. */
  savedAt: number
  release: string
}

/** A save of this tab whose publish is followed. */
interface FollowedSave extends SaveStart {
  title: string
  /** The path of its page; empty for a change of several products, and for one without a page. */
  path: string
  /** Milliseconds from the save until it was live; undefined before. */
  liveAfterMs?: number
}

export const $followed = atom<FollowedSave | undefined>()

/** Call it before the save is sent: its publish may end before its answer arrives. */
export const startSave = (): SaveStart => ({
  savedAt: performance.now(),
  release: $publish.get()?.release ?? '',
})

/** Follows a save until it is live. */
export function followSave(save: SaveStart, record: { title: string; path: string }): void {
  $followed.set({ ...save, ...record })
  const state = $publish.get()
  if (state) follow(state)
}

function follow(state: PublishState): void {
  const followed = $followed.get()
  const isLive = state.state === 'live' && state.release !== followed?.release
  if (followed && followed.liveAfterMs === undefined && isLive)
    $followed.set({ ...followed, liveAfterMs: performance.now() - followed.savedAt })
}

/** The part of a form's bar that shows the publish state if the header is out of view. */
export const $publishPlace = atom<HTMLElement | undefined>()

/** Why the publish state may be old; empty while the server answers. */
export const $outage = atom('')

const RESTARTING = 'The studio is restarting.'
const UNREACHABLE = 'The shop cannot be reached.'

export function setPublishState(state: PublishState): void {
  $publish.set(state)
  $outage.set('')
  follow(state)
}

const RECONNECT_MS = 3_000

/** Follows the publish state by server-sent events, which the browser reopens. */
export function watchPublishState(): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWatching = true
  let errors = 0
  const open = () => {
    source = new EventSource(toUrl('GET /editor/publish/events', {}))
    source.addEventListener('state', ({ data }) => {
      errors = 0
      setPublishState(JSON.parse(String(data)) as PublishState)
    })
    source.addEventListener('error', async () => {
      // The first error of a row may be a proxy that ends a long answer.
      if (++errors > 1 && $outage.get() === '') $outage.set(UNREACHABLE)
      // A refused connection is closed for good; a lost one is reopened by the browser.
      if (source?.readyState !== EventSource.CLOSED) return
      await request('GET /editor/publish').then(setPublishState, ({ status }: CallError) => {
        if (status === 503) $outage.set(RESTARTING)
      })
      if (isWatching) timer = setTimeout(open, RECONNECT_MS)
    })
  }
  open()
  return () => {
    isWatching = false
    clearTimeout(timer)
    source?.close()
  }
}
