import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createTurns } from '#src/server/core/turns.ts'

/** Longer than TURN_MS of the server. */
const PART_MS = 12

function work(): void {
  const until = performance.now() + PART_MS
  while (performance.now() < until);
}

test('thirty new connections are answered within a few parts of long work', async () => {
  const server = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  let open = 30
  const requests = Array.from({ length: open }, async () => {
    const response = await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })
    await response.text()
    open--
  })
  const turn = createTurns()
  let parts = 0
  for (; open > 0 && parts < 100; parts++) {
    work()
    await turn()
  }
  await Promise.all(requests)
  server.close()
  // With one turn after each part, there is a part for each connection.
  expect(parts).toBeLessThan(20)
})
