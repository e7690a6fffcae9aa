import { expect, test } from 'vitest'
import { createPriorityQueue } from '#src/server/media/priority-queue.ts'

/** A task that records its start and ends when `end` is called. */
function createTask(started: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<string>()
  return {
    start: () => {
      started.push(name)
      return promise
    },
    end: async () => {
      resolve(name)
      await new Promise(setImmediate)
    },
  }
}

test('runs at most `limit` tasks at a time, and the next when one ends', async () => {
  const started: string[] = []
  const queue = createPriorityQueue(2)
  const [a, b, c] = [createTask(started, 'a'), createTask(started, 'b'), createTask(started, 'c')]
  const results = [a, b, c].map((task) => queue(task.start, 'high'))
  expect(started).toEqual(['a', 'b'])
  await b.end()
  expect(started).toEqual(['a', 'b', 'c'])
  await a.end()
  await c.end()
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c'])
})

test('runs high priority before low, and low in all but one slot', async () => {
  const started: string[] = []
  const queue = createPriorityQueue(2)
  const [p1, p2, u1, u2] = ['p1', 'p2', 'u1', 'u2'].map((name) => createTask(started, name))
  if (!p1 || !p2 || !u1 || !u2) throw new Error('no task')
  for (const one of [p1, p2]) void queue(one.start, 'low')
  expect(started).toEqual(['p1'])
  for (const one of [u1, u2]) void queue(one.start, 'high')
  expect(started).toEqual(['p1', 'u1'])
  await p1.end()
  expect(started).toEqual(['p1', 'u1', 'u2'])
  await u1.end()
  expect(started).toEqual(['p1', 'u1', 'u2'])
  await u2.end()
  expect(started).toEqual(['p1', 'u1', 'u2', 'p2'])
  await p2.end()
})

test('a failed task rejects for its caller, and the next task runs', async () => {
  const queue = createPriorityQueue(1)
  const failed = queue(() => Promise.reject(new Error('broken')), 'high')
  const fine = queue(() => Promise.resolve('fine'), 'low')
  await expect(failed).rejects.toThrow('broken')
  expect(await fine).toBe('fine')
})
