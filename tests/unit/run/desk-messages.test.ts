import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { type DeskMessage, shareEvents } from '#src/run/desk-messages.ts'
import type { ServerEvents } from '#src/server/core/deps.ts'
import type { SharedEvent } from '#src/server/core/publish-requests/channel-queries.ts'

/** One side, with what it has sent and heard. */
function openSide() {
  const events = new EventEmitter<ServerEvents>()
  const sent: DeskMessage[] = []
  const heard: string[] = []
  const receive = shareEvents(events, (message) => sent.push(message))
  for (const name of ['catalogChanged', 'publishRequested', 'refundStarted', 'released'] as const)
    events.on(name, () => heard.push(name))
  return { events, sent, heard, receive }
}

test.for<SharedEvent>(['catalogChanged', 'publishRequested', 'refundStarted', 'released'])(
  'the other process hears %s once, and does not send it back',
  (event) => {
    const here = openSide()
    const there = openSide()
    here.events.emit(event)
    expect(here.sent).toEqual([{ event }])
    there.receive(event)
    expect(there.heard).toEqual([event])
    expect(there.sent).toEqual([])
    // A later one of its own is sent.
    there.events.emit(event)
    expect(there.sent).toEqual([{ event }])
  },
)

test('events of one process stay there', () => {
  const { events, sent } = openSide()
  events.emit('publishFailed')
  expect(sent).toEqual([])
})
