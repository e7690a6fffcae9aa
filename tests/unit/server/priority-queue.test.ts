import { expect, test } from 'vitest'
import { createPriorityQueue } from '#src/server/core/media/priority-queue.ts'

/** Tasks that record their start, and end when `end` is called. */
function createTasks() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const toTask = (name: string) => () => {
    started.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
    return started.join(' ')
  }
  return { started, toTask, end }
}

test('runs at most `limit` tasks, high priority before low, and low in all but one slot', async () => {
  const { started, toTask, end } = createTasks()
  const queue = createPriorityQueue(2)
  for (const name of ['p1', 'p2']) void queue(toTask(name), 'low')
  expect(started).toEqual(['p1'])
  for (const name of ['u1', 'u2']) void queue(toTask(name), 'high')
  expect(started).toEqual(['p1', 'u1'])
  expect(await end('p1')).toBe('p1 u1 u2')
  expect(await end('u1')).toBe('p1 u1 u2')
  expect(await end('u2')).toBe('p1 u1 u2 p2')
  await end('p2')
})

test('a failed task rejects for its caller, and the next task runs', async () => {
  const queue = createPriorityQueue(1)
  const failed = queue(() => Promise.reject(new Error('broken')), 'high')
  const fine = queue(() => Promise.resolve('fine'), 'low')
  await expect(failed).rejects.toThrow('broken')
  expect(await fine).toBe('fine')
})
