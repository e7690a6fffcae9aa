import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { Deps } from '#src/server/core/deps.ts'
import { startJob } from '#src/server/core/job.ts'

test('a job that is stopped during a run does not run once more for an event', async () => {
  let runs = 0
  const gate = Promise.withResolvers<void>()
  const run = () => {
    runs++
    return gate.promise
  }
  const deps = { events: new EventEmitter(), log: () => {} } as unknown as Deps
  const job = startJob(deps, {
    name: 'counted',
    task: 'counts its runs',
    intervalMs: 60_000,
    event: 'refundStarted',
    bound: 'one',
    tables: [],
    open: () => ({ run }),
  })
  deps.events.emit('refundStarted')
  const stopped = job.stop()
  gate.resolve()
  await stopped
  await new Promise(setImmediate)
  expect(runs).toBe(1)
})
