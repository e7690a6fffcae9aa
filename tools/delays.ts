import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createRandom, type Random } from './random.ts'

/** Title of the browser test that sends a request, encoded as a part of a URL. */
export const TEST_HEADER = 'x-test'
const MAX_DELAY_MS = 800

/** Delays of the answers of the API: for each test a series that follows from the seed. */
export function createDelays(seed: string): (request: IncomingMessage) => number {
  const series = new Map<string, Random>()
  const start = (test: string): Random => {
    const hash = createHash('sha256').update(`${seed} ${test}`)
    const random = createRandom(hash.digest().readUInt32LE())
    series.set(test, random)
    return random
  }
  return ({ url = '', headers }) => {
    if (!url.startsWith('/api/')) return 0
    const test = String(headers[TEST_HEADER])
    return (series.get(test) ?? start(test)).whole(0, MAX_DELAY_MS)
  }
}
