import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { expect, test, vi } from 'vitest'
import { createTurns, forEachInTurns, runInTurns } from '#src/server/core/turns.ts'

/** Longer than TURN_MS of the server. */
const PART_MS = 12

function work(): void {
  const until = performance.now() + PART_MS
  while (performance.now() < until);
}

const PARTS = 100

/** Long work in parts, which ends when `isDone`. */
const kinds = {
  createTurns: async (isDone: () => boolean) => {
    const turn = createTurns()
    for (let part = 0; part < PARTS && !isDone(); part++) {
      work()
      await turn()
    }
  },
  forEachInTurns: (isDone: () => boolean) =>
    forEachInTurns(Array(PARTS).keys(), () => {
      if (!isDone()) work()
    }),
}

test.each(Object.entries(kinds))(
  'thirty new connections are answered within a few parts of long work: %s',
  async (_, workInTurns) => {
    const server = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    let open = 30
    const requests = Array.from({ length: open }, async () => {
      const response = await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })
      await response.text()
      open--
    })
    let parts = 0
    await workInTurns(() => {
      if (open > 0) parts++
      return open === 0
    })
    await Promise.all(requests)
    server.close()
    // With one turn after each part, there is a part for each connection.
    expect(parts).toBeLessThan(20)
  },
)

test('short work of many items is done without a turn', async () => {
  // Also on a machine that is busy.
  const now = vi.spyOn(globalThis.performance, 'now').mockReturnValue(0)
  const seen: number[] = []
  const done = forEachInTurns([1, 2, 3], (item) => seen.push(item))
  expect(seen).toEqual([1, 2, 3])
  now.mockRestore()
  await done
})

/** The number of the turn of the event loop. */
const getTurn = (): number => performance.nodeTiming.uvMetricsInfo.loopCount

test.each(Object.entries(kinds))(
  'of several loops of long work, one goes on in a turn: %s',
  async (_, workInTurns) => {
    const turns: number[] = []
    const run = () => {
      let parts = 0
      return workInTurns(() => {
        if (parts === 5) return true
        parts++
        turns.push(getTurn())
        return false
      })
    }
    await Promise.all([run(), run(), run()])
    expect(turns).toHaveLength(15)
    // The first part of each runs where it is called.
    expect(new Set(turns).size).toBeGreaterThanOrEqual(13)
  },
)

test('a loop counts what has run in its turn before it', async () => {
  createTurns()
  work()
  const turn = createTurns()
  const before = getTurn()
  await turn()
  expect(getTurn()).toBeGreaterThan(before)
})

test('between two parts of what is made in turns, others have theirs', async () => {
  const turns: number[] = []
  const result = await runInTurns(
    (function* () {
      for (let part = 0; part < 3; part++) {
        turns.push(getTurn())
        yield
      }
      return 'made'
    })(),
  )
  expect(result).toBe('made')
  expect(new Set(turns).size).toBe(3)
})
