import { availableParallelism } from 'node:os'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBoundedQueue } from '#src/server/core/bounded-queue.ts'
import { readEnv } from '#src/server/core/env.ts'
import { hashPassword } from '#src/server/shop/auth/password-hash.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const busy = { status: 503, message: expect.stringContaining('busy') }

test('a job that waits too long is refused and never runs', async () => {
  const enqueue = createBoundedQueue({ concurrency: 1, maxPending: 10, maxWaitMs: 1_000 })
  const { promise, resolve } = Promise.withResolvers<string>()
  const lateJob = vi.fn(async () => 'late')
  const first = enqueue(() => promise)
  const second = enqueue(lateJob)
  const refused = expect(second).rejects.toMatchObject(busy)
  await vi.advanceTimersByTimeAsync(1_000)
  await refused
  resolve('done')
  await expect(first).resolves.toBe('done')
  await expect(enqueue(async () => 'next')).resolves.toBe('next')
  expect(lateJob).not.toHaveBeenCalled()
})

test('a job that has started may run longer than another may wait', async () => {
  const enqueue = createBoundedQueue({ concurrency: 1, maxPending: 10, maxWaitMs: 1_000 })
  const { promise, resolve } = Promise.withResolvers<string>()
  const job = enqueue(() => promise)
  await vi.advanceTimersByTimeAsync(5_000)
  resolve('done')
  await expect(job).resolves.toBe('done')
})

test('a password that waits too long to be hashed is answered 503', async () => {
  const env = readEnv({})
  const passwords = Array.from({ length: availableParallelism() + 2 }, (_, nth) => `amer ${nth}`)
  const hashes = Promise.allSettled(passwords.map((password) => hashPassword(env, password)))
  await vi.advanceTimersByTimeAsync(8_000)
  const refused = (await hashes).filter(({ status }) => status === 'rejected')
  expect(refused).toContainEqual({ status: 'rejected', reason: expect.objectContaining(busy) })
})
