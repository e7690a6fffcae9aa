import { expect, test } from 'vitest'
import { createPriorityQueue } from '#src/server/media/priority-queue.ts'

/** Work that ends when told, and notes when it begins. */
function work(begun: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<string>()
  return {
    start: () => {
      begun.push(name)
      return promise
    },
    end: async () => {
      resolve(name)
      await new Promise(setImmediate)
    },
  }
}

test('runs so many at a time, the next as soon as one ends', async () => {
  const begun: string[] = []
  const queue = createPriorityQueue(2)
  const [a, b, c] = [work(begun, 'a'), work(begun, 'b'), work(begun, 'c')]
  const results = [a, b, c].map((one) => queue(one.start, 'high'))
  expect(begun).toEqual(['a', 'b'])
  await b.end()
  expect(begun).toEqual(['a', 'b', 'c'])
  await a.end()
  await c.end()
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c'])
})

test('what can wait lets everything urgent go first, and leaves a place free', async () => {
  const begun: string[] = []
  const queue = createPriorityQueue(2)
  const [p1, p2, u1, u2] = ['p1', 'p2', 'u1', 'u2'].map((name) => work(begun, name))
  if (!p1 || !p2 || !u1 || !u2) throw new Error('no work')
  for (const one of [p1, p2]) void queue(one.start, 'low')
  expect(begun).toEqual(['p1'])
  for (const one of [u1, u2]) void queue(one.start, 'high')
  expect(begun).toEqual(['p1', 'u1'])
  await p1.end()
  expect(begun).toEqual(['p1', 'u1', 'u2'])
  await u1.end()
  expect(begun).toEqual(['p1', 'u1', 'u2'])
  await u2.end()
  expect(begun).toEqual(['p1', 'u1', 'u2', 'p2'])
  await p2.end()
})

test('a failure is the caller’s own, and holds nobody up', async () => {
  const queue = createPriorityQueue(1)
  const failed = queue(() => Promise.reject(new Error('broken')), 'high')
  const fine = queue(() => Promise.resolve('fine'), 'low')
  await expect(failed).rejects.toThrow('broken')
  expect(await fine).toBe('fine')
})
