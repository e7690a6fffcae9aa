import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#src/rules/constants.ts'
import { describeWait } from '#src/studio/messages/describe-wait.ts'

const AT = Date.parse('2026-11-26T06:00:00Z')
const message = { at: new Date(AT).toISOString(), settledAt: null }

test.for([
  ['new', HOUR_MS - 1, 'Waits for less than an hour: take it up within 48 hours', false],
  ['new', HOUR_MS, 'Waits for 1 hour: take it up within 48 hours', false],
  ['new', 48 * HOUR_MS, 'Waits for 2 days: take it up within 48 hours', false],
  ['new', 48 * HOUR_MS + 1, 'Waits for 2 days: take it up within 48 hours', true],
  ['open', 5 * DAY_MS, 'Waits for 5 days: settle it within 30 days', false],
  ['open', 30 * DAY_MS + 1, 'Waits for 30 days: settle it within 30 days', true],
] as const)('a message that is %s for %i ms', ([state, waited, label, isOverdue]) => {
  expect(describeWait({ ...message, state }, AT + waited)).toEqual({ label, isOverdue })
})

test('a settled message says how long it took, and is never overdue', () => {
  const settledAt = new Date(AT + 3 * DAY_MS).toISOString()
  const wait = describeWait({ ...message, state: 'done', settledAt }, AT + 90 * DAY_MS)
  expect(wait).toEqual({ label: 'Settled after 3 days', isOverdue: false })
})
