import type { Deps, ServerEvents } from '#src/server/core/deps.ts'
import {
  SHARED_EVENTS,
  type SharedEvent,
} from '#src/server/core/publish-requests/channel-queries.ts'
import type { PublishedByChild } from './publish-at-start.ts'

/** Time for the desk to finish after it is told to stop. */
export const STOP_MS = 8_000

/** Settings that the shop sends to the desk at its start. */
export interface DeskStart {
  /** Path of its socket. */
  socket: string
  /** Origin of the shop. */
  origin: string
  /** URL of the shop's API on this machine. */
  apiUrl: string
  build: boolean
  /** The very first release, if the shop process has just published it. */
  firstPublish?: PublishedByChild | undefined
  /** Whether a desk ran before. A failed publish then does not stop the start. */
  isRestart: boolean
}

/**
 * Messages between shop and desk. `end` stops streams and publishes, `stop` the process.
 * `listening` means that calls are answered, `opened` that earlier changes are published.
 */
export type DeskMessage =
  | { start: DeskStart }
  | { event: SharedEvent }
  | { state: 'listening' | 'opened' }
  | { failed: string }
  | { order: 'end' | 'stop' }

/**
 * Sends shared events to another process.
 * @returns a function that emits a received event here without sending it back.
 */
export function shareEvents(
  events: Deps['events'],
  send: (message: DeskMessage) => void,
): (event: SharedEvent) => void {
  let received: keyof ServerEvents | undefined
  for (const event of SHARED_EVENTS)
    events.on(event, () => {
      if (received !== event) send({ event })
    })
  return (event) => {
    received = event
    try {
      events.emit(event)
    } finally {
      received = undefined
    }
  }
}
