import { expect, onTestFinished, vi } from 'vitest'
import { apiError } from '#src/contract/endpoint.ts'
import { createApp } from '#src/server/app.ts'
import { test } from '#tests/helpers/api-test.ts'

test('a call that takes too long is answered with a sentence before a proxy gives up', async ({
  shop,
}) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = createApp({ ...shop.deps, readFreeBytes: () => new Promise(() => {}) }, 'all')
  const answer = app.request('/api/ready')
  await vi.advanceTimersByTimeAsync(59_000)
  const response = await answer
  expect(response.status).toBe(503)
  expect(apiError.parse(await response.json()).message).toContain('takes too long')
})
